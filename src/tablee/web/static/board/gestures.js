// How the window is zoomed and moved: by wheel, by fingers or a mouse that drags, by keys.

import { keyAt } from "./picture.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./zoom.js").Point} Point */

/** How much larger one step makes everything. */
export const STEP = 1.6;
/** How far keys move the land, in the units of the picture. */
const STRIDE = 90;
/** A mouse or finger that moves further than this on the screen drags, and no longer points. */
const SLACK = 8;
/** Two taps are one double tap if they follow each other within this time and this distance. */
const DOUBLE = 350, NEAR = 24;
/** How much a wheel zooms for each pixel that it turns, and with ctrl, which is how pads pinch. */
const WHEEL = 0.002, PAD = 0.012;
/** The pixels of a line, where a wheel turns by lines. */
const LINE = 30;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {Record<string, number>} */
const SIGNS = { "+": STEP, "=": STEP, "-": 1 / STEP, "−": 1 / STEP, 0: 0 };

export class Gestures {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.zoom = picture.zoom;
    /** What is down in the window, and where. @type {Map<number, Point>} */
    this.fingers = new Map();
    /** Do they drag, or did they before the last of them was lifted? Then the click that may follow means nothing. */
    this.dragging = false;
    /** The latest tap, if it hit nothing that is offered. @type {MouseEvent|null} */
    this.tapped = null;
    // A picture without a window is left to the browser.
    this.zoom.addEventListener("open", () => this.listen(picture.svg), { once: true });
  }

  /** @param {SVGSVGElement} svg */
  listen(svg) {
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.up(event));
    svg.addEventListener("click", (event) => this.click(event), { capture: true });
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // Before arrows lead to what is offered.
    svg.addEventListener("keydown", (event) => this.press(event), { capture: true });
    svg.addEventListener("focusin", (event) => this.arrive(event));
    // The style says so, too, but not every browser listens to it inside of a picture.
    svg.addEventListener("touchmove", (event) => this.hold(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.fingers.size) this.dragging = false;
    if (event.button !== 0 || !this.zoom.contains(this.zoom.point(event))) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size > 1) this.drag(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.fingers.has(event.pointerId)) return;
    // A mouse may have been released where nobody heard of it.
    if (!event.buttons) return this.up(event);
    if (!this.dragging && this.zoom.zoomed && this.isFar(event)) this.drag(event);
    else if (this.dragging) this.pull(event);
  }

  /** @param {PointerEvent} event */
  isFar({ pointerId, clientX, clientY }) {
    const [x, y] = this.fingers.get(pointerId) ?? [clientX, clientY];
    return Math.hypot(clientX - x, clientY - y) > SLACK;
  }

  /** From now on the land follows. @param {PointerEvent} event */
  drag(event) {
    this.dragging = true;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.picture.svg.classList.add("dragging");
    // Whatever becomes of the node under it, the picture hears of it.
    for (const id of this.fingers.keys()) this.picture.svg.setPointerCapture(id);
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const before = this.places();
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const now = this.places();
    const factor = before.length > 1 ? spread(now) / Math.max(spread(before), 1) : 1;
    this.zoom.carry(factor, middle(before), middle(now));
  }

  /** Where fingers are in the picture: two of them are enough. */
  places() {
    return [...this.fingers.values()].slice(0, 2).map(([clientX, clientY]) => this.zoom.point({ clientX, clientY }));
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.picture.svg.classList.remove("dragging");
  }

  /** The page stays where it is while the land moves. @param {TouchEvent} event */
  hold(event) {
    const drags = this.dragging || (this.zoom.zoomed && this.fingers.size > 0);
    if (drags && event.cancelable) event.preventDefault();
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (event.detail && (this.dragging || this.isDouble(event))) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Two taps on nothing in particular look closer. @param {MouseEvent} event */
  isDouble(event) {
    const at = this.zoom.point(event);
    const offered = event.target instanceof Element && event.target.closest(".offered, [aria-pressed]");
    const before = this.tapped;
    this.tapped = offered || !this.zoom.contains(at) ? null : event;
    if (!before || !this.tapped) return false;
    const near = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < NEAR;
    // Browsers count the clicks of a mouse, and some of them the taps of a finger.
    const double = near && (event.detail > 1 || event.timeStamp - before.timeStamp < DOUBLE);
    if (double) this.zoom.carry(STEP, at, at, true);
    return double;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const at = this.zoom.point(event);
    const turned = event.deltaY * (event.deltaMode ? LINE : 1);
    // What cannot be made smaller lets the page scroll.
    const idle = turned >= 0 && !this.zoom.zoomed && !event.ctrlKey;
    if (idle || !this.zoom.contains(at)) return;
    event.preventDefault();
    this.zoom.carry(Math.exp(-turned * (event.ctrlKey ? PAD : WHEEL)), at);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = event.shiftKey ? ARROWS[event.key] : undefined;
    const factor = SIGNS[event.key];
    if (arrow) this.zoom.carry(1, [0, 0], [arrow[0] * STRIDE, arrow[1] * STRIDE], true);
    else if (factor) this.zoom.carry(factor, this.focus(event), undefined, true);
    else if (factor === 0) this.zoom.reset();
    else return;
    event.preventDefault();
  }

  /** What the keyboard is at stays there while all around it grows. @param {KeyboardEvent} event @returns {Point} */
  focus(event) {
    const node = this.picture.parts.get(keyAt(event.target))?.node;
    const at = node && this.zoom.holds(node) ? this.zoom.place(node) : this.zoom.middle;
    return this.zoom.contains(at) ? at : this.zoom.middle;
  }

  /**
   * Whoever comes by keyboard sees where. A mouse has seen it, and what it points at must not slip away.
   * @param {FocusEvent} event
   */
  arrive(event) {
    const part = this.picture.parts.get(keyAt(event.target));
    if (part?.element.matches(":focus-visible")) this.zoom.reveal(part.node, part.body);
  }
}

/** @param {Point[]} points @returns {Point} */
function middle(points) {
  const sum = points.reduce((one, other) => [one[0] + other[0], one[1] + other[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** @param {Point[]} points */
function spread([one, other]) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
