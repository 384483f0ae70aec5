// What somebody is told who looks elsewhere: that it is their turn, in the title, by a dot on the icon, by a notification;
// and once they are back, what has happened meanwhile, in a few lines.

import { byId, focusOn, make, plural, text } from "../shared/page.js";
import { settings } from "../shared/settings.js";

/** @import { Frame } from "../board/frame.js" */

/** So many lines tell what happened; of what was before them only the number is told. */
const MOST = 8;
/** One line is told by the picture alone. */
const FEWEST = 2;
/** Who was away for a shorter time remembers. */
const LONG = 120_000;

export class Attention {
  constructor() {
    this.icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
    this.plain = this.icon.href;
    this.dotted = this.plain.replace("icon.svg", "icon-turn.svg");
    this.yours = false;
    /** @type {Frame|null} */
    this.latest = null;
    /** @type {Notification|null} */
    this.notice = null;
    document.addEventListener("visibilitychange", () => document.hidden || this.notice?.close());
  }

  /**
   * A title costs a browser as much as a picture: whoever looks at the table sees that first.
   * @param {Frame} frame the latest, whether it has been shown or not
   */
  heed(frame) {
    this.latest = frame;
    if (document.hidden) this.tell(frame);
    // Not every browser says when it has nothing to do.
    else (globalThis.requestIdleCallback ?? setTimeout)(() => this.latest === frame && this.tell(frame));
  }

  /** @param {Frame} frame */
  tell({ yours, prompt }) {
    const title = yours ? `● ${text("your_turn")} – ${text("game")}` : `${text("game")} – Tablée`;
    if (document.title !== title) document.title = title;
    // A browser fetches an icon that is set anew.
    if (yours !== this.yours) this.icon.href = yours ? this.dotted : this.plain;
    if (yours && !this.yours && document.hidden && settings.notify) this.notify(prompt);
    // The icon of the installed page says at how many tables it is one's turn; others have none.
    if (yours !== this.yours && matchMedia("(display-mode: standalone)").matches) import("../lobby/waiting_here.js").then(({ look }) => look());
    this.yours = yours;
  }

  /** @param {string} body */
  async notify(body) {
    const title = `${text("your_turn")} – ${text("game")}`;
    const looks = { body, icon: this.dotted, tag: location.pathname };
    try {
      this.notice = new Notification(title, looks);
      this.notice.onclick = () => focus();
    } catch {
      // Some phones leave notifications to the worker of the page, if there is one.
      const worker = await navigator.serviceWorker?.getRegistration();
      await worker?.showNotification(title, looks).catch(() => {});
    }
  }
}

/** It goes when they have read it, or play on. */
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
