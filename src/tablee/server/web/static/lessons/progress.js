// How far somebody has come in a lesson: a row of dots, remembered by this browser.

import { byId, text, write } from "../shared/page.js";
import { remember, remembered } from "../shared/settings.js";

export class Progress {
  /** @param {string} game @param {(step: number) => void} go what becomes of pressing a dot */
  constructor(game, go) {
    this.name = `lesson-${game}`;
    this.dots = [...byId("progress").querySelectorAll("button")];
    /** The steps whose task has been done, counted from 1. @type {Set<number>} */
    this.done = new Set();
    this.step = 1;
    this.recall();
    this.dots.forEach((dot, at) => dot.addEventListener("click", () => go(at + 1)));
  }

  get count() {
    return this.dots.length;
  }

  recall() {
    const [step, ...done] = (remembered(this.name) ?? "").split(" ").map(Number);
    if (step >= 1 && step <= this.count) this.step = step;
    this.done = new Set(done);
  }

  /** @param {number} step */
  go(step) {
    this.step = step;
    this.show();
  }

  /** What the present step asks for has been done. */
  tick() {
    this.done.add(this.step);
    this.show();
  }

  /** Who comes back after the end begins anew, and still sees what has been done. */
  finish() {
    remember(this.name, [1, ...this.done].join(" "));
  }

  restart() {
    this.done.clear();
    this.go(1);
  }

  show() {
    remember(this.name, [this.step, ...this.done].join(" "));
    byId("step-number").textContent = text("step", { number: this.step, count: this.count });
    this.dots.forEach((dot, at) => {
      dot.classList.toggle("done", this.done.has(at + 1));
      write(dot, "aria-current", at + 1 === this.step ? "step" : null);
    });
  }
}
