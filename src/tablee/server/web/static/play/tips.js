// Tips: what a thing is, in words beside it, on hover, on focus, on a long press, and on a tap where nothing else can be
// done. Screen readers have it anyway.

import { byId } from "../shared/page.js";
import { boxOf, putBeside } from "../board/zoom.js";

/** @import { State } from "../board/state.js" */

const HOVER = 350;
const LONG_PRESS = 450;
/** What moves further than this is no long press, and no mouse at rest. */
const STEADY = 12;

/** What has a tip: nodes by their labels, buttons by their hints. */
const TIPPED = ".explained[aria-label], .hinted";
/** What has one for those who ask by a tap or a click. */
const TOLD = `${TIPPED}, .told[aria-label]`;

/** @param {State} state */
export function listenForTips(state) {
  const { tip } = state;
  document.documentElement.addEventListener("pointerleave", () => tip.hovering && hide(state));
  document.addEventListener("focusin", (event) => focus(state, event));
  document.addEventListener("focusout", () => tip.held || hide(state));
  document.addEventListener("pointerdown", (event) => down(state, event));
  document.addEventListener("pointermove", (event) => moved(state, event));
  document.addEventListener("pointerup", () => up(state));
  document.addEventListener("pointercancel", () => up(state));
  document.addEventListener("click", (event) => click(state, event), { capture: true });
  document.addEventListener("click", (event) => tap(state, event));
  document.addEventListener("contextmenu", (event) => tip.held && event.preventDefault());
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide(state));
  addEventListener("scroll", () => hide(state), { passive: true });
  state.events.addEventListener("zoom", () => follow(state));
}

/** @param {State} state @param {FocusEvent} event */
function focus(state, event) {
  const target = tipped(event);
  if (target?.matches(":focus-visible")) show(state, target);
}

/** @param {State} state @param {PointerEvent} event */
function down(state, event) {
  state.tip.held = false;
  hide(state);
  const target = event.pointerType === "touch" ? tipped(event) : null;
  state.tip.pressed = [event.clientX, event.clientY];
  if (target) soon(state, target, LONG_PRESS);
}

/** @param {State} state @param {PointerEvent} event */
function moved(state, event) {
  const [x, y] = state.tip.pressed;
  const steady = Math.hypot(event.clientX - x, event.clientY - y) <= STEADY;
  if (event.pointerType === "touch") steady || up(state);
  // A mouse that stays where it has just pressed something is not asking what has come there instead.
  else if (!steady) hover(state, tipped(event));
}

/** @param {State} state @param {Element|null} target */
function hover(state, target) {
  const { tip } = state;
  if (target === tip.target || (!target && !tip.hovering)) return;
  hide(state);
  if (!target) return;
  tip.hovering = true;
  soon(state, target, HOVER);
}

/** A finger that was lifted too early shows nothing. @param {State} state */
function up(state) {
  if (byId("tip").hidden) hide(state);
}

/** @param {State} state @param {MouseEvent} event */
function click({ tip }, event) {
  // The keyboard clicks as well, and never by a long press.
  if (!tip.held || !event.detail) return;
  tip.held = false;
  event.preventDefault();
  event.stopPropagation();
}

/** Of a thing that offers nothing it is told what it is. @param {State} state @param {MouseEvent} event */
function tap(state, event) {
  if (event.defaultPrevented || !event.detail || !state.svg.contains(/** @type {Element} */ (event.target))) return;
  const hit = document.elementsFromPoint(event.clientX, event.clientY);
  const target = hit.map((element) => element.closest(`.node:is(${TOLD})`)).find(Boolean);
  if (!target) return;
  // A mouse that goes away takes it along.
  state.tip.hovering = !(event instanceof PointerEvent && event.pointerType === "touch");
  show(state, target);
}

/** @param {State} state @param {Element} target @param {number} time */
function soon(state, target, time) {
  const { tip } = state;
  tip.target = target;
  tip.timer = setTimeout(() => {
    tip.held = !tip.hovering;
    show(state, target);
  }, time);
}

/** @param {State} state @param {Element} target */
function show(state, target) {
  // Where it is asked what is meant there is no room for more words.
  const quiet = !target.isConnected || !target.matches(TOLD) || document.querySelector(".choice[open]");
  const words = quiet ? "" : wordsOf(target);
  if (!words) return hide(state);
  const place = byId("tip");
  state.tip.target = target;
  place.textContent = words;
  place.hidden = false;
  putBeside(place, boxOf(state, target));
  state.tip.tell(target);
}

/** The picture has changed: the tip may have to say something else, or nothing. @param {State} state */
export function refreshTip(state) {
  if (state.tip.target && !byId("tip").hidden) show(state, state.tip.target);
}

/** Things are elsewhere now: the keyboard still means the same one, a mouse or finger another. @param {State} state */
function follow(state) {
  if (state.tip.hovering || state.tip.held || byId("tip").hidden) hide(state);
  else refreshTip(state);
}

/** @param {State} state */
function hide({ tip }) {
  clearTimeout(tip.timer);
  tip.target = null;
  tip.hovering = false;
  byId("tip").hidden = true;
  tip.tell(null);
}

/** @param {Event} event */
function tipped(event) {
  return event.target instanceof Element ? event.target.closest(TIPPED) : null;
}

/** @param {Element} target */
function wordsOf(target) {
  return target.getAttribute(target.classList.contains("hinted") ? "aria-description" : "aria-label");
}
