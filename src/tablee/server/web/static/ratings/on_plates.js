// Ratings on the panels in the picture.

import { makeSvg } from "../shared/page.js";
import { picture, placeOn } from "../seats/plates.js";

/** @import { Participant } from "../connection/messages.js" */

/** Units of the picture between a name and what stands beside it. */
const GAP = 6;

/** After the name or below it, where it hides nothing; else it stands in the list of players alone. @param {SVGElement} layer @param {Participant} sitter */
export function showRating(layer, { seat, rating }) {
  const name = boxOf(`name ${seat}`), panel = boxOf(`panel ${seat}`);
  if (!rating || !name || !panel) return;
  const words = /** @type {SVGTextElement} */ (makeSvg("text", { class: "plate-rating" }, layer));
  words.textContent = rating.points;
  const { width, height } = words.getBBox();
  const places = [
    new DOMRect(name.right + GAP, name.y + (name.height - height) / 2, width, height),
    new DOMRect(name.x, name.bottom - 2, width, height),
  ];
  const clock = placeOn(seat, "clock-at");
  const others = [...boxesOver(panel, [`panel ${seat}`, `name ${seat}`]), ...(clock ? [new DOMRect(clock.x - 70, clock.y - 14, 70, 28)] : [])];
  const free = places.find((place) => isWithin(place, panel) && !others.some((other) => meet(place, other)));
  if (!free) return words.remove();
  words.setAttribute("x", String(free.x));
  words.setAttribute("y", String(free.y + height / 2));
}

/** Where something lies in the picture. @param {string} key */
function boxOf(key) {
  const element = picture().querySelector(`[data-key="${key}"]`);
  return element && inPicture(element.getBoundingClientRect());
}

/** @param {DOMRect} panel @param {string[]} but */
function boxesOver(panel, but) {
  const elements = /** @type {NodeListOf<SVGElement>} */ (picture().querySelectorAll("[data-key]"));
  const boxes = [...elements].filter(({ dataset }) => !but.includes(dataset.key ?? ""))
    .map((element) => inPicture(element.getBoundingClientRect()));
  // What is larger than the panel lies below it: the board, a strip.
  return boxes.filter((box) => box.width < panel.width && meet(box, panel));
}

/** @param {DOMRect} box on the screen */
function inPicture({ left, top, right, bottom }) {
  const matrix = /** @type {DOMMatrix} */ (picture().getScreenCTM()).inverse();
  const from = new DOMPoint(left, top).matrixTransform(matrix), to = new DOMPoint(right, bottom).matrixTransform(matrix);
  return new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y);
}

/** @param {DOMRect} box @param {DOMRect} around */
function isWithin(box, around) {
  return box.right < around.right - GAP && box.bottom < around.bottom;
}

/** @param {DOMRect} one @param {DOMRect} other */
function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
