// How the window is zoomed and moved: by wheel, by fingers or a mouse that drags, by keys.

import { keyAt } from "../board/picture.js";
import { carry, contains, holds, isZoomed, middleOf, placeOf, pointOf, resetZoom, reveal } from "../board/zoom.js";

/** @import { Point, State } from "../board/state.js" */

/** How much larger one step makes everything. */
export const STEP = 1.6;
/** How far keys move the land, in the units of the picture. */
const STRIDE = 90;
/** A mouse or finger that moves further than this on the screen drags, and no longer points. */
const SLACK = 8;
/** Two taps are one double tap if they follow each other within this time and this distance. */
const DOUBLE = 350, NEAR = 24;
/** How much a wheel zooms for each pixel that it turns, and with ctrl, which is how pads pinch. */
const WHEEL = 0.002, PAD = 0.012;
/** The pixels of a line, where a wheel turns by lines. */
const LINE = 30;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {Record<string, number>} */
const SIGNS = { "+": STEP, "=": STEP, "-": 1 / STEP, "−": 1 / STEP, 0: 0 };

/** A picture without a window is left to the browser. @param {State} state */
export function listenToGestures(state) {
  state.events.addEventListener("window", () => listen(state), { once: true });
}

/** @param {State} state */
function listen(state) {
  const { svg } = state;
  svg.addEventListener("pointerdown", (event) => down(state, event));
  svg.addEventListener("pointermove", (event) => move(state, event));
  addEventListener("pointerup", (event) => up(state, event));
  addEventListener("pointercancel", (event) => up(state, event));
  svg.addEventListener("click", (event) => click(state, event), { capture: true });
  svg.addEventListener("wheel", (event) => wheel(state, event), { passive: false });
  // Before arrows lead to what is offered.
  svg.addEventListener("keydown", (event) => press(state, event), { capture: true });
  svg.addEventListener("focusin", (event) => arrive(state, event));
  // The style says so, too, but not every browser listens to it inside of a picture.
  svg.addEventListener("touchmove", (event) => hold(state, event), { passive: false });
}

/** @param {State} state @param {PointerEvent} event */
function down(state, event) {
  const { fingers } = state;
  if (!fingers.down.size) fingers.dragging = false;
  if (event.button !== 0 || !contains(state, pointOf(state, event))) return;
  fingers.down.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.down.size > 1) drag(state, event);
}

/** @param {State} state @param {PointerEvent} event */
function move(state, event) {
  const { fingers } = state;
  if (!fingers.down.has(event.pointerId)) return;
  // A mouse may have been released where nobody heard of it.
  if (!event.buttons) return up(state, event);
  if (!fingers.dragging && isZoomed(state) && isFar(state, event)) drag(state, event);
  else if (fingers.dragging) pull(state, event);
}

/** @param {State} state @param {PointerEvent} event */
function isFar({ fingers }, { pointerId, clientX, clientY }) {
  const [x, y] = fingers.down.get(pointerId) ?? [clientX, clientY];
  return Math.hypot(clientX - x, clientY - y) > SLACK;
}

/** From now on the land follows. @param {State} state @param {PointerEvent} event */
function drag({ svg, fingers }, event) {
  fingers.dragging = true;
  fingers.down.set(event.pointerId, [event.clientX, event.clientY]);
  svg.classList.add("dragging");
  // Whatever becomes of the node under it, the picture hears of it.
  for (const id of fingers.down.keys()) svg.setPointerCapture(id);
}

/** @param {State} state @param {PointerEvent} event */
function pull(state, event) {
  const before = places(state);
  state.fingers.down.set(event.pointerId, [event.clientX, event.clientY]);
  const now = places(state);
  const factor = before.length > 1 ? spread(now) / Math.max(spread(before), 1) : 1;
  carry(state, factor, middle(before), middle(now));
}

/** Where fingers are in the picture: two of them are enough. @param {State} state */
function places(state) {
  const two = [...state.fingers.down.values()].slice(0, 2);
  return two.map(([clientX, clientY]) => pointOf(state, { clientX, clientY }));
}

/** @param {State} state @param {PointerEvent} event */
function up({ svg, fingers }, event) {
  fingers.down.delete(event.pointerId);
  if (!fingers.down.size) svg.classList.remove("dragging");
}

/** The page stays where it is while the land moves. @param {State} state @param {TouchEvent} event */
function hold(state, event) {
  const drags = state.fingers.dragging || (isZoomed(state) && state.fingers.down.size > 0);
  if (drags && event.cancelable) event.preventDefault();
}

/** @param {State} state @param {MouseEvent} event */
function click(state, event) {
  if (event.detail && (state.fingers.dragging || isDouble(state, event))) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Two taps on nothing in particular look closer. @param {State} state @param {MouseEvent} event */
function isDouble(state, event) {
  const at = pointOf(state, event);
  const offered = event.target instanceof Element && event.target.closest(".offered, [aria-pressed]");
  const before = state.fingers.tapped;
  const now = (state.fingers.tapped = offered || !contains(state, at) ? null : event);
  if (!before || !now) return false;
  const near = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < NEAR;
  // Browsers count the clicks of a mouse, and some of them the taps of a finger.
  const double = near && (event.detail > 1 || event.timeStamp - before.timeStamp < DOUBLE);
  if (double) carry(state, STEP, at, at, true);
  return double;
}

/** @param {State} state @param {WheelEvent} event */
function wheel(state, event) {
  const at = pointOf(state, event);
  const turned = event.deltaY * (event.deltaMode ? LINE : 1);
  // What cannot be made smaller lets the page scroll.
  const idle = turned >= 0 && !isZoomed(state) && !event.ctrlKey;
  if (idle || !contains(state, at)) return;
  event.preventDefault();
  carry(state, Math.exp(-turned * (event.ctrlKey ? PAD : WHEEL)), at);
}

/** @param {State} state @param {KeyboardEvent} event */
function press(state, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = event.shiftKey ? ARROWS[event.key] : undefined;
  const factor = SIGNS[event.key];
  if (arrow) carry(state, 1, [0, 0], [arrow[0] * STRIDE, arrow[1] * STRIDE], true);
  else if (factor) carry(state, factor, focusOf(state, event), undefined, true);
  else if (factor === 0) resetZoom(state);
  else return;
  event.preventDefault();
}

/** What the keyboard is at stays there while all around it grows. @param {State} state @param {KeyboardEvent} event @returns {Point} */
function focusOf(state, event) {
  const node = state.parts.get(keyAt(event.target))?.node, amid = middleOf(state);
  const at = node && holds(state, node) ? placeOf(state, node) : amid;
  return contains(state, at) ? at : amid;
}

/**
 * Whoever comes by keyboard sees where. A mouse has seen it, and what it points at must not slip away.
 * @param {State} state @param {FocusEvent} event
 */
function arrive(state, event) {
  const part = state.parts.get(keyAt(event.target));
  if (part?.element.matches(":focus-visible")) reveal(state, part.node, part.body);
}

/** @param {Point[]} points @returns {Point} */
function middle(points) {
  const sum = points.reduce((one, other) => [one[0] + other[0], one[1] + other[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** @param {Point[]} points */
function spread([one, other]) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
