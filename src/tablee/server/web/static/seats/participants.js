// Who sits here: the waiting room before the game, and the list beside it afterwards.

import { announce, byId, copy, face, focusOn, formById, plural, text, texts } from "../shared/page.js";
import { command } from "../connection/protocol.js";
import { isWaiting } from "./sitting.js";
import { SteadyList } from "./steady_list.js";
import { awayNote, mayHand } from "./together.js";

/** @import { Participant, TableMessage } from "../connection/messages.js" */
/** @import { Line } from "../table/state.js" */

export class Participants {
  /**
   * @param {(message: object) => void} send @param {import("./sitting.js").Sitting} sitting
   * @param {import("../chat/chat_toggle.js").ChatToggle} chat
   */
  constructor(send, sitting, chat) {
    this.send = send;
    this.sitting = sitting;
    this.chat = chat;
    this.chairs = new SteadyList("sitters", (key) => this.unseat(Number(key)));
    /** What is agreed in a waiting room, fetched where there is one. @type {Promise<import("./agreed.js").Agreed>|null} */
    this.agreed = null;
    this.list = new SteadyList("people", (key) => this.hand(Number(key)), (key) => this.tellAbout(Number(key)));
    /** @type {TableMessage|null} */
    this.table = null;
    /** @type {Participant|null} */
    this.thinker = null;
    /** Before the game only. @type {HTMLElement|null} */
    this.room = document.getElementById("waiting");
    if (this.room) this.listen();
  }

  listen() {
    this.onSubmit("add-bot", (form) => this.send(command.bot(Number(form.get("level")))));
    this.onSubmit("name-form", (form) => this.send(command.name(String(form.get("name")).trim())));
    this.onSubmit("add-beside", (form) => this.addBeside(String(form.get("name")).trim()));
    listenToInvitation();
    byId("start").addEventListener("click", () => this.send(command.start()));
    byId("sit").addEventListener("click", () => this.sitting.sit());
  }

  /** @param {string} id @param {(form: FormData) => void} act */
  onSubmit(id, act) {
    formById(id).addEventListener("submit", (event) => {
      event.preventDefault();
      act(new FormData(formById(id)));
    });
  }

  /** @param {TableMessage} table */
  show(table) {
    const waiting = isWaiting(table);
    const focused = this.room?.contains(document.activeElement) ? document.activeElement : null;
    // The game begins at the top of the page, wherever the button was that has begun it.
    if (!waiting && this.room?.hidden === false) scrollTo(0, 0);
    if (this.room) this.room.hidden = !waiting;
    if (waiting) this.showWaiting(table);
    this.showList(table);
    byId("watching").hidden = !table.watching;
    byId("watching").textContent = plural("watching", table.watching);
    if (focused && !focused.getClientRects().length) moveFocus();
    if (waiting && this.table) announce(comings(this.table, table));
    this.table = table;
  }

  /** @param {TableMessage} table */
  showWaiting(table) {
    const seated = table.you.sitter !== null;
    const free = table.players - table.sitters.length;
    const chairs = table.sitters.map((sitter) => chair(sitter, table));
    for (let at = 0; at < free; at += 1) chairs.push({ key: `free ${at}`, kind: "free", words: text("free_seat") });
    this.chairs.show(chairs);
    byId("or-here").hidden = byId("add-bot").hidden = !seated || free === 0;
    byId("add-beside").hidden = !seated || free === 0 || table.rated; // rated: everyone on a device of their own
    showBots(table);
    this.agreed ??= import("./agreed.js").then(({ Agreed }) => new Agreed(this.send));
    this.agreed.then((agreed) => agreed.show(table));
    byId("invite").hidden = free === 0 && (!seated || table.sitters.every(({ here }) => here));
    byId("name-form").hidden = !seated;
    byId("start").hidden = !seated;
    byId("start").textContent = text(free ? "start_with_bots" : "start");
    // As long as somebody may come, starting without them is not what is proposed.
    byId("start").className = free ? "button" : "button main big";
    byId("sit").hidden = seated || free === 0;
  }

  /** Other people may be muted and reported. @param {Line} plain @param {Participant} sitter @param {TableMessage} table @returns {Line} */
  withAbout(plain, { id, bot, name }, { you }) {
    if (bot || you.sitters.includes(id)) return plain;
    const muted = this.chat.muted.includes(id), notes = [plain.note, muted ? text("muted") : ""].filter(Boolean);
    return { ...plain, note: notes.join(", "), about: text("about", { name }) };
  }

  /** @param {number} id of a sitter */
  tellAbout(id) {
    const sitter = this.table?.sitters.find((one) => one.id === id);
    if (sitter) this.chat.about({ sitter: id }, sitter.name, this.chat.muted.includes(id));
  }

