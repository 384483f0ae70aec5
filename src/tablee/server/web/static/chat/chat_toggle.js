// Before the talk: what it needs is fetched when somebody opens it, or says something. A page must be light.

import { addStyle, byId } from "../house/page.js";

/** @import { TableMessage, TalkMessage, Who } from "./messages.js" */

export class TalkDoor {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.fold = byId("talk-fold");
    /** Sitters whom one does not want to hear. @type {number[]} */
    this.muted = [];
    /** @type {TableMessage|null} */
    this.table = null;
    /** What was heard before the rest was there. @type {TalkMessage[]} */
    this.waiting = [];
    /** @type {Promise<import("./talk.js").Talk>|null} */
    this.coming = null;
    /** @type {import("./about_person.js").AboutPerson|null} */
    this.person = null;
    this.fold.addEventListener("toggle", () => this.open(), { once: true });
  }

  /** @param {TableMessage} table */
  showTable(table) {
    this.table = table;
    const { sitters, you, watching } = table, others = sitters.some(({ id, bot }) => !bot && !you.sitters.includes(id));
    if (others || (you.sitter === null && watching > 1)) this.fold.hidden = false;
    this.coming?.then((talk) => talk.showTable(table));
  }

  /** @param {TalkMessage} message */
  hear(message) {
    if (message.muted) this.muted = message.muted;
    this.waiting.push(message);
    if (this.coming || message.lines.length) this.open().then((talk) => this.tell(talk));
  }

  /** @param {import("./talk.js").Talk} talk */
  tell(talk) {
    for (const message of this.waiting.splice(0)) talk.hear(message);
  }

  open() {
    this.coming ??= this.fetch();
    return this.coming;
  }

  async fetch() {
    addStyle(this.fold);
    const [{ Talk }, inside] = await Promise.all([import("./talk.js"), fetch("/talk").then((page) => page.text())]);
    const [tools, dialog] = new DOMParser().parseFromString(inside, "text/html").body.children;
    this.fold.append(tools);
    byId("table").append(dialog);
    const talk = new Talk(this.send, (who, name, muted) => this.about(who, name, muted));
    if (this.table) talk.showTable(this.table);
    this.tell(talk);
    return talk;
  }

  /** @param {Who} who @param {string} name @param {boolean} muted */
  async about(who, name, muted) {
    await this.open();
    const { AboutPerson } = await import("./about_person.js");
    this.person ??= new AboutPerson(this.send);
    this.person.open(who, name, muted);
  }
}
