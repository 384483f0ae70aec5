// Before the chat: what it needs is fetched when somebody opens it, or says something. A page must be light.

import { addStyle, byId } from "../shared/page.js";

/** @import { TableMessage, ChatMessage, Who } from "../connection/messages.js" */

export class ChatToggle {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.panel = byId("chat-panel");
    /** Participants whom one does not want to hear. @type {number[]} */
    this.muted = [];
    /** @type {TableMessage|null} */
    this.table = null;
    /** What was heard before the rest was there. @type {ChatMessage[]} */
    this.waiting = [];
    /** @type {Promise<import("./chat.js").Chat>|null} */
    this.coming = null;
    /** @type {import("./about_person.js").AboutPerson|null} */
    this.person = null;
    this.panel.addEventListener("shown", () => this.open(), { once: true });
  }

  /** @param {TableMessage} table */
  showTable(table) {
    this.table = table;
    const { sitters, you, watching } = table, others = sitters.some(({ id, bot }) => !bot && !you.sitters.includes(id));
    if (others || (you.sitter === null && watching > 1)) byId("chat-tab").hidden = false;
    this.coming?.then((chat) => chat.showTable(table));
  }

  /** @param {ChatMessage} message */
  hear(message) {
    if (message.muted) this.muted = message.muted;
    this.waiting.push(message);
    if (this.coming || message.lines.length) this.open().then((chat) => this.tell(chat));
  }

  /** @param {import("./chat.js").Chat} chat */
  tell(chat) {
    for (const message of this.waiting.splice(0)) chat.hear(message);
  }

  open() {
    this.coming ??= this.fetch();
    return this.coming;
  }

  async fetch() {
    addStyle(this.panel);
    const [{ Chat }, inside] = await Promise.all([import("./chat.js"), fetch("/chat").then((page) => page.text())]);
    const [tools, dialog] = new DOMParser().parseFromString(inside, "text/html").body.children;
    this.panel.append(tools);
    byId("table").append(dialog);
    const chat = new Chat(this.send, (who, name, muted) => this.about(who, name, muted));
    if (this.table) chat.showTable(this.table);
    this.tell(chat);
    return chat;
  }

  /** @param {Who} who @param {string} name @param {boolean} muted */
  async about(who, name, muted) {
    await this.open();
    const { AboutPerson } = await import("./about_person.js");
    this.person ??= new AboutPerson(this.send);
    this.person.open(who, name, muted);
  }
}