  /** Who sits here; for who is absent, those who are here may let a bot play. @param {TableMessage} table */
  showList(table) {
    this.list.show(table.sitters.map((sitter) => {
      const plain = this.withAbout(line(sitter, table), sitter, table);
      if (!mayHand(sitter, table)) return plain;
      return { ...plain, button: text("let_bot_play"), label: text("let_bot_play_for", { name: sitter.name }) };
    }));
  }

  /** Time has passed: somebody may have been away for longer now. */
  refresh() {
    if (this.table) this.showList(this.table);
    this.think(this.thinker);
  }

  /** @param {string} name */
  addBeside(name) {
    formById("add-beside").reset();
    this.send(command.beside(name));
  }

  /** @param {number} sitter */
  hand(sitter) {
    this.send(command.hand(this.table?.sitters.find(({ id }) => id === sitter)?.seat));
  }

  /** Shows beside a name that its bot is thinking. @param {Participant|null} bot */
  think(bot) {
    this.thinker = bot;
    for (const [key, element] of this.list.lines) element.classList.toggle("at-thought", key === String(bot?.id));
  }

  /** @param {number} sitter */
  unseat(sitter) {
    this.sitting.stoodUp ||= sitter === this.table?.you.sitter;
    this.send(command.unseat(sitter));
  }
}

/** The invitation: a link to copy or, where the device can, to share as it shares everything. */
function listenToInvitation() {
  const link = /** @type {HTMLInputElement} */ (byId("invite-link"));
  formById("invite-form").addEventListener("submit", (event) => {
    event.preventDefault();
    copy(link);
  });
  const share = byId("share");
  share.hidden = !navigator.canShare?.({ url: link.value });
  // Whoever changes their mind there has shared nothing, and knows it.
  share.addEventListener("click", () => navigator.share({ title: document.title, url: link.value }).catch(() => {}));
}

/** @param {Participant} sitter @param {TableMessage} table @returns {Line} */
function line(sitter, { you }) {
  const kind = sitter.bot || sitter.stand_in ? "here bot" : sitter.here ? "here" : "away";
  return { key: String(sitter.id), kind, words: sitter.name, face: sitter.face, program: Boolean(sitter.program), colour: sitter.colour, note: note(sitter, you) };
}

/** @param {Participant} sitter @param {TableMessage["you"]} you */
function note(sitter, you) {
  return [status(sitter, you), sitter.rating?.words].filter(Boolean).join(" – ");
}

/** @param {Participant} sitter @param {TableMessage["you"]} you */
function status(sitter, you) {
  if (sitter.stand_in) return text("stands_in", { bot: sitter.stand_in_name });
  if (sitter.id === you.sitter) return text("you");
  if (you.sitters.includes(sitter.id)) return text("beside");
  if (sitter.bot) return [sitter.note, texts["records"][sitter.name] ?? ""].filter(Boolean).join(" – ");
  if (sitter.program) return [sitter.note, sitter.here ? "" : awayNote(sitter)].filter(Boolean).join(" – ");
  return sitter.here ? "" : awayNote(sitter);
}

/** A line in the waiting room: those who sit there may stand up, and send away bots and who is not here. @type {typeof line} */
function chair(sitter, table) {
  const plain = line(sitter, table);
  if (sitter.id === table.you.sitter) return { ...plain, button: text("stand_up") };
  const theirs = !sitter.bot && sitter.here && !table.you.sitters.includes(sitter.id);
  if (table.you.sitter === null || theirs) return plain;
  return { ...plain, button: "×", label: text("remove", { name: sitter.name }) };
}

/** The cards show who would come: of each level the next who does not sit here yet. @param {TableMessage} table */
function showBots({ bots }) {
  for (const { level, name, face: number } of bots) {
    const card = document.querySelector(`#add-bot [value="${level}"] + .card`), known = card?.querySelector("strong");
    if (!card || !known || known.textContent === name) continue;
    known.textContent = name;
    card.querySelector(".face")?.replaceWith(face(number));
  }
}

/** Who has come and who has gone, oneself apart. @param {TableMessage} before @param {TableMessage} now */
function comings(before, now) {
  const known = [before.you.sitter, now.you.sitter];
  const come = now.sitters.filter(({ id }) => ![...known, ...before.sitters.map((one) => one.id)].includes(id));
  const gone = before.sitters.filter(({ id }) => ![...known, ...now.sitters.map((one) => one.id)].includes(id));
  const sentences = [
    ...come.map(({ name }) => text("has_come", { name })),
    ...gone.map(({ name }) => text("has_gone", { name })),
  ];
  return sentences.join(" ");
}

/**
 * Where the keyboard goes on when what it stood on is gone: at the beginning of the waiting room, where a key pressed
 * once more does nothing, or in the game.
 */
function moveFocus() {
  focusOn(byId(byId("waiting").hidden ? "scene" : "waiting-title"));
}
