// Asks which of several actions is meant, beside the thing that offers them; the board stays in sight.

import { byId, focusOn, make, symbol } from "../shared/page.js";
import { boxOf, putBeside } from "../board/zoom.js";

/** @import { PlayState } from "../board/state.js" */

/** How far each key goes among what can be chosen. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {PlayState} state */
export function listenToChoice(state) {
  const choice = dialog();
  choice.addEventListener("click", (event) => press(state, event));
  choice.addEventListener("keydown", (event) => key(state, event));
  document.addEventListener("pointerdown", (event) => elsewhere(state, event), { capture: true });
  for (const moves of ["scroll", "resize"]) addEventListener(moves, () => place(state), { passive: true });
  state.events.addEventListener("zoom", () => place(state));
  state.events.addEventListener("withdraw", () => answer(state, ""));
}

/**
 * The one that is chosen, or nothing if the person changes their mind.
 * @param {PlayState} state @param {string} asked the key of the node that offers them @param {string[]} actions
 * @returns {Promise<string>}
 */
export function chooseAction(state, asked, actions) {
  answer(state, "");
  const options = actions.map((action) => option(state, action));
  const advised = options[actions.indexOf(state.hint.action)];
  advised?.classList.add("advised");
  byId("choice-list").replaceChildren(...options);
  state.asked = asked;
  dialog().show();
  frame();
  place(state);
  focusOn(advised ?? options[0]);
  return new Promise((done) => { state.chosen = done; });
}

/** @param {PlayState} state @param {string} action */
function answer(state, action) {
  const choice = dialog(), { asked, chosen, parts } = state;
  if (!choice.open) return;
  const focused = choice.contains(document.activeElement);
  choice.close();
  state.asked = "";
  state.chosen = () => {};
  if (focused) focusOn(parts.get(asked)?.element ?? state.svg);
  chosen(action);
}

/** @param {PlayState} state @param {Event} event */
function press(state, event) {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) answer(state, button.value);
}

/** @param {PlayState} state @param {KeyboardEvent} event */
function key(state, event) {
  const step = event.key === "Tab" ? (event.shiftKey ? -1 : 1) : STEPS[event.key];
  if (event.key === "Escape") answer(state, "");
  else if (step) walk(step);
  // A key held down has opened it, and chooses nothing.
  else if (event.key !== "Enter" || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

/** To the next or the one before, and from the last to the first. @param {number} step */
function walk(step) {
  const buttons = [...dialog().querySelectorAll("button")], { length } = buttons;
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  focusOn(buttons[(at + step + length) % length]);
}

/** Whoever points at something else has changed their mind. @param {PlayState} state @param {Event} event */
function elsewhere(state, event) {
  if (!dialog().contains(/** @type {Element} */ (event.target))) answer(state, "");
}

/** Where it belongs, though the land has been moved. @param {PlayState} state */
function place(state) {
  const part = state.parts.get(state.asked);
  if (part && dialog().open) putBeside(dialog(), boxOf(state, part.element));
}

/** Pictures show the whole of their shapes, whatever their size. */
function frame() {
  for (const picture of byId("choice-list").querySelectorAll("svg")) {
    const { x, y, width, height } = picture.getBBox();
    picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }
}

function dialog() {
  return /** @type {HTMLDialogElement} */ (byId("choice"));
}

/** @param {PlayState} state @param {string} action */
function option({ frame: shown }, action) {
  const button = make("button", "button"), shapes = shown?.scene.depicted[action] ?? [];
  const pictures = make("span", "choice-shapes");
  pictures.append(...shapes.map((shape) => symbol(`#${shape}`, "0 0 1 1", shape)));
  button.setAttribute("type", "button");
  button.setAttribute("value", action);
  button.append(...(shapes.length ? [pictures] : []), make("span", "", shown?.scene.spoken[action] ?? action));
  return button;
}
