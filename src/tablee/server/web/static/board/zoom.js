// The window: the lower layers of a picture in one group, clipped to a frame, that can be zoomed and moved. Its buttons
// stand in that corner of it where they hide least.

import { byId, disable, focusOn, makeSvg, within } from "../shared/page.js";
import { STEP } from "../play/gestures.js";
import { LABEL, LAYER, SIZE, X, Y } from "./scene.js";

/** @import { Box, Node, Scene } from "./frame.js" */
/** @import { Groups, Point, State } from "./state.js" */

const MOST = 4;
/** Hardly zoomed is not zoomed. */
const HARDLY = 1.02;
/** How far from the frame a node stays to which the keyboard has gone. */
const MARGIN = 12;
/** How far from something, and from the rim of the screen, words about it stay. */
const APART = 6;
/** How large a button is on the screen, and how far from the frame. */
const BUTTON = 44, GAP = 4;
/** What has a label is worse to hide than decoration. */
const WORSE = 10;
/** Right or left, bottom or top: the first of those that hide equally little. @type {[boolean, boolean][]} */
const CORNERS = [[true, true], [true, false], [false, true], [false, false]];

/** @param {State} state @param {Scene} scene @returns {boolean} must the layers be put into other groups? */
export function fitWindow(state, { window: layers, window_at: box }) {
  const { zoom } = state, moved = layers !== zoom.layers;
  if (moved) zoom.layers = layers;
  if (layers && box.join() !== zoom.box.join()) fit(state, box);
  return moved;
}

/** @param {State} state @param {Box} box */
function fit(state, box) {
  const { zoom } = state, first = !zoom.groups;
  const groups = (zoom.groups ??= build(state));
  zoom.box = box;
  if (first) state.events.dispatchEvent(new Event("window"));
  for (const rim of groups.rims) {
    ["x", "y", "width", "height"].forEach((name, at) => rim.setAttribute(name, String(box[at])));
  }
  put(state, 1, [0, 0], false);
}

/** @param {State} state @returns {Groups} */
function build(state) {
  const clip = makeSvg("clipPath", { id: "window-clip" }, state.svg);
  const window = makeSvg("g", { class: "window", "clip-path": "url(#window-clip)" }, state.svg);
  const land = makeSvg("g", { class: "land" }, window);
  land.addEventListener("transitionend", (event) => event.target === land && changed(state));
  const rims = [makeSvg("rect", {}, clip), makeSvg("rect", { class: "window-rim" }, window)];
  return { rims, window, land, sky: makeSvg("g", { class: "sky" }, state.svg) };
}

/** Does a node, or a layer, lie in the window? @param {State} state @param {Node|number} what */
export function holds({ zoom }, what) {
  return (typeof what === "number" ? what : what[LAYER]) < zoom.layers;
}

/** Where a layer belongs. @param {State} state @param {number} layer @returns {SVGElement} */
export function parentOf(state, layer) {
  return holds(state, layer) && state.zoom.groups ? state.zoom.groups.land : state.svg;
}

/** @param {State} state */
export function isZoomed({ zoom }) {
  return zoom.scale > 1;
}

/** Can it be zoomed no further? @param {State} state */
export function isFull({ zoom }) {
  return zoom.scale >= MOST;
}

/**
 * Makes everything so many times as large; what is seen at one place is seen at another afterwards.
 * @param {State} state @param {number} factor @param {Point} from @param {Point} [to] @param {boolean} [glide]
 */
export function carry(state, factor, from, to = from, glide = false) {
  const { scale: before, offset } = state.zoom;
  const wanted = Math.min(before * factor, MOST);
  const scale = wanted < HARDLY ? 1 : wanted;
  const grown = scale / before;
  put(state, scale, [to[0] - (from[0] - offset[0]) * grown, to[1] - (from[1] - offset[1]) * grown], glide);
}

/** @param {State} state */
export function resetZoom(state) {
  put(state, 1, [0, 0], true);
}

/**
 * No way leads beyond the land: it always fills the frame.
 * @param {State} state @param {number} scale @param {Point} offset @param {boolean} glide
 */
function put(state, scale, offset, glide) {
  const { svg, zoom } = state, [left, top, width, height] = zoom.box;
  const x = within(offset[0], (1 - scale) * (left + width), (1 - scale) * left);
  const y = within(offset[1], (1 - scale) * (top + height), (1 - scale) * top);
  if (!zoom.groups || (scale === zoom.scale && x === zoom.offset[0] && y === zoom.offset[1])) return;
  zoom.scale = scale;
  zoom.offset = [x, y];
  svg.classList.toggle("zoomed", isZoomed(state));
  svg.classList.toggle("gliding", glide);
  zoom.groups.land.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  changed(state);
}

/** @param {State} state */
function changed({ events }) {
  events.dispatchEvent(new Event("zoom"));
}

