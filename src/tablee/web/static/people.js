// Who sits here: the waiting room before the game, and the list beside it afterwards.

import { byId, formById, copy, make, plural, text } from "./page.js";

/** @typedef {import("./protocol.js").TableMessage} TableMessage */
/** @typedef {import("./protocol.js").Sitter} Sitter */

export class People {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    /** Whoever stands up is not seated again by the page. */
    this.stoodUp = false;
    this.nonceSent = false;
    this.listen();
  }

  listen() {
    this.onSubmit("add-bot", (form) => this.send({ do: "bot", level: Number(form.get("level")) }));
    this.onSubmit("name-form", (form) => this.send({ do: "name", name: String(form.get("name")).trim() }));
    this.onSubmit("invite", () => copy(/** @type {HTMLInputElement} */ (byId("invite-link"))));
    byId("start").addEventListener("click", () => this.send({ do: "start" }));
    byId("sit").addEventListener("click", () => this.sit());
  }

  /** @param {string} id @param {(form: FormData) => void} act */
  onSubmit(id, act) {
    formById(id).addEventListener("submit", (event) => {
      event.preventDefault();
      act(new FormData(formById(id)));
    });
  }

  sit() {
    this.stoodUp = false;
    this.nonceSent = true;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.send({ do: "sit", nonce });
  }

  /** On a new connection the nonce may have to be sent again. */
  reconnect() {
    this.nonceSent = false;
  }

  /** @param {TableMessage} table */
  show(table) {
    this.sitIfWanted(table);
    const waiting = table.status === "waiting" && !table.solo;
    byId("waiting").hidden = !waiting;
    if (waiting) this.showWaiting(table);
    byId("people").replaceChildren(...table.sitters.map((sitter, at) => this.line(sitter, at === table.you.sitter)));
    byId("watching").hidden = !table.watching;
    byId("watching").textContent = plural("watching", table.watching);
    byId("commitment").textContent = table.commitment;
  }

  /**
   * A page sits down by itself, and gives its nonce once it has been shown the commitment.
   * @param {TableMessage} table
   */
  sitIfWanted(table) {
    if (table.status !== "waiting" || this.stoodUp || this.nonceSent) return;
    const seated = table.you.sitter !== null;
    if (seated ? !table.you.nonce : table.sitters.length < table.players) this.sit();
  }

  /** @param {TableMessage} table */
  showWaiting(table) {
    const seated = table.you.sitter !== null;
    const free = table.players - table.sitters.length;
    const lines = table.sitters.map((sitter, at) => this.chair(sitter, at, table.you.sitter));
    for (let at = 0; at < free; at += 1) lines.push(make("li", "free", text("free_seat")));
    byId("sitters").replaceChildren(...lines);
    byId("add-bot").hidden = !seated || free === 0;
    byId("invite").hidden = free === 0;
    byId("name-form").hidden = !seated;
    byId("start").hidden = !seated;
    byId("start").textContent = text(free ? "start_with_bots" : "start");
    byId("sit").hidden = seated || free === 0;
  }

  /** @param {Sitter} sitter @param {number} at @param {number|null} you */
  chair(sitter, at, you) {
    const line = this.line(sitter, at === you);
    if (you === null || (!sitter.bot && at !== you)) return line;
    const own = at === you;
    const button = make("button", "plain", own ? text("stand_up") : "×");
    if (!own) button.setAttribute("aria-label", text("remove", { name: sitter.name }));
    button.addEventListener("click", () => {
      this.stoodUp ||= own;
      this.send({ do: "unseat", sitter: at });
    });
    line.append(button);
    return line;
  }

  /** @param {Sitter} sitter @param {boolean} own */
  line(sitter, own) {
    const line = make("li", sitter.here || sitter.bot ? "here" : "away");
    line.append(make("span", "who", sitter.name));
    const note = own ? text("you") : sitter.bot ? text("bot") : sitter.here ? "" : text("away");
    if (note) line.append(make("span", "note", note));
    return line;
  }
}
