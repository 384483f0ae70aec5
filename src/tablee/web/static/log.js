// The log in words: lines by the number of their event, the newest in sight.

import { byId, make } from "./page.js";

export class Log {
  constructor() {
    this.list = byId("log");
    /** @type {Map<number, HTMLElement>} */
    this.lines = new Map();
    // A closed fold has no height to scroll: catch up when it opens.
    byId("log-fold").addEventListener("toggle", () => this.scrollDown());
  }

  scrollDown() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {[number, string][]} lines @param {boolean} whole @returns {string[]} what is new */
  add(lines, whole) {
    const known = new Set(this.lines.keys());
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    const atEnd = scrollTop + clientHeight > scrollHeight - 40;
    if (whole) {
      this.lines.clear();
      this.list.replaceChildren();
    }
    for (const [number, sentence] of lines) this.put(number, sentence);
    // Whoever has scrolled up is reading there.
    if (atEnd || whole) this.scrollDown();
    return lines.filter(([number, sentence]) => sentence && !known.has(number)).map(([, sentence]) => sentence);
  }

  /** @param {number} number @param {string} sentence an empty one takes the line away */
  put(number, sentence) {
    const line = this.lines.get(number);
    if (!sentence) {
      line?.remove();
      this.lines.delete(number);
    } else if (line) {
      line.textContent = sentence;
    } else {
      this.lines.set(number, this.list.appendChild(make("li", "", sentence)));
    }
  }
}