/** Moves the land as little as need be for a node to be seen. @param {State} state @param {Node} node @param {SVGGElement} body */
export function reveal(state, node, body) {
  if (!holds(state, node) || !isZoomed(state)) return;
  const { x, y, width, height } = body.getBBox();
  const reach = node[SIZE] * Math.max(-x, -y, x + width, y + height) * state.zoom.scale + MARGIN;
  const [left, top, wide, high] = state.zoom.box;
  const at = placeOf(state, node);
  const to = /** @type {Point} */ ([into(at[0], reach, left, wide), into(at[1], reach, top, high)]);
  if (to[0] !== at[0] || to[1] !== at[1]) carry(state, 1, at, to);
}

/** Where in the picture a node of the window is seen. @param {State} state @param {Node} node @returns {Point} */
export function placeOf({ zoom: { scale, offset } }, node) {
  return [scale * node[X] + offset[0], scale * node[Y] + offset[1]];
}

/** A node of the window as it is seen from outside. What is out of sight comes from the rim. @param {State} state @param {Node} node */
export function seenOutside(state, node) {
  const [left, top, width, height] = state.zoom.box;
  const [x, y] = placeOf(state, node);
  const seen = /** @type {Node} */ ([...node]);
  seen[X] = within(x, left, left + width);
  seen[Y] = within(y, top, top + height);
  seen[SIZE] *= state.zoom.scale;
  return seen;
}

/**
 * Where in the picture a mouse or finger is.
 * @param {State} state @param {{clientX: number, clientY: number}} event @returns {Point}
 */
export function pointOf({ svg }, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}

/** Is that in the window? @param {State} state @param {Point} point */
export function contains({ zoom }, [x, y]) {
  const [left, top, width, height] = zoom.box;
  return zoom.layers > 0 && x >= left && x <= left + width && y >= top && y <= top + height;
}

/** @param {State} state @returns {Point} */
export function middleOf({ zoom: { box: [left, top, width, height] } }) {
  return [left + width / 2, top + height / 2];
}

/** The window on the screen. @param {State} state */
export function windowBox({ svg, zoom: { box: [left, top, width, height] } }) {
  const matrix = svg.getScreenCTM() ?? new DOMMatrix();
  const { x, y } = new DOMPoint(left, top).matrixTransform(matrix);
  return new DOMRect(x, y, width * matrix.a, height * matrix.d);
}

/** An element on the screen; of one that lies in the window, as much as is seen of it. @param {State} state @param {Element} element */
export function boxOf(state, element) {
  const box = element.getBoundingClientRect();
  if (!state.zoom.groups?.window.contains(element)) return box;
  const frame = windowBox(state);
  const left = within(box.left, frame.left, frame.right), top = within(box.top, frame.top, frame.bottom);
  const right = within(box.right, frame.left, frame.right), bottom = within(box.bottom, frame.top, frame.bottom);
  return new DOMRect(left, top, right - left, bottom - top);
}

/**
 * The nearest place at which something of that reach is seen whole, or else the middle.
 * @param {number} at @param {number} reach @param {number} start @param {number} length
 */
function into(at, reach, start, length) {
  return 2 * reach > length ? start + length / 2 : within(at, start + reach, start + length - reach);
}

/** Words about something stand beside it, and never beyond the screen: above if there is room, else below, else at its side. @param {HTMLElement} words @param {DOMRect} box what they are about */
export function putBeside({ style, offsetWidth: width, offsetHeight: height }, box) {
  const { clientWidth, clientHeight } = document.documentElement;
  const above = box.top - height - APART, below = box.bottom + APART;
  const fits = above >= APART || below + height + APART <= clientHeight;
  const right = box.right + APART, left = box.left - width - APART;
  const x = fits ? (box.left + box.right - width) / 2 : right + width + APART <= clientWidth ? right : left;
  const y = above >= APART ? above : fits ? below : (box.top + box.bottom - height) / 2;
  style.left = `${within(x, APART, clientWidth - width - APART)}px`;
  style.top = `${within(y, APART, clientHeight - height - APART)}px`;
}

/** @param {State} state */
export function listenToZoomButtons(state) {
  byId("zoom-in").addEventListener("click", () => stepBy(state, STEP));
  byId("zoom-out").addEventListener("click", () => stepBy(state, 1 / STEP));
  byId("zoom-all").addEventListener("click", () => resetZoom(state));
  state.events.addEventListener("zoom", () => showButtons(state));
  new ResizeObserver(() => settleZoomButtons(state)).observe(state.svg);
}

/** @param {State} state @param {number} factor */
function stepBy(state, factor) {
  carry(state, factor, middleOf(state), undefined, true);
}

/** @param {State} state */
function showButtons(state) {
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
  showButtons(state);
  if (!isZoomed(state)) zoom.corner = freest(state);
  putButtons(state, box);
}

/** @param {State} state @param {HTMLElement} box */
function putButtons(state, { style, classList }) {
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
