// A celebration: the winners' marks rain on the board, for who likes things to move.

import { byId, make, symbol } from "../shared/page.js";

const PIECES = 42;
/** How long one falls, and how much later the last begins. */
const FALL = 2600, SPREAD = 1400;

/** @param {number[]} colours of the winners */
export function celebrate(colours) {
  const marks = colours.filter((colour) => document.getElementById(`mark-${colour}`));
  if (document.hidden || !marks.length) return;
  const rain = make("div", "confetti");
  rain.setAttribute("aria-hidden", "true");
  for (let at = 0; at < PIECES; at += 1) rain.append(piece(at, marks[at % marks.length]));
  byId("stage").append(rain);
  setTimeout(() => rain.remove(), FALL + SPREAD);
}

/** @param {number} at @param {number} colour */
function piece(at, colour) {
  const one = make("i", `seat-${colour}`);
  one.append(symbol(`#mark-${colour}`, "-15 -15 30 30"));
  // Spread evenly, and yet not in rows.
  const spread = (/** @type {number} */ step) => (at * step) % 1;
  one.style.left = `${Math.round(100 * spread(0.618))}%`;
  one.style.width = one.style.height = `${1 + 1.2 * spread(0.37)}rem`;
  const fallen = `translateY(105vh) rotate(${Math.round(720 * spread(0.29) - 360)}deg)`;
  const steps = [{ transform: "none" }, { opacity: 1, offset: 0.8 }, { transform: fallen, opacity: 0 }];
  one.animate(steps, { duration: FALL, delay: SPREAD * spread(0.73), easing: "cubic-bezier(.3, .1, .6, 1)", fill: "both" });
  return one;
}
