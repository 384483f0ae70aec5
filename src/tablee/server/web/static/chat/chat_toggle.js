// Before the chat: what it needs is fetched when somebody opens it, or says something. A page must be light.

import { Later, addStyle, byId, texts } from "../shared/page.js";
import { choose, hideTab } from "../table/tabs.js";

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
    this.waits = false;
    this.chat = new Later(() => this.make());
    this.person = new Later(async () => new (await import("./about_person.js")).AboutPerson(send));
    this.panel.addEventListener("shown", () => this.chat.fetch());
  }

  /** @param {TableMessage} table */
  showTable(table) {
    this.table = table;
    const { sitters, you, watching } = table, others = sitters.some(({ id, bot }) => !bot && !you.sitters.includes(id));
    if (others || (you.sitter === null && watching > 1)) this.offer(table.status === "waiting");
    this.chat.here?.showTable(table);
  }

  /** Before a game there are no moves to read, so the chat is open, unless it starts by itself. @param {boolean} waits */
  offer(waits) {
    if (waits && byId("chat-tab").hidden && !document.querySelector(".matched")) choose("chat-tab");
    else if (this.waits && !waits && !this.panel.contains(document.activeElement)) choose("log-tab");
    this.waits = waits;
    hideTab("chat-tab", false);
  }

  /** @param {ChatMessage} message */
  hear(message) {
    if (message.muted) this.muted = message.muted;
    this.waiting.push(message);
    if (this.chat.coming || message.lines.length) this.chat.fetch().then((chat) => this.tell(chat));
  }

  /** @param {import("./chat.js").Chat} chat */
  tell(chat) {
    for (const message of this.waiting.splice(0)) chat.hear(message);
  }

  async make() {
    const inside = fetch("/chat").then((page) => page.text());
    const [{ Chat }, html] = await Promise.all([import("./chat.js"), inside, addStyle(this.panel)]);
    const [tools, dialog] = new DOMParser().parseFromString(html, "text/html").body.children;
    Object.assign(texts, JSON.parse(/** @type {HTMLElement} */ (tools).dataset["texts"] ?? "{}"));
    this.panel.append(tools);
    byId("table").append(dialog);
    const chat = new Chat(this.send, (who, name, muted) => this.about(who, name, muted));
    if (this.table) chat.showTable(this.table);
    this.tell(chat);
    return chat;
  }

  /** @param {Who} who @param {string} name @param {boolean} muted */
  async about(who, name, muted) {
    await this.chat.fetch();
    (await this.person.fetch()).open(who, name, muted);
  }
}
