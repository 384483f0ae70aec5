// Previews: what something would bring is seen clearly while somebody points at it, by mouse, by keyboard or by finger.

import { ENTER, isOf } from "./scene.js";
import { keyAt } from "./picture.js";

/** @typedef {import("./picture.js").Picture} Picture */

export class Previews {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** The keys of what is pointed at: by a mouse or a finger that is down, by the keyboard, and by a long press. */
    this.keys = { over: "", focused: "", told: "" };
    const { svg } = picture;
    svg.addEventListener("pointerover", (event) => this.point({ over: keyAt(event.target) }));
    svg.addEventListener("pointerout", () => this.point({ over: "" }));
    svg.addEventListener("focusin", (event) => this.point({ focused: focusedKey(event.target) }));
    svg.addEventListener("focusout", () => this.point({ focused: "" }));
  }

  /** What a tip is about is pointed at, even when the finger is lifted. @param {Element|null} target */
  tell(target) {
    this.point({ told: keyAt(target) });
  }

  /** @param {Partial<Previews["keys"]>} keys */
  point(keys) {
    const before = Object.values(this.keys).join();
    Object.assign(this.keys, keys);
    if (Object.values(this.keys).join() !== before) this.refresh();
  }

  /** Another picture may have other previews. */
  refresh() {
    const pointed = new Set(Object.values(this.keys).filter(Boolean));
    for (const { node, element } of this.picture.parts.values()) {
      if (isOf(node, "preview")) element.classList.toggle("previewed", pointed.has(node[ENTER]));
    }
  }
}

/** @param {EventTarget|null} target */
function focusedKey(target) {
  return target instanceof Element && target.matches(":focus-visible") ? keyAt(target) : "";
}
