// Shows frames one after the other, each for as long as it must stay, and only to somebody who is looking.

import { isCalm, paced, stay } from "./pace.js";

/** @typedef {import("./scene.js").Frame} Frame */

/** How long a movement takes; the next frame waits for it. */
const MOVEMENT = 420;
/** Where nothing moves, the eye still needs a moment. */
const GLANCE = 200;
/** With many frames waiting they follow each other at once; only what must be seen stays. */
const MANY = 8;
/** What stays for so long lies open only then. */
const ONLY_NOW = 1000;

export class Frames {
  /** @param {(frame: Frame, latest: boolean) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Frame[]} */
    this.waiting = [];
    /** The number of the last event that was shown. @type {number|null} */
    this.shown = null;
    this.free = 0;
    this.timer = 0;
    this.remaining = 0;
    this.paused = false;
    /** Do so many frames wait that they are only leafed through? */
    this.quick = false;
    document.addEventListener("visibilitychange", () => this.look(!document.hidden));
  }

  /** Time during which nobody looks does not count. @param {boolean} looking */
  look(looking) {
    const now = performance.now();
    if (looking) this.free = now + this.remaining;
    else this.remaining = Math.max(0, this.free - now);
    this.next();
  }

  /** @param {Frame} frame */
  add(frame) {
    this.waiting.push(frame);
    this.next();
  }

  /**
   * The connection is lost. What waits comes again with the next one, which asks for all that was not shown: shown now,
   * it would be shown twice.
   */
  forget() {
    this.waiting = [];
    clearTimeout(this.timer);
  }

  /** Who has acted on what is shown has seen it. */
  release() {
    this.free = 0;
    this.next();
  }

  /** Somebody looks at something else: what comes waits. @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    this.next();
  }

  /** Is the latest frame of all on the screen? */
  get upToDate() {
    return this.waiting.length === 0;
  }

  next() {
    clearTimeout(this.timer);
    if (!this.waiting.length || this.paused || document.hidden) return;
    const now = performance.now();
    if (now < this.free) {
      this.timer = setTimeout(() => this.next(), this.free - now);
      return;
    }
    const frame = /** @type {Frame} */ (this.waiting.shift());
    this.shown = frame.number;
    this.quick = this.waiting.length > MANY;
    this.free = now + Math.max(this.hold(frame), this.movement(frame));
    this.show(frame, this.upToDate);
    this.next();
  }

  /** How long it must stay. @param {Frame} frame */
  hold({ scene: { hold } }) {
    return this.quick && hold < ONLY_NOW ? 0 : stay(hold);
  }

  /** @param {Frame} frame */
  movement(frame) {
    if (this.quick || frame.whole || !(frame.scene.set.length || frame.scene.gone.length)) return 0;
    return isCalm() ? GLANCE : paced(MOVEMENT);
  }
}
