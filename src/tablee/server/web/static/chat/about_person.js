// What one can do about somebody at the table: not hear them any more, or report them to the host.

import { byId, text } from "../shared/page.js";
import { command } from "../connection/protocol.js";

/** @import { Who } from "../connection/messages.js" */

export class AboutPerson {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("about-person"));
    this.form = /** @type {HTMLFormElement} */ (this.dialog.querySelector("form"));
    /** @type {Who} */
    this.who = {};
    this.muted = false;
    this.dialog.addEventListener("close", () => this.close());
    byId("about-person-mute").addEventListener("click", () => this.dialog.close("mute"));
  }

  /** @param {Who} who @param {string} name @param {boolean} muted */
  open(who, name, muted) {
    this.who = who;
    this.muted = muted;
    this.form.reset();
    byId("about-person-title").textContent = name;
    byId("about-person-mute").textContent = text(muted ? "hear_again" : "do_not_hear", { name });
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  close() {
    const chosen = this.dialog.returnValue, fields = new FormData(this.form);
    if (chosen === "mute") this.send(command.mute(!this.muted, this.who));
    if (chosen !== "report") return;
    this.send(command.report(String(fields.get("why")), String(fields.get("words")).trim(), this.who));
  }
}
