// Playing by text: the table in words, and actions that are typed. The server says all of it; here it is only listed.

import { byId, make, text } from "../shared/page.js";
import { remember, remembered } from "../shared/settings.js";
import { choose } from "./tabs.js";

/** @import { Words } from "../connection/messages.js" */
/** @import { TextCommands } from "./state.js" */

const TAB = "text-tab";

export class TextPlay {
  /** @param {TextCommands} commands */
  constructor(commands) {
    this.commands = commands;
    this.panel = byId("text-panel");
    this.field = /** @type {HTMLInputElement} */ (byId("typed"));
    /** What may be done, how it is said, and how it is noted if pieces are moved. @type {string[][]} */
    this.actions = [];
    /** Has what was typed not been answered yet? */
    this.waiting = false;
    // Whoever reads the table in words wants to do so at the next one, too.
    byId("tabs").addEventListener("click", () => remember(TAB, this.panel.hidden ? "off" : "on"));
    this.panel.addEventListener("shown", () => this.commands.ask());
    byId("text-form").addEventListener("submit", (event) => this.submit(event));
    if (remembered(TAB) === "on") choose(TAB);
  }

  /** The way past the picture. */
  enter() {
    remember(TAB, "on");
    choose(TAB);
    this.field.focus();
  }

  /** The table has changed: whoever reads it in words is to read it anew. */
  follow() {
    if (this.waiting) this.field.value = "";
    this.waiting = false;
    this.answer("");
    if (!this.panel.hidden) this.commands.ask();
  }

  /** Somebody else looks at the device now: what the one before has read or typed is none of their business. */
  forget() {
    this.field.value = "";
    this.show({ actions: [], seats: [], places: [] });
  }

  /** @param {Pick<Words, "actions" | "seats" | "places">} words */
  show({ actions, seats, places }) {
    this.actions = actions;
    list("text-seats", seats.map((line) => make("li", "", line)));
    list("text-places", places.map((line) => make("li", "", line)));
    list("text-actions", actions.length ? actions.map(line) : [make("li", "", text("nothing_to_do"))]);
    list("typed-actions", actions.map(option));
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const typed = this.field.value.trim();
    if (!typed) return;
    const action = this.meant(typed), moves = this.actions.filter(([, , noted]) => noted?.startsWith(`${plain(typed)}-`));
    // Of a piece alone it is told where it may go.
    if (action === typed && moves.length) return this.answer(moves.map(([, , noted]) => noted).join(", "));
    this.waiting = this.commands.act(action);
    this.answer(this.waiting ? "" : text("not_yet"));
  }

  /**
   * The action that is meant, by its text or by its words; what is neither is for the server to refuse.
   * @param {string} typed
   */
  meant(typed) {
    const found = this.actions.find((names) => names.some((name) => plain(name) === plain(typed)));
    return found ? found[0] : typed;
  }

  /** Something was refused. @param {string} why @returns {boolean} whether it had been typed, and is answered here */
  refuse(why) {
    const typed = this.waiting;
    if (typed) this.answer(why);
    this.waiting = false;
    return typed;
  }

  /** @param {string} why what was typed has not happened, if so */
  answer(why) {
    byId("typed-answer").textContent = why;
    this.field.setAttribute("aria-invalid", String(Boolean(why)));
  }
}

/** @param {string} id @param {HTMLElement[]} lines */
function list(id, lines) {
  byId(id).replaceChildren(...lines);
}

/** @param {string[]} action */
function line([action, words, noted]) {
  const element = make("li");
  element.append(make("code", "", noted ?? action), ` – ${words}`);
  return element;
}

/** @param {string[]} action */
function option([action, words, noted]) {
  const element = make("option");
  element.setAttribute("value", noted ?? action);
  element.setAttribute("label", words);
  return element;
}

/** As it is compared: however it is spaced and whatever is written large. @param {string} words */
function plain(words) {
  return words.trim().replace(/\s+/g, " ").toLowerCase();
}
