// Several people on one device, and those who are away: the curtain, who plays for whom, who gives up.

import { byId, hide, make, plural, rewrite, text } from "../shared/page.js";
import { command } from "../connection/protocol.js";

/** @import { Frame } from "../board/frame.js" */
/** @import { Participant, TableMessage } from "../connection/messages.js" */

/** How often it is looked whether somebody has been away for too long. */
const OFTEN = 5000;

export class Together {
  /** @param {(message: object) => void} send @param {() => void} refresh shows again who is here */
  constructor(send, refresh) {
    this.send = send;
    this.curtain = /** @type {HTMLDialogElement} */ (byId("curtain"));
    this.leaving = /** @type {HTMLDialogElement} */ (byId("confirm-leave"));
    /** @type {TableMessage|null} */
    this.table = null;
    /** @type {Frame|null} */
    this.frame = null;
    /** What the button of the notice asks for. @type {object|null} */
    this.command = null;
    this.listen(refresh);
  }

  /** @param {() => void} refresh */
  listen(refresh) {
    byId("curtain-lift").addEventListener("click", () => this.lift());
    byId("curtain-back").addEventListener("click", () => this.frame && this.send(command.back(this.frame)));
    // Only a tap lifts it: no key that was meant for something else.
    this.curtain.addEventListener("cancel", (event) => event.preventDefault());
    byId("notice-act").addEventListener("click", () => this.command && this.send(this.command));
    this.leaving.addEventListener("close", () => this.leave());
    setInterval(() => {
      if (!this.table) return;
      this.showNotice();
      refresh();
    }, OFTEN);
  }

  /** @param {TableMessage} table */
  showTable(table) {
    this.table = table;
    this.showNotice();
    if (this.frame) this.showCurtain(this.frame);
  }

  /** @param {Frame} frame */
  showFrame(frame) {
    this.frame = frame;
    this.showNotice();
    this.showCurtain(frame);
  }

  /** @param {Frame} frame */
  showCurtain({ curtain, back }) {
    const name = this.sitterAt(curtain)?.name;
    if (name === undefined) {
      if (this.curtain.open) this.curtain.close();
      return;
    }
    byId("curtain-title").textContent = text("pass_to", { name });
    byId("curtain-words").textContent = text("when_alone", { name });
    byId("curtain-lift").textContent = text("i_am", { name });
    byId("curtain-back").hidden = !back;
    if (!this.curtain.open) this.curtain.showModal();
  }

  lift() {
    this.send(command.lookAs(this.frame?.curtain));
  }

  /** Who plays on this device. @returns {Participant[]} */
  get own() {
    return this.table?.sitters.filter(({ id }) => this.table?.you.sitters.includes(id)) ?? [];
  }

  /** @param {number|null} seat */
  sitterAt(seat) {
    return seat === null ? undefined : this.table?.sitters.find((sitter) => sitter.seat === seat);
  }

  /** Says that a bot plays for somebody here, or that the table waits for somebody absent. */
  showNotice() {
    const notice = this.table?.status === "playing" ? (this.handed() ?? this.missing()) : null;
    hide(byId("notice"), !notice);
    this.command = notice?.command ?? null;
    if (!notice) return;
    rewrite(byId("notice-words"), notice.words);
    rewrite(byId("notice-act"), notice.button);
  }

  handed() {
    const sitter = this.own.find(({ stand_in }) => stand_in);
    if (!sitter) return null;
    const fields = { name: sitter.name, bot: sitter.stand_in_name };
    const asked = command.return(sitter.seat);
    return this.own.length > 1
      ? { words: text(sitter.late ? "late" : "played_for", fields), button: text("take_seat_for", fields), command: asked }
      : { words: text(sitter.late ? "you_late" : "played_for_you", fields), button: text("take_seat"), command: asked };
  }

  missing() {
    const sitter = this.sitterAt(this.frame?.turn ?? null);
    if (!sitter || !this.table || !mayHand(sitter, this.table)) return null;
    const words = plural("absent", minutesAway(sitter), { name: sitter.name });
    return { words, button: text("let_bot_play_for", { name: sitter.name }), command: command.hand(sitter.seat) };
  }

  askWhoLeaves() {
    const playing = this.own.filter(({ left }) => !left);
    const place = byId("who-leaves");
    place.hidden = playing.length < 2;
    const staying = this.table?.sitters.filter(({ left }) => !left).length ?? 0;
    byId("leave-words").textContent = text(staying > 2 ? "go_on_without" : "ends_then");
    place.replaceChildren(place.firstElementChild ?? "", ...playing.map((sitter, at) => leaver(sitter, this.frame?.seat === sitter.seat || at === 0)));
    this.leaving.returnValue = "";
    this.leaving.showModal();
  }

  leave() {
    if (this.leaving.returnValue !== "yes") return;
    const chosen = new FormData(/** @type {HTMLFormElement} */ (this.leaving.firstElementChild)).get("leaver");
    this.send(command.leave(chosen === null ? null : Number(chosen)));
  }
}

/** May this person let a bot play for somebody? @param {Participant} sitter @param {TableMessage} table */
export function mayHand(sitter, { you, status, patience }) {
  const playing = status === "playing" && you.sitter !== null && !sitter.left && !sitter.stand_in;
  return playing && secondsAway(sitter) > patience;
}

/** What the list says of somebody who is not here. @param {Participant} sitter */
export function awayNote(sitter) {
  return secondsAway(sitter) < 60 ? text("away") : plural("away_for", minutesAway(sitter));
}

/** @param {Participant} sitter */
function minutesAway(sitter) {
  return Math.max(1, Math.floor(secondsAway(sitter) / 60));
}

/** The server says for how long when it tells of the table; the clock of the page goes on. @param {Participant} sitter */
function secondsAway({ away, told = 0 }) {
  return away === null ? 0 : away + (performance.now() - told) / 1000;
}

/** @param {Participant} sitter @param {boolean} chosen */
function leaver({ name, seat }, chosen) {
  const label = make("label"), input = make("input");
  for (const [key, value] of [["type", "radio"], ["name", "leaver"], ["value", String(seat)]]) input.setAttribute(key, value);
  input.toggleAttribute("checked", chosen);
  label.append(input, make("span", "", name));
  return label;
}
