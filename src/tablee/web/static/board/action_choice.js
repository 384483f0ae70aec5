// Asks which of several actions is meant.

import { byId, focusOn, make } from "../house/page.js";

/** @import { PlayState } from "./state.js" */

/** @param {PlayState} state */
export function listenToChoice(state) {
  const choice = dialog();
  choice.addEventListener("close", () => closed(state));
  // A key held down has opened it, and chooses nothing.
  choice.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
}

/** The one that is chosen, or nothing if the person changes their mind. @param {PlayState} state @param {string[]} actions @returns {Promise<string>} */
export function chooseAction(state, actions) {
  state.chosen("");
  const spoken = state.frame?.scene.spoken ?? {}, choice = dialog();
  const options = actions.map((action) => option(action, spoken[action] ?? action));
  byId("choice-list").replaceChildren(...options);
  options[actions.indexOf(state.hint.action)]?.classList.add("advised");
  choice.returnValue = "";
  choice.showModal();
  return new Promise((done) => { state.chosen = done; });
}

/** @param {PlayState} state */
function closed({ svg, chosen }) {
  const choice = dialog();
  // This comes a moment later: the next question may be on the screen already.
  if (choice.open) return;
  // The browser gives the focus back to whatever had it, if that is still there.
  if (document.activeElement === document.body) focusOn(svg);
  chosen(choice.returnValue);
}

/** What was asked is no question any more. */
export function withdrawChoice() {
  if (dialog().open) dialog().close("");
}

function dialog() {
  return /** @type {HTMLDialogElement} */ (byId("choice"));
}

/** @param {string} action @param {string} words */
function option(action, words) {
  const button = make("button", "button", words);
  button.setAttribute("value", action);
  return button;
}
