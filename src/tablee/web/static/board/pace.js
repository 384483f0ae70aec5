// How fast things move: as the settings say, and not at all for whoever wants no motion.

import { settings } from "../house/settings.js";

const PACES = { off: 0, slow: 1.8, normal: 1, fast: 0.5 };
/** What lies open only for a while stays longer for some, and never vanishes at once. */
const STAYS = { off: 1, slow: 1.5, normal: 1, fast: 0.7 };

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Does nothing move? */
export function isCalm() {
  return still.matches || settings.speed === "off";
}

/** How long a movement takes that should take so many milliseconds. @param {number} time */
export function paced(time) {
  return time * (PACES[settings.speed] ?? 1);
}

/** How long something is left to be seen. @param {number} time */
export function stay(time) {
  return time * (STAYS[settings.speed] ?? 1);
}
