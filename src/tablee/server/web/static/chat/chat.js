// What people say to each other here: the lines, what can be said with one touch, and a bubble for what is new.

import { announce, arrange, byId, formById, make, makeSvg, symbol, text } from "../shared/page.js";
import { play } from "../shared/sound.js";
import { command } from "../connection/protocol.js";
import { hideTab } from "../table/tabs.js";

/** @import { TableMessage, ChatLine, ChatMessage, Who } from "../connection/messages.js" */

/** How long a bubble stays, and for every letter that is to be read. */
const STAY = 3000, LETTER = 50;
/** Lines that are kept on the page. */
const MOST = 200;
/** @type {"button"} */
const GESTURES = /** @type {any} */ ("[data-kind=gesture]");
/** Where a long word may be broken; nobody has typed it. */
const BREAKS = /\u200b/g;
/** @type {Record<string, number>} */
const ARROWS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class Chat {
  /** @param {(message: object) => void} send @param {(who: Who, name: string, muted: boolean) => void} about somebody */
  constructor(send, about) {
    this.send = send;
    this.about = about;
    this.panel = byId("chat-panel");
    this.list = byId("chat-lines");
    this.bubble = byId("said");
    this.field = /** @type {HTMLInputElement} */ (formById("chat-form").elements.namedItem("words"));
    this.writes = /** @type {HTMLInputElement} */ (byId("chat-writes"));
    /** @type {Map<string, {line: ChatLine, element: HTMLElement}>} */
    this.lines = new Map();
    /** @type {TableMessage|null} */
    this.table = null;
    /** Participants whom one does not want to hear. @type {number[]} */
    this.muted = [];
    this.unread = 0;
    this.timer = 0;
    this.listen();
  }

  listen() {
    for (const { dataset, firstElementChild } of this.panel.querySelectorAll(GESTURES)) {
      firstElementChild?.append(makeSvg("use", { href: `${this.panel.dataset.gestures}#gesture-${dataset.body}` }));
    }
    for (const id of ["chat-gestures", "chat-phrases"]) {
      byId(id).addEventListener("click", (event) => this.press(event.target));
      byId(id).addEventListener("keydown", (event) => walk(byId(id), event));
    }
    formById("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const words = this.field.value.trim();
      if (words) this.send(command.say("text", words));
    });
    this.writes.addEventListener("change", () => this.send(command.write(this.writes.checked)));
    this.panel.addEventListener("shown", () => this.read());
  }

  /** @param {EventTarget|null} target */
  press(target) {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    stopAt(button);
    this.send(command.say(button.dataset.kind ?? "", button.dataset.body ?? ""));
  }

  /** @param {TableMessage} table */
  showTable(table) {
    this.table = table;
    byId("chat-aside").hidden = table.you.sitter !== null || table.status === "over";
    this.showTab();
  }

  /** Where nobody could hear it, nothing is said. */
  showTab() {
    if (!this.table) return;
    const { sitters, you, watching } = this.table;
    const others = sitters.some(({ id, bot }) => !bot && !you.sitters.includes(id));
    hideTab("chat-tab", !(this.lines.size || (you.sitter === null ? others || watching > 1 : others)));
  }

  /** @param {ChatMessage} message */
  hear({ lines, whole, writes, may, muted }) {
    if (whole) {
      this.lines.clear();
      this.muted = muted ?? [];
      this.writes.checked = writes ?? false;
      formById("chat-form").hidden = !writes;
      byId("chat-tools").hidden = !may;
      byId("chat-silenced").hidden = may ?? true;
    }
    const atEnd = this.isAtEnd(), news = lines.filter(({ id }) => !this.lines.has(id));
    for (const line of news) this.lines.set(line.id, { line, element: this.element(line) });
    for (const id of [...this.lines.keys()].slice(0, -MOST)) this.lines.delete(id);
    arrange(this.list, [...this.lines.values()].map(({ element }) => element));
    if (atEnd || whole) this.scrollDown();
    this.showTab();
    if (!whole) for (const line of news) this.tell(line);
  }

  isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    return scrollTop + clientHeight > scrollHeight - 40;
  }

  scrollDown() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Something was said just now. @param {ChatLine} line */
  tell(line) {
    if (line.own) {
      if (this.field.value.trim() === line.words.replace(BREAKS, "")) this.field.value = "";
      this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
      return;
    }
    const { name, words, gesture } = line;
    announce(gesture ? text("does", { name, words }) : text("says", { name, words }));
    play("word");
    this.showBubble(line);
    if (this.panel.hidden) this.count(this.unread + 1);
  }

  read() {
    this.count(0);
    this.scrollDown();
  }

  /** @param {number} unread */
  count(unread) {
    this.unread = unread;
    const mark = byId("chat-unread");
    mark.hidden = !unread;
    mark.textContent = String(unread);
    mark.title = text("unread");
  }

  /** @param {ChatLine} line */
  showBubble({ name, words, gesture }) {
    const { bubble } = this, said = make("span");
    said.append(make("b", "", name), ...(gesture ? [] : [" ", words]));
    bubble.replaceChildren(...(gesture ? [this.picture(gesture)] : []), said);
    bubble.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (bubble.hidden = true), STAY + LETTER * words.length);
  }

  /** @param {string} gesture */
  picture(gesture) {
    return symbol(`${this.panel.dataset.gestures}#gesture-${gesture}`, "0 0 64 64");
  }

  /** @param {ChatLine} line */
  element(line) {
    const element = make("li"), { name, words, gesture, own, aside } = line;
    const who = own ? make("b", "", name) : make("button", "plain", name);
    if (!own) {
      who.setAttribute("type", "button");
      who.title = text("about", { name });
      who.addEventListener("click", () => this.about(line.sitter ? { sitter: line.sitter } : { said: line.id }, name, false));
    }
    element.append(who, " ", ...(gesture ? [this.picture(gesture), " "] : []));
    element.append(gesture ? make("span", "aside-word", words) : words);
    if (aside) element.className = "aside";
    return element;
  }
}

/** One button of a group is a stop of the keyboard, and arrows lead to the others. @param {HTMLElement} group @param {KeyboardEvent} event */
function walk(group, event) {
  const buttons = [...group.querySelectorAll("button")], step = ARROWS[event.key];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  const next = buttons[(at + step + buttons.length) % buttons.length];
  stopAt(next);
  next.focus();
}

/** @param {HTMLElement} button */
function stopAt(button) {
  for (const other of button.parentElement?.querySelectorAll("button") ?? []) other.tabIndex = other === button ? 0 : -1;
}

