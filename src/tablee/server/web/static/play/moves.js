// Piece, then place: actions for which one points at several things, one after the other, or drags the first to the next.
// Fetched where a game has such moves. It knows no rules: the scene says which keys lead to which action.

import { announce, make, write } from "../shared/page.js";
import { transform } from "../board/motion.js";
import { keyAt } from "../board/picture.js";
import { KEY, LABEL, SIZE, X, Y } from "../board/scene.js";
import { holds, placeOf, pointOf, seenOutside } from "../board/zoom.js";
import { askWhy, rove, take } from "./offers.js";

/** @import { Node, Scene } from "../board/frame.js" */
/** @import { Moving, Part, PlayState, Point } from "../board/state.js" */

/**
 * A piece under a finger or a mouse.
 * @typedef {object} Drag
 * @property {number} id of the pointer
 * @property {string} key of the piece
 * @property {Point} from where on the screen it was taken
 * @property {Node} node how it is drawn above everything
 * @property {SVGGElement|null} likeness that follows, once it is dragged
 * @property {string} over the key of the place under it, if it may go there
 * @property {AbortController} holds the page, which else would be scrolled
 *
 * What was dragged lies where it was let go until the server says so, and goes back if it refuses.
 * @typedef {{part: Part, before: Node, after: Node}} Dropped
 *
 * @typedef {object} Moves
 * @property {PlayState} state
 * @property {() => void} refresh offers what can be done now
 * @property {string[]} held the keys that have been pointed at
 * @property {number} step to which that answers
 * @property {Drag|null} drag
 * @property {boolean} dragged has a drag just ended? The click that may follow means nothing
 * @property {Dropped|null} dropped
 */

/** What moves further than this on the screen is dragged. */
const SLACK = 8;
/** How far from the middle of a place something may be let go, on the screen. */
const REACH = 30;
/** How much larger things are in the hand. */
const LIFTED = 1.12;

