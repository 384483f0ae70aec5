// The buttons of the window, in that corner of it where they hide least.

import { byId, disable, focusOn } from "../shared/page.js";
import { STEP } from "../play/gestures.js";
import { LABEL } from "./scene.js";
import { carry, holds, isFull, isZoomed, middleOf, resetZoom, windowBox } from "./zoom.js";

/** @import { State } from "./state.js" */

/** How large a button is on the screen, and how far from the frame. */
const BUTTON = 44, GAP = 4;
/** What has a label is worse to hide than decoration. */
const WORSE = 10;
/** Right or left, bottom or top: the first of those that hide equally little. @type {[boolean, boolean][]} */
const CORNERS = [[true, true], [true, false], [false, true], [false, false]];

/** @param {State} state */
export function listenToZoomButtons(state) {
  byId("zoom-in").addEventListener("click", () => step(state, STEP));
  byId("zoom-out").addEventListener("click", () => step(state, 1 / STEP));
  byId("zoom-all").addEventListener("click", () => resetZoom(state));
  state.events.addEventListener("zoom", () => show(state));
  new ResizeObserver(() => settleZoomButtons(state)).observe(state.svg);
}

/** @param {State} state @param {number} factor */
function step(state, factor) {
  carry(state, factor, middleOf(state), undefined, true);
}

/** @param {State} state */
function show(state) {
  const closer = byId("zoom-in"), further = [byId("zoom-out"), byId("zoom-all")], zoomed = isZoomed(state);
  disable(closer, isFull(state));
  const lost = !zoomed && further.includes(/** @type {HTMLElement} */ (document.activeElement));
  for (const button of further) button.hidden = !zoomed;
  // Whoever pressed what is gone now can still press something.
  if (lost) focusOn(closer);
}

/** Finds a place for the buttons: the picture is new, or of another size. @param {State} state */
export function settleZoomButtons(state) {
  const { zoom } = state, box = byId("zoom");
  box.hidden = !zoom.layers;
  if (box.hidden) return;
  show(state);
  if (!isZoomed(state)) zoom.corner = freest(state);
  put(state, box);
}

/** @param {State} state @param {HTMLElement} box */
function put(state, { style, classList }) {
  const [right, bottom] = state.zoom.corner;
  const frame = windowBox(state), stage = byId("stage").getBoundingClientRect();
  style.left = right ? "auto" : `${frame.left - stage.left + GAP}px`;
  style.right = right ? `${stage.right - frame.right + GAP}px` : "auto";
  style.top = bottom ? "auto" : `${frame.top - stage.top + GAP}px`;
  style.bottom = bottom ? `${stage.bottom - frame.bottom + GAP}px` : "auto";
  // The button that is always there stays in the corner.
  classList.toggle("upwards", bottom);
}

/** @param {State} state */
function freest(state) {
  const { left, top, right, bottom } = windowBox(state);
  const parts = [...state.parts.values()].filter(({ node }) => holds(state, node));
  const boxes = parts.map(({ element }) => element.getBoundingClientRect());
  const hidden = CORNERS.map(([atRight, atBottom]) => {
    const x = atRight ? right - BUTTON - GAP : left + GAP;
    const y = atBottom ? bottom - BUTTON - GAP : top + GAP;
    const place = new DOMRect(x, y, BUTTON, BUTTON);
    return parts.reduce((sum, { node }, at) => sum + (meet(boxes[at], place) ? (node[LABEL] ? WORSE : 1) : 0), 0);
  });
  return CORNERS[hidden.indexOf(Math.min(...hidden))];
}

/** @param {DOMRect} one @param {DOMRect} other */
function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
