// What has happened while somebody was away, in a few lines; it goes when they have read it, or play on.

import { byId, focusOn, make, plural } from "../shared/page.js";

/** @import { Frame } from "../board/frame.js" */

/** So many lines tell what happened; of what was before them only the number is told. */
const MOST = 8;
/** One line is told by the picture alone. */
const FEWEST = 2;
/** Who was away for a shorter time remembers. */
const LONG = 120_000;

export class Missed {
  /** @param {() => number|null} shown the last event that was seen */
  constructor(shown) {
    this.place = byId("missed");
    this.shown = shown;
    /** The last event that somebody saw before being away; null for who was not. @type {number|null} */
    this.seen = null;
    /** The last event that was missed. */
    this.until = 0;
    /** Is it the server that knows what was seen? */
    this.new = true;
    this.connected = this.here = false;
    this.left = 0;
    byId("missed-read").addEventListener("click", () => this.clear());
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** @param {boolean} connected */
  connect(connected) {
    this.connected = connected;
    this.look();
  }

  look() {
    const here = this.connected && !document.hidden;
    if (here && !this.here && Date.now() - this.left > LONG) this.seen = this.shown();
    if (!here && this.here) this.left = Date.now();
    this.here = here;
  }

  /** What the server says was missed counts when a page is opened. @param {Frame} first */
  miss({ missed }) {
    if (this.new && missed) [this.seen, this.until] = [missed.after, missed.until];
    this.new = false;
  }

  /** Is it being caught up on? */
  get catchesUp() {
    return this.seen !== null;
  }

  /**
   * All that has come so far has been shown: what was missed is told.
   * @param {number} number of the event shown last @param {Map<number, HTMLElement>} log
   */
  tell(number, log) {
    const seen = this.seen;
    // The rest is on its way.
    if (seen === null || number < this.until) return;
    this.seen = null;
    const lines = [...log].filter(([number]) => number > seen).map(([, line]) => line.textContent ?? "");
    if (lines.length >= FEWEST) this.show(lines);
  }

  /** @param {string[]} lines */
  show(lines) {
    const earlier = Math.max(0, lines.length - MOST);
    const items = lines.slice(earlier).map((line) => make("li", "", line));
    if (earlier) items.unshift(make("li", "quiet", plural("earlier", earlier)));
    byId("missed-lines").replaceChildren(...items);
    this.place.hidden = false;
  }

  clear() {
    if (this.place.contains(document.activeElement)) focusOn(byId("scene"));
    this.place.hidden = true;
  }
}
