// How the page is laid out: beside the picture there is room for everything, or it is folded below.

/** @import { Scene } from "./frame.js" */

/** The same question is asked in layout.css. */
const beside = matchMedia("(min-width: 900px), (min-width: 600px) and (max-height: 520px)");
/** Where pictures that can lie wide are larger so. */
const broad = matchMedia("(min-width: 1120px) and (min-aspect-ratio: 4/3) and (min-height: 521px)");
/** A phone held wide. */
const low = matchMedia("(min-width: 600px) and (max-height: 520px)");

/** How layout.css calls the size of a picture, and the box in it. */
const NUMBERS = ["--scene-width", "--scene-height", "--room-left", "--room-top", "--room-width", "--room-height"];

const FOLDS = "#log-fold";

/** The shape in which pictures are wished for. */
export function shape() {
  if (low.matches) return document.querySelector("[data-table][data-state]") ? "low" : "wide";
  return broad.matches ? "wide" : "upright";
}

/**
 * Says where in the picture the page's own words may lie: numbers with which layout.css reckons. They change with the shape
 * of a picture alone, so that nothing moves while one plays.
 * @param {Element} svg @param {Scene} scene
 */
export function makeRoom(svg, { width, height, free }) {
  const page = /** @type {HTMLElement|null} */ (svg.closest(".table, .lesson"));
  page?.classList.toggle("with-room", Boolean(free));
  if (!page || !free) return;
  for (const [at, number] of [width, height, ...free].entries()) setNumber(page, NUMBERS[at], number);
}

/** A number that is set anew lets all be styled anew that might depend on it. @param {HTMLElement} element @param {string} name @param {number} value */
export function setNumber({ style }, name, value) {
  if (style.getPropertyValue(name) !== String(value)) style.setProperty(name, String(value));
}

/** @param {() => void} reshape another shape is wished for */
export function layOut(reshape) {
  const unfold = () => {
    for (const fold of document.querySelectorAll(FOLDS)) /** @type {HTMLDetailsElement} */ (fold).open = beside.matches;
  };
  for (const query of [broad, low]) query.addEventListener("change", reshape);
  beside.addEventListener("change", unfold);
  unfold();
}
