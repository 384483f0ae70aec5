// A celebration: the winners' marks rain on the board, for who likes things to move.

import { isCalm } from "../board/motion.js";
import { byId, make, symbol } from "../house/page.js";

const PIECES = 42;
/** When the last has fallen. */
const LONGEST = 4200;

/** @param {number[]} seats of the winners */
export function celebrate(seats) {
  const marks = seats.filter((seat) => document.getElementById(`mark-${seat}`));
  if (isCalm() || document.hidden || !marks.length) return;
  const rain = make("div", "confetti");
  rain.setAttribute("aria-hidden", "true");
  for (let at = 0; at < PIECES; at += 1) rain.append(piece(at, marks[at % marks.length]));
  byId("stage").append(rain);
  setTimeout(() => rain.remove(), LONGEST);
}

/** @param {number} at @param {number} seat */
function piece(at, seat) {
  const one = make("i", `seat-${seat}`);
  one.append(symbol(`#mark-${seat}`, "-15 -15 30 30"));
  // Spread evenly, and yet not in rows.
  const spread = (/** @type {number} */ step) => (at * step) % 1;
  one.style.setProperty("--x", `${Math.round(100 * spread(0.618))}%`);
  one.style.setProperty("--size", `${1 + 1.2 * spread(0.37)}rem`);
  one.style.setProperty("--delay", `${Math.round(1400 * spread(0.73))}ms`);
  one.style.setProperty("--turn", `${Math.round(720 * spread(0.29) - 360)}deg`);
  return one;
}