/** @param {PlayState} state @param {() => void} refresh @returns {Moving} */
export function newMoving(state, refresh) {
  /** @type {Moves} */
  const moves = { state, refresh, held: [], step: -1, drag: null, dragged: false, dropped: null };
  const { svg } = state, style = make("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("./moves.css", import.meta.url).href });
  document.head.append(style);
  svg.addEventListener("pointerdown", (event) => down(moves, event), { capture: true });
  // Before the window is moved instead.
  svg.addEventListener("pointermove", (event) => move(moves, event), { capture: true });
  addEventListener("pointerup", (event) => up(moves, event));
  addEventListener("pointercancel", () => letGo(moves));
  svg.addEventListener("click", (event) => click(moves, event), { capture: true });
  document.addEventListener("keydown", (event) => escape(moves, event));
  return {
    held: () => heldNow(moves),
    offers: (scene) => offersOf(moves, scene),
    hold: (key) => hold(moves, key),
    mark: () => mark(moves),
  };
}

/** What is held, unless something has happened since. @param {Moves} moves */
function heldNow({ state, held, step }) {
  const holds = state.frame?.step === step && held.every((key) => state.parts.has(key));
  return holds ? held : [];
}

/** The actions whose keys begin so. @param {Moves} moves @param {string[]} path */
function begun({ state }, path) {
  const all = Object.entries(state.frame?.scene.moves ?? {});
  return all.filter(([, keys]) => path.every((key, at) => keys[at] === key));
}

/** What nodes offer now: pieces that can be moved, and where the one that is held may go. @param {Moves} moves @param {Scene} scene */
function offersOf(moves, scene) {
  putBack(moves);
  const offers = { ...scene.offers }, held = heldNow(moves);
  for (const [action, [first]] of Object.entries(scene.moves)) offers[first] = [...(offers[first] ?? []), action];
  if (!held.length) return offers;
  /** @type {Record<string, string[]>} */
  const next = {};
  for (const [action, keys] of begun(moves, held)) (next[keys[held.length]] ??= []).push(action);
  return { ...offers, ...next };
}

/**
 * Somebody points at something that is offered. Returns whether that is all that happens: a piece is held, or let go.
 * @param {Moves} moves @param {string} key
 */
function hold(moves, key) {
  const held = heldNow(moves);
  if (key === held.at(-1)) {
    keep(moves, held.slice(0, -1));
    return true;
  }
  const on = [...held, key], path = begun(moves, on).length ? on : [key];
  const actions = begun(moves, path);
  if (!actions.length || actions.some(([, keys]) => keys.length === path.length)) return false;
  keep(moves, path);
  announce(`${labelOf(moves, key)}: ${targets(moves).map((next) => labelOf(moves, next)).join("; ")}`);
  rove(moves.state, key, false);
  return true;
}

/** @param {Moves} moves @param {string[]} held */
function keep(moves, held) {
  Object.assign(moves, { held, step: moves.state.frame?.step ?? -1 });
  moves.refresh();
}

/** @param {Moves} moves @param {string} key */
function labelOf({ state }, key) {
  return state.parts.get(key)?.node[LABEL] || key;
}

/** The keys of where what is held may go. @param {Moves} moves */
function targets(moves) {
  const held = heldNow(moves);
  return held.length ? [...new Set(begun(moves, held).map(([, keys]) => keys[held.length]))] : [];
}

/** @param {Moves} moves */
function mark(moves) {
  const { state } = moves, { open, parts, svg } = state, held = open ? heldNow(moves) : [];
  const lit = new Set(open ? targets(moves) : []), firsts = new Set(open ? begun(moves, []).map(([, [first]]) => first) : []);
  svg.classList.toggle("holding", held.length > 0);
  for (const [key, { element }] of parts) {
    element.classList.toggle("movable", firsts.has(key) && !lit.has(key));
    element.classList.toggle("target", lit.has(key));
    element.classList.toggle("held", held.includes(key));
    if (firsts.has(key)) write(element, "aria-pressed", held.includes(key) ? "true" : null);
  }
}

/** @param {Moves} moves @param {KeyboardEvent} event */
function escape(moves, event) {
  const [first] = heldNow(moves), { state } = moves;
  if (event.key !== "Escape" || !first || document.querySelector("dialog[open]")) return;
  const focused = state.svg.contains(document.activeElement);
  letGo(moves);
  rove(state, first, focused);
}

// ---- dragging ------------------------------------------------------------------------------------------------

/** @param {Moves} moves @param {PointerEvent} event */
function down(moves, event) {
  const { state } = moves, key = keyAt(event.target), part = state.parts.get(key);
  moves.dragged = false;
  if (moves.drag) return letGo(moves);
  if (event.button !== 0 || !event.isPrimary || !state.open || !part?.element.classList.contains("movable")) return;
  const seen = holds(state, part.node) ? seenOutside(state, part.node) : part.node;
  const node = /** @type {Node} */ ([...seen]);
  node[SIZE] *= LIFTED;
  const from = /** @type {Point} */ ([event.clientX, event.clientY]), holding = new AbortController();
  // The style says so, too, but not every browser listens to it inside of a picture. What was touched hears it alone: it
  // may be drawn anew meanwhile.
  const stay = { passive: false, signal: holding.signal };
  event.target?.addEventListener("touchmove", (touch) => touch.cancelable && touch.preventDefault(), stay);
  moves.drag = { id: event.pointerId, key, from, node, likeness: null, over: "", holds: holding };
}

/** @param {Moves} moves @param {PointerEvent} event */
function move(moves, event) {
  const { drag, state } = moves;
  if (!drag || drag.id !== event.pointerId) return;
  const far = Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]);
  // A mouse may have been released where nobody heard of it.
  if (!event.buttons || !state.open) return letGo(moves);
  if (!drag.likeness && far < SLACK) return;
  drag.likeness ??= begin(moves, drag);
  [drag.node[X], drag.node[Y]] = pointOf(state, event);
  drag.likeness.setAttribute("transform", transform(drag.node, ""));
  drag.over = placeUnder(moves, event);
  for (const [key, { element }] of state.parts) element.classList.toggle("over", key === drag.over);
}

