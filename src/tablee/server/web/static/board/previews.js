// Previews: what something would bring is seen clearly while somebody points at it, by mouse, by keyboard or by finger.

import { keyAt } from "./picture.js";
import { ENTER, isOf } from "./scene.js";

/** @import { PlayState } from "./state.js" */

/** @param {PlayState} state */
export function listenForPreviews(state) {
  const { svg, tip } = state;
  svg.addEventListener("pointerover", (event) => point(state, { over: keyAt(event.target) }));
  svg.addEventListener("pointerout", () => point(state, { over: "" }));
  svg.addEventListener("focusin", (event) => point(state, { focused: focusedKey(event.target) }));
  svg.addEventListener("focusout", () => point(state, { focused: "" }));
  // What a tip is about is pointed at, even when the finger is lifted.
  tip.tell = (target) => point(state, { told: keyAt(target) });
}

/** @param {PlayState} state @param {Partial<PlayState["pointed"]>} keys */
function point(state, keys) {
  const before = Object.values(state.pointed).join();
  Object.assign(state.pointed, keys);
  if (Object.values(state.pointed).join() !== before) refreshPreviews(state);
}

/** Another picture may have other previews. @param {PlayState} state */
export function refreshPreviews({ pointed, parts }) {
  const keys = new Set(Object.values(pointed).filter(Boolean));
  for (const { node, element } of parts.values()) {
    if (isOf(node, "preview")) element.classList.toggle("previewed", keys.has(node[ENTER]));
  }
}

/** @param {EventTarget|null} target */
function focusedKey(target) {
  return target instanceof Element && target.matches(":focus-visible") ? keyAt(target) : "";
}
