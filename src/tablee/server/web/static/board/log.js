// The log in words: lines by the number of their event, the newest in sight. A line leads to its position.

import { byId, focusOn, make } from "../shared/page.js";

/** @type {Record<string, number>} */
const ARROWS = { ArrowUp: -1, ArrowDown: 1 };

export class Log {
  /** @param {(number: number) => void} choose somebody wants to see the position after an event */
  constructor(choose) {
    this.list = byId("log");
    this.choose = choose;
    /** @type {Map<number, HTMLElement>} */
    this.lines = new Map();
    /** The line that the keyboard comes to. @type {Element|null} */
    this.stop = null;
    /** Is the newest line in sight? Then it stays there, also when the log has less room. */
    this.atEnd = true;
    this.planned = 0;
    this.list.addEventListener("scroll", () => (this.atEnd = this.isAtEnd()), { passive: true });
    // Also when it comes into sight: what is hidden has no height to scroll.
    new ResizeObserver(() => this.atEnd && this.catchUp()).observe(this.list);
    this.list.addEventListener("click", (event) => this.click(event.target));
    this.list.addEventListener("keydown", (event) => this.press(event));
  }

  catchUp() {
    const marked = this.list.querySelector("[aria-current]");
    if (marked) this.reveal(marked);
    else this.scrollDown();
  }

  /** With the next picture, for which the page is laid out anyway. */
  scrollDown() {
    cancelAnimationFrame(this.planned);
    this.planned = requestAnimationFrame(() => (this.list.scrollTop = this.list.scrollHeight));
  }

  isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    return scrollTop + clientHeight > scrollHeight - 40;
  }

  /** The number of the latest line. */
  get latest() {
    return Math.max(0, ...this.lines.keys());
  }

  /** What a line says. @param {number} number */
  words(number) {
    return this.lines.get(number)?.textContent ?? "";
  }

  /** The line before or after that of an event, 0 if there is none. @param {number} number @param {number} step */
  beside(number, step) {
    const numbers = [...this.lines.keys()].sort((one, other) => one - other);
    return numbers[numbers.indexOf(number) + step] ?? 0;
  }

  /** @param {[number, string][]} lines @param {boolean} whole @returns {string[]} what is new */
  add(lines, whole) {
    const { atEnd } = this, news = lines.filter(([number, sentence]) => sentence && !this.lines.has(number));
    if (whole) {
      this.lines.clear();
      this.list.replaceChildren();
    }
    for (const [number, sentence] of lines) this.put(number, sentence);
    this.stopAt(this.list.lastElementChild?.firstElementChild ?? null);
    // Whoever has scrolled up is reading there.
    if (atEnd || whole) this.scrollDown();
    return news.map(([, sentence]) => sentence);
  }

  /** @param {number} number @param {string} sentence an empty one takes the line away */
  put(number, sentence) {
    const line = this.lines.get(number);
    if (!sentence) {
      line?.parentElement?.remove();
      this.lines.delete(number);
    } else if (line) {
      line.textContent = sentence;
    } else {
      this.lines.set(number, this.list.appendChild(make("li")).appendChild(button(number, sentence)));
    }
  }

  /** Marks the line of the position on the screen, or none. @param {number} number */
  mark(number) {
    for (const marked of this.list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const line = this.lines.get(number);
    if (!line) return;
    line.setAttribute("aria-current", "step");
    this.stopAt(line);
    this.reveal(line);
  }

  /** Brings a line that is out of sight into the middle; scrolls the list, and never the page. @param {Element} line */
  reveal(line) {
    const list = this.list.getBoundingClientRect(), { top, bottom } = line.getBoundingClientRect();
    if (top < list.top || bottom > list.bottom) {
      this.list.scrollTop += (top + bottom - list.top - list.bottom) / 2;
    }
  }

  /** One line is a stop of the keyboard, and arrows lead to the others. @param {Element|null} line */
  stopAt(line) {
    this.stop?.setAttribute("tabindex", "-1");
    this.stop = line;
    line?.setAttribute("tabindex", "0");
  }

  /** @param {EventTarget|null} target */
  click(target) {
    const number = numberOf(target);
    if (number) this.choose(number);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const step = ARROWS[event.key], here = numberOf(event.target);
    if (!step || !here) return;
    event.preventDefault();
    const number = this.beside(here, step);
    if (!number) return;
    focusOn(this.lines.get(number));
    this.choose(number);
  }
}

/** @param {number} number @param {string} sentence */
function button(number, sentence) {
  const line = make("button", "line", sentence);
  line.setAttribute("type", "button");
  line.setAttribute("tabindex", "-1");
  line.dataset.number = String(number);
  return line;
}

/** @param {EventTarget|null} target */
function numberOf(target) {
  const line = target instanceof Element ? target.closest("[data-number]") : null;
  return line instanceof HTMLElement ? Number(line.dataset.number) : 0;
}