/** From now on the piece follows. @param {Moves} moves @param {Drag} drag */
function begin(moves, drag) {
  const { state } = moves, { element } = /** @type {Part} */ (state.parts.get(drag.key));
  // The window stays where it is.
  state.fingers.down.delete(drag.id);
  state.svg.setPointerCapture(drag.id);
  if (heldNow(moves).join() !== drag.key) {
    keep(moves, []);
    hold(moves, drag.key);
  }
  const likeness = /** @type {SVGGElement} */ (element.cloneNode(true));
  for (const name of ["data-key", "role", "aria-label", "aria-pressed", "tabindex"]) likeness.removeAttribute(name);
  likeness.setAttribute("aria-hidden", "true");
  likeness.classList.add("carried");
  likeness.querySelector(".halo")?.remove();
  element.classList.add("lifted");
  state.svg.classList.add("carrying");
  return state.svg.appendChild(likeness);
}

/** Where it may go and would come to: what is under it, or nearby. @param {Moves} moves @param {PointerEvent} event */
function placeUnder(moves, event) {
  const { state } = moves, open = targets(moves);
  const hit = document.elementsFromPoint(event.clientX, event.clientY).map(keyAt).find((key) => open.includes(key));
  if (hit) return hit;
  const [x, y] = pointOf(state, event);
  let best = "", least = REACH / (state.svg.getScreenCTM()?.a ?? 1);
  for (const key of open) {
    const node = state.parts.get(key)?.node;
    if (!node) continue;
    const [left, top] = holds(state, node) ? placeOf(state, node) : [node[X], node[Y]];
    const far = Math.hypot(x - left, y - top);
    if (far < least) [best, least] = [key, far];
  }
  return best;
}

/** @param {Moves} moves @param {PointerEvent} event */
async function up(moves, event) {
  const { drag, state } = moves;
  if (!drag || drag.id !== event.pointerId) return;
  drag.holds.abort();
  if (!drag.likeness) {
    moves.drag = null;
    return;
  }
  moves.dragged = true;
  const { over, likeness } = drag;
  if (!over) {
    const home = document.elementsFromPoint(event.clientX, event.clientY).some((hit) => keyAt(hit) === drag.key);
    if (!home) askWhy(state, event);
    endDrag(moves);
    // Put back where it was it is held still, as if it had been pointed at.
    if (!home) letGo(moves);
    return;
  }
  moves.drag = null;
  const on = [...heldNow(moves), over], goesOn = begun(moves, on).every(([, keys]) => keys.length > on.length);
  // It may have to go further, or to take something: then it is shown where it has come to.
  if (goesOn) hold(moves, over);
  const played = !goesOn && (await take(state, over));
  likeness.remove();
  unlift(state);
  if (played) drop(moves, drag.key, over);
  else if (!goesOn) letGo(moves);
}

/** @param {Moves} moves @param {MouseEvent} event */
function click(moves, event) {
  // The keyboard clicks as well, and never after a drag.
  if (!moves.dragged || !event.detail) return;
  moves.dragged = false;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {Moves} moves */
function letGo(moves) {
  endDrag(moves);
  if (heldNow(moves).length) keep(moves, []);
}

/** @param {Moves} moves */
function endDrag(moves) {
  moves.drag?.holds.abort();
  moves.drag?.likeness?.remove();
  moves.drag = null;
  unlift(moves.state);
}

/** @param {PlayState} state */
function unlift({ parts, svg }) {
  svg.classList.remove("carrying");
  for (const { element } of parts.values()) element.classList.remove("lifted", "over");
}

/** It lies where it was let go: what the server shows next begins from there. @param {Moves} moves @param {string} key @param {string} to */
function drop(moves, key, to) {
  const { parts } = moves.state, part = parts.get(key), place = parts.get(to)?.node;
  if (!part || !place) return;
  const before = part.node, after = /** @type {Node} */ ([...before]);
  [after[X], after[Y]] = [place[X], place[Y]];
  moves.dropped = { part, before, after };
  show(part, after);
}

/** The server has not moved what was dragged. @param {Moves} moves */
function putBack(moves) {
  const { dropped, state } = moves;
  moves.dropped = null;
  if (!dropped || state.parts.get(dropped.before[KEY]) !== dropped.part || dropped.part.node !== dropped.after) return;
  show(dropped.part, dropped.before);
}

/** @param {Part} part @param {Node} node */
function show(part, node) {
  part.node = node;
  part.element.setAttribute("transform", transform(node, ""));
}
