// Asks which of several actions is meant.

import { byId, make } from "../house/page.js";

export class Choice {
  /** @param {SVGSVGElement} scene where the focus goes if what had it is gone */
  constructor(scene) {
    this.scene = scene;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("choice"));
    /** Who waits for the answer. @type {(action: string) => void} */
    this.tell = () => {};
    this.dialog.addEventListener("close", () => this.closed());
    // A key held down has opened it, and chooses nothing.
    this.dialog.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
  }

  /**
   * The one that is chosen, or nothing if the person changes their mind.
   * @param {string[]} actions @param {Record<string, string>} spoken the actions in words @param {string} advised
   * @returns {Promise<string>}
   */
  ask(actions, spoken, advised) {
    this.tell("");
    const options = actions.map((action) => option(action, spoken[action] ?? action));
    byId("choice-list").replaceChildren(...options);
    options[actions.indexOf(advised)]?.classList.add("advised");
    this.dialog.returnValue = "";
    this.dialog.showModal();
    return new Promise((done) => { this.tell = done; });
  }

  closed() {
    // This comes a moment later: the next question may be on the screen already.
    if (this.dialog.open) return;
    // The browser gives the focus back to whatever had it, if that is still there.
    if (document.activeElement === document.body) this.scene.focus({ preventScroll: true });
    this.tell(this.dialog.returnValue);
  }

  /** What was asked is no question any more. */
  withdraw() {
    if (this.dialog.open) this.dialog.close("");
  }
}

/** @param {string} action @param {string} words */
function option(action, words) {
  const button = make("button", "button", words);
  button.setAttribute("value", action);
  return button;
}
