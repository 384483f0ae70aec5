// The buttons, slider and keys by which somebody goes through positions.

import { byId, disable, text } from "../shared/page.js";
import { remember, remembered } from "../shared/settings.js";

/** How long a position stays, at the usual speed. */
const STAY = 1500;
/** The name by which the speed is remembered. */
const SPEED = "replay-speed";
/** Where keys have a meaning of their own. */
const TAKEN = "input, select, textarea, dialog";

export class Controls {
  /** @param {(at: number, playing: boolean) => void} show a position */
  constructor(show) {
    this.show = show;
    this.count = 0;
    this.at = 0;
    /** Not 0 while it plays. */
    this.timer = 0;
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.speed = /** @type {HTMLSelectElement} */ (byId("speed"));
    const usual = remembered(SPEED);
    if ([...this.speed.options].some(({ value }) => value === usual)) this.speed.value = String(usual);
    this.speed.addEventListener("change", () => remember(SPEED, this.speed.value));
    /** What each button and key does. @type {Record<string, () => void>} */
    const acts = {
      first: () => this.jump(0),
      earlier: () => this.jump(this.at - 1),
      play: () => (this.timer ? this.pause() : this.play()),
      later: () => this.jump(this.at + 1),
      last: () => this.jump(this.count - 1),
    };
    for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
    const { first: Home, earlier: ArrowLeft, play, later: ArrowRight, last: End } = acts;
    /** @type {Record<string, () => void>} */
    this.keys = { Home, ArrowLeft, " ": play, ArrowRight, End, "+": () => this.hurry(1), "-": () => this.hurry(-1) };
    this.slider.addEventListener("input", () => this.jump(this.slider.valueAsNumber));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** Faster, or slower. @param {number} by */
  hurry(by) {
    const { speed } = this;
    speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + by, 0), speed.options.length - 1);
    speed.dispatchEvent(new Event("change"));
  }

  /** There are so many positions, and one of them is to be seen. @param {number} count @param {number} at */
  open(count, at) {
    this.count = count;
    this.slider.max = String(count - 1);
    this.put(at);
  }

  /** Shows a position, and plays no longer. @param {number} at */
  jump(at) {
    this.pause();
    if (this.count) this.put(Math.min(Math.max(at, 0), this.count - 1));
  }

  /** @param {number} at */
  put(at) {
    this.at = at;
    this.show(at, this.timer !== 0);
    this.draw();
  }

  /** From the end it begins again. */
  play() {
    if (this.at >= this.count - 1) this.jump(0);
    this.wait();
    this.draw();
  }

  wait() {
    this.timer = setTimeout(() => this.next(), STAY / Number(this.speed.value));
  }

  next() {
    if (!this.count) return this.wait(); // the positions are still on their way
    if (this.at >= this.count - 2) this.timer = 0;
    else this.wait();
    this.put(Math.min(this.at + 1, this.count - 1));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.draw();
  }

  draw() {
    const step = this.count ? text("step", { number: this.at + 1, count: this.count }) : "";
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", step);
    byId("step").textContent = step;
    const name = text(this.timer ? "pause" : "play"), play = byId("play");
    play.setAttribute("aria-label", name);
    play.title = name;
    play.classList.toggle("playing", this.timer !== 0);
    for (const id of ["first", "earlier"]) disable(byId(id), this.at <= 0);
    for (const id of ["later", "last"]) disable(byId(id), this.at >= this.count - 1);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const act = this.keys[event.key], { target } = event;
    if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && event.key !== "+")) return;
    // A button that has the focus is pressed by the space bar; fields know what to do with their keys.
    const taken = event.key === " " ? `${TAKEN}, button, summary, a` : TAKEN;
    if (target instanceof Element && target.closest(taken)) return;
    event.preventDefault();
    act();
  }
}
