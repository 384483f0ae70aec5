// Looking back at a table: an earlier position is on the screen, nothing can be done, and what happens waits.

import { announce, byId, disable, text } from "../shared/page.js";

/** @import { Motion, PlayApi } from "../board/api.js" */
/** @import { Past, Scene } from "../board/frame.js" */
/** @import { Log } from "../board/log.js" */

/** Who was too fast for the server asks again after this time. */
const PAUSE = 800;

export class LookingBack {
  /**
   * @param {PlayApi} board
   * @param {Log} log
   * @param {{ask: (number: number) => boolean, change: () => void}} host asks the server for a position; hears that
   *   somebody looks back now, or no longer does
   */
  constructor(board, log, host) {
    this.board = board;
    this.log = log;
    this.host = host;
    /** The event after which somebody wants to see the table; 0 is now. */
    this.wanted = 0;
    /** The one that the server is asked for just now, or 0. */
    this.asked = 0;
    /** The one that is on the screen, or 0. */
    this.shown = 0;
    /** What there is to come back to. @type {Past|null} */
    this.present = null;
    byId("look-earlier").addEventListener("click", () => this.step(-1));
    byId("look-later").addEventListener("click", () => this.step(1));
    byId("look-now").addEventListener("click", () => this.end());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.end());
  }

  get active() {
    return this.wanted !== 0;
  }

  /** Shows the table after an event. @param {number} number @param {Scene} present the picture of now */
  look(number, present) {
    if (number === this.log.latest) return this.end();
    const begins = !this.active;
    if (begins) this.keep(present);
    this.wanted = number;
    if (begins) this.host.change();
    this.ask();
    this.show();
    announce(text("says", { name: text("looking_back"), words: this.log.words(number) }));
    byId("stage").scrollIntoView({ block: "nearest" });
  }

  /** Lets the present wait. @param {Scene} scene */
  keep(scene) {
    this.present = { number: this.log.latest, ...this.board.snapshot(scene) };
    this.board.pause(true);
  }

  end() {
    if (!this.active || !this.present) return;
    const focused = byId("looking-back").contains(document.activeElement);
    this.wanted = this.asked = this.shown = 0;
    this.draw(this.present, "none");
    this.show();
    this.host.change();
    this.board.pause(false);
    // The button is gone: whoever pressed it goes on in the picture.
    if (focused) this.board.focus();
  }

  /** @param {number} by */
  step(by) {
    const number = this.log.beside(this.wanted, by);
    if (number && this.present) this.look(number, this.present.scene);
  }

  /** Asks for one position at a time: whoever runs through the log sees as many as the network carries. */
  ask() {
    if (this.active && !this.asked && this.host.ask(this.wanted)) this.asked = this.wanted;
  }

  /** The server has refused something. */
  tryAgain() {
    this.asked = 0;
    setTimeout(() => this.wanted !== this.shown && this.ask(), PAUSE);
  }

  /** @param {boolean} connected */
  reconnect(connected) {
    this.asked = 0;
    if (connected) this.ask();
  }

  /** @param {Past} past */
  receive(past) {
    this.asked = 0;
    if (!this.active) return;
    if (past.number !== this.wanted) return this.ask();
    const near = [-1, 1].some((step) => this.log.beside(past.number, step) === this.shown);
    this.draw(past, near ? "moves" : "none");
    this.shown = past.number;
  }

  /** @param {Past} past @param {Motion} motion */
  draw({ scene, came }, motion) {
    this.board.show(scene, true, motion, came);
  }

  /** Says where one is, and whether anything has happened meanwhile. */
  show() {
    const { active, wanted, log } = this;
    byId("looking-back").hidden = !active;
    byId("prompt").hidden = active;
    byId("table").classList.toggle("past", active);
    for (const id of ["bar", "acts"]) byId(id).inert = active;
    log.mark(wanted);
    byId("look-words").textContent = log.words(wanted);
    disable(byId("look-earlier"), !log.beside(wanted, -1));
    this.tell();
  }

  tell() {
    const place = byId("look-news");
    const { waiting, shown } = this.board.state.queue;
    const news = waiting.findLast(({ number }) => number > (shown ?? 0));
    const words = this.active && news ? text(news.yours ? "news_yours" : "news") : "";
    if (words && place.textContent !== words) announce(words);
    place.textContent = words;
    byId("looking-back").classList.toggle("with-news", Boolean(words));
  }
}
