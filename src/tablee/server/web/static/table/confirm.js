// Asks before an action is played, if somebody likes that: play it, or undo the choice. Choosing it again plays it, too.

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
    whenChanged(() => settings.confirm || this.clear());
  }

  /**
   * Must it be asked about first?
   * @param {string} action @param {string} key of the node that offers it
   * @param {string[]} [path] all that one has pointed at
   */
  asks(action, key, path = [key || action]) {
    if (this.action === action) return false;
    this.clear();
    [this.action, this.key] = [action, key];
    const chosen = this.find(key || action);
    chosen?.classList.add("chosen");
    const said = path.map((one) => this.find(one)).map((one) => one?.getAttribute("aria-label") ?? one?.textContent ?? "");
    byId("confirm-words").textContent = said.join(" → ");
    this.place.hidden = false;
    return true;
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
