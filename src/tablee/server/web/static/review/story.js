// The story of the game, in the replay: asked for, waited for, and shown where one is in it.

import { byId, text, toast, within } from "../shared/page.js";

/** Milliseconds between two looks at how far it is. */
const AGAIN = 1000;
const EDGE = 14, MARK = 20, WIDTH = 600;

export class StoryView {
  /** @param {(number: number) => void} jump to the position after an event */
  constructor(jump) {
    this.place = byId("told");
    this.jump = jump;
    /** The events of the steps, in the order of the picture. @type {number[]} */
    this.numbers = [];
    /** The event whose position is on the screen. */
    this.at = 0;
    this.place.addEventListener("click", (event) => this.click(event));
    this.place.addEventListener("submit", (event) => this.ask(event));
    this.refresh();
  }

  get source() {
    return `/tables/${byId("table").dataset.table}/story`;
  }

  /** @param {SubmitEvent} event */
  ask(event) {
    event.preventDefault();
    const button = this.place.querySelector("button");
    if (button) button.disabled = true;
    fetch(this.source, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } })
      .then((answer) => (answer.ok ? this.refresh() : Promise.reject(new Error(String(answer.status)))))
      .catch(() => {
        toast(text("story_failed"));
        if (button) button.disabled = false;
      });
  }

  /** Looks how far it is, and again as long as it goes on. */
  async refresh() {
    try {
      const answer = await fetch(`${this.source}?part`);
      if (answer.ok) this.show(await answer.text());
    } catch {
      // The network may be away for a while: the next look finds it.
    }
    if (this.told === "going") setTimeout(() => this.refresh(), AGAIN);
  }

  get told() {
    return this.place.querySelector(".told")?.getAttribute("data-told");
  }

  /** @param {string} words as the server has written them */
  show(words) {
    this.place.replaceChildren(...new DOMParser().parseFromString(words, "text/html").body.childNodes);
    const numbers = this.place.querySelector(".chances")?.getAttribute("data-numbers") ?? "";
    this.numbers = numbers.split(" ").filter(Boolean).map(Number);
    this.mark(this.at);
  }

  /** Which position is on the screen: that after an event. @param {number} number */
  mark(number) {
    this.at = number;
    const line = this.place.querySelector(".here-line"), count = this.numbers.length;
    const step = this.numbers.filter((one) => one <= number).length;
    const x = String(EDGE + ((WIDTH - 2 * EDGE - MARK) * step) / Math.max(1, count));
    line?.setAttribute("x1", x);
    line?.setAttribute("x2", x);
    line?.removeAttribute("visibility");
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const link = target.closest("[data-at]"), picture = target.closest(".chances");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.jump(Number(link.getAttribute("data-at")));
      byId("stage").scrollIntoView({ block: "nearest" });
    } else if (picture) {
      this.jump(this.eventAt(event, picture));
    }
  }

  /** @param {MouseEvent} event @param {Element} picture */
  eventAt({ clientX }, picture) {
    const { left, width } = picture.getBoundingClientRect(), count = this.numbers.length;
    const share = (((clientX - left) / width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE - MARK);
    const step = within(Math.round(share * count), 0, count);
    return step ? this.numbers[step - 1] : this.numbers[0] - 1;
  }
}
