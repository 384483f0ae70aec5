// What one plays for, in one line, for whoever comes to a game for the first time; it goes with their first action.

import { byId, focusOn } from "../shared/page.js";
import { remember, remembered } from "../shared/settings.js";

/** @import { TableMessage } from "../connection/messages.js" */

export class Goal {
  constructor() {
    /** Not every game says it. @type {HTMLElement|null} */
    this.place = document.getElementById("goal");
    this.name = `knows-${this.place?.dataset.game}`;
    if (this.place) byId("goal-read").addEventListener("click", () => this.clear());
  }

  /** Whoever plays is told, once the game has begun. @param {TableMessage} table */
  show({ status, you }) {
    if (this.place) this.place.hidden = status !== "playing" || you.sitter === null || remembered(this.name) !== null;
  }

  clear() {
    if (!this.place || this.place.hidden) return;
    remember(this.name, "yes");
    if (this.place.contains(document.activeElement)) focusOn(byId("scene"));
    this.place.hidden = true;
  }
}
