// Tips: what a thing is, in words beside it, on hover, on focus and on a long press. Screen readers have it anyway.

import { byId } from "../house/page.js";

const HOVER = 350;
const LONG_PRESS = 450;
/** What moves further than this is no long press, and no mouse at rest. */
const STEADY = 12;
const MARGIN = 6;

/** What has a tip: nodes by their labels, buttons by their hints. */
const TIPPED = ".explained[aria-label], .hinted";

export class Tips {
  /**
   * @param {(target: Element) => DOMRect} box what the tip about something must not hide
   * @param {(target: Element|null) => void} tell hears what the tip is about
   */
  constructor(box, tell) {
    this.box = box;
    this.tell = tell;
    this.tip = byId("tip");
    /** What the tip is about, or will be in a moment. @type {Element|null} */
    this.target = null;
    this.hovering = false;
    this.timer = 0;
    /** Has a long press shown a tip? Then the tap that ends it does nothing else. */
    this.held = false;
    /** Where a finger or a mouse was last pressed. @type {[number, number]} */
    this.pressed = [-99, -99];
    this.listen();
  }

  listen() {
    document.documentElement.addEventListener("pointerleave", () => this.hovering && this.hide());
    document.addEventListener("focusin", (event) => this.focus(event));
    document.addEventListener("focusout", () => this.held || this.hide());
    document.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.moved(event));
    document.addEventListener("pointerup", () => this.up());
    document.addEventListener("pointercancel", () => this.up());
    document.addEventListener("click", (event) => this.click(event), { capture: true });
    document.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("scroll", () => this.hide(), { passive: true });
  }

  /** @param {FocusEvent} event */
  focus(event) {
    const target = tipped(event);
    if (target?.matches(":focus-visible")) this.show(target);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.held = false;
    this.hide();
    const target = event.pointerType === "touch" ? tipped(event) : null;
    this.pressed = [event.clientX, event.clientY];
    if (target) this.soon(target, LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const [x, y] = this.pressed;
    const steady = Math.hypot(event.clientX - x, event.clientY - y) <= STEADY;
    if (event.pointerType === "touch") steady || this.up();
    // A mouse that stays where it has just pressed something is not asking what has come there instead.
    else if (!steady) this.hover(tipped(event));
  }

  /** @param {Element|null} target */
  hover(target) {
    if (target === this.target || (!target && !this.hovering)) return;
    this.hide();
    if (!target) return;
    this.hovering = true;
    this.soon(target, HOVER);
  }

  /** A finger that was lifted too early shows nothing. */
  up() {
    if (this.tip.hidden) this.hide();
  }

  /** @param {MouseEvent} event */
  click(event) {
    // The keyboard clicks as well, and never by a long press.
    if (!this.held || !event.detail) return;
    this.held = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Element} target @param {number} time */
  soon(target, time) {
    this.target = target;
    this.timer = setTimeout(() => {
      this.held = !this.hovering;
      this.show(target);
    }, time);
  }

  /** @param {Element} target */
  show(target) {
    const words = target.isConnected && target.matches(TIPPED) ? wordsOf(target) : "";
    if (!words) return this.hide();
    this.target = target;
    this.tip.textContent = words;
    this.tip.hidden = false;
    this.put(target);
    this.tell(target);
  }

  /** The picture has changed: the tip may have to say something else, or nothing. */
  refresh() {
    if (this.target && !this.tip.hidden) this.show(this.target);
  }

  /** Things are elsewhere now: the keyboard still means the same one, a mouse or finger another. */
  follow() {
    if (this.hovering || this.held || this.tip.hidden) this.hide();
    else this.refresh();
  }

  hide() {
    clearTimeout(this.timer);
    this.target = null;
    this.hovering = false;
    this.tip.hidden = true;
    this.tell(null);
  }

  /** Above if there is room, else below, and never beyond the screen. @param {Element} target */
  put(target) {
    const { width, height } = this.tip.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const own = target.getBoundingClientRect(), free = this.box(target);
    const above = free.top - height - MARGIN, below = free.bottom + MARGIN;
    // Where there is neither, at least the thing itself is seen.
    const least = own.top > clientHeight / 2 ? own.top - height - MARGIN : own.bottom + MARGIN;
    const top = above >= MARGIN ? above : below + height <= clientHeight ? below : least;
    const left = own.left + (own.width - width) / 2;
    const inside = width < free.width ? within(left, free.left, free.right - width) : left;
    this.tip.style.left = `${within(inside, MARGIN, clientWidth - width - MARGIN)}px`;
    this.tip.style.top = `${within(top, MARGIN, clientHeight - height - MARGIN)}px`;
  }
}

/** @param {Event} event */
function tipped(event) {
  return event.target instanceof Element ? event.target.closest(TIPPED) : null;
}

/** @param {Element} target */
function wordsOf(target) {
  return target.getAttribute(target.classList.contains("hinted") ? "aria-description" : "aria-label");
}

/** @param {number} at @param {number} least @param {number} most */
function within(at, least, most) {
  return Math.max(least, Math.min(at, most));
}
