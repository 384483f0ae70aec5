// Asks before an action is played, if somebody likes that: play it, or undo the choice. Choosing it again plays it, too.
// What would end a turn is held by the server, which alone knows it: then the turn is passed on, or the choice undone.

import { byId, focusOn } from "../shared/page.js";
import { settings, whenChanged } from "../shared/settings.js";

export class Confirm {
  /**
   * @param {(action: string, key: string) => void} act
   * @param {(key: string) => Element|undefined} find what a key names
   */
  constructor(act, find) {
    this.find = find;
    this.place = byId("confirm");
    /** What has been chosen. */
    this.action = this.key = "";
    byId("confirm-play").addEventListener("click", () => this.action && act(this.action, this.key));
    byId("confirm-undo").addEventListener("click", () => this.clear());
    document.addEventListener("keydown", (event) => this.press(event));
    /** What the two buttons say: to play something, and to pass the turn on. */
    this.labels = [byId("confirm-play"), byId("confirm-undo")].map((button) => ({
      place: /** @type {ChildNode} */ (button.firstChild),
      play: button.firstChild?.textContent ?? "",
      pass: `${button.dataset["pass"]} `,
    }));
    whenChanged(() => settings.confirm || this.clear());
  }

  /**
   * Must it be asked about first?
   * @param {string} action @param {string} key of the node that offers it
   * @param {string[]} [path] all that one has pointed at
   * @param {string} [note] what becomes of it
   */
  asks(action, key, path = [key || action], note = "") {
    if (this.action === action) return false;
    this.clear();
    [this.action, this.key] = [action, key];
    const chosen = this.find(key || action);
    chosen?.classList.add("chosen");
    const said = path.map((one) => this.find(one)).map((one) => one?.getAttribute("aria-label") ?? one?.textContent ?? "");
    this.open([said.join(" → "), note].filter(Boolean).join(" – "), "play");
    return true;
  }

  /** The server holds what would end the turn. @param {{action: string, key: string}} held @param {string} words */
  holds({ action, key }, words) {
    this.clear();
    [this.action, this.key] = [action, key];
    const chosen = this.find(key || action);
    chosen?.classList.add("chosen");
    this.open([chosen?.getAttribute("aria-label") ?? "", words].filter(Boolean).join(" – "), "pass");
  }

  /** @param {string} words @param {"play"|"pass"} kind */
  open(words, kind) {
    for (const label of this.labels) label.place.textContent = label[kind];
    this.place.hidden = false;
    byId("confirm-words").textContent = words;
  }

  clear() {
    if (this.place.contains(document.activeElement)) focusOn(byId("scene"));
    this.find(this.key || this.action)?.classList.remove("chosen");
    this.action = this.key = "";
    this.place.hidden = true;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!this.action || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.clear();
    // Whoever stands nowhere means what was chosen last.
    else if (event.key === "Enter" && document.activeElement === document.body) byId("confirm-play").click();
  }
}
