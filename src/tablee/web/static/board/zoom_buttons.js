// The buttons of the window, in that corner of it where they hide least.

import { STEP } from "./gestures.js";
import { byId } from "../house/page.js";
import { LABEL } from "./scene.js";

/** @typedef {import("./picture.js").Picture} Picture */

/** How large a button is on the screen, and how far from the frame. */
const BUTTON = 44, GAP = 4;
/** What has a label is worse to hide than decoration. */
const WORSE = 10;
/** Right or left, bottom or top: the first of those that hide equally little. @type {[boolean, boolean][]} */
const CORNERS = [[true, true], [true, false], [false, true], [false, false]];

export class Corner {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.zoom = picture.zoom;
    this.box = byId("zoom");
    this.stage = byId("stage");
    this.closer = byId("zoom-in");
    this.further = [byId("zoom-out"), byId("zoom-all")];
    this.corner = CORNERS[0];
    this.listen();
  }

  listen() {
    this.closer.addEventListener("click", () => this.step(STEP));
    this.further[0].addEventListener("click", () => this.step(1 / STEP));
    this.further[1].addEventListener("click", () => this.zoom.reset());
    this.zoom.addEventListener("change", () => this.show());
    new ResizeObserver(() => this.settle()).observe(this.picture.svg);
  }

  /** @param {number} factor */
  step(factor) {
    this.zoom.carry(factor, this.zoom.middle, undefined, true);
  }

  show() {
    this.closer.setAttribute("aria-disabled", String(this.zoom.full));
    const lost = !this.zoom.zoomed && this.further.includes(/** @type {HTMLElement} */ (document.activeElement));
    for (const button of this.further) button.hidden = !this.zoom.zoomed;
    // Whoever pressed what is gone now can still press something.
    if (lost) this.closer.focus({ preventScroll: true });
  }

  /** Finds a place for the buttons: the picture is new, or of another size. */
  settle() {
    this.box.hidden = !this.zoom.layers;
    if (this.box.hidden) return;
    this.show();
    if (!this.zoom.zoomed) this.corner = this.freest();
    this.put(...this.corner);
  }

  /** @param {boolean} right @param {boolean} bottom */
  put(right, bottom) {
    const frame = this.zoom.screen, stage = this.stage.getBoundingClientRect();
    const { style, classList } = this.box;
    style.left = right ? "auto" : `${frame.left - stage.left + GAP}px`;
    style.right = right ? `${stage.right - frame.right + GAP}px` : "auto";
    style.top = bottom ? "auto" : `${frame.top - stage.top + GAP}px`;
    style.bottom = bottom ? `${stage.bottom - frame.bottom + GAP}px` : "auto";
    // The button that is always there stays in the corner.
    classList.toggle("upwards", bottom);
  }

  freest() {
    const { left, top, right, bottom } = this.zoom.screen;
    const parts = [...this.picture.parts.values()].filter(({ node }) => this.zoom.holds(node));
    const boxes = parts.map(({ element }) => element.getBoundingClientRect());
    const hidden = CORNERS.map(([atRight, atBottom]) => {
      const x = atRight ? right - BUTTON - GAP : left + GAP;
      const y = atBottom ? bottom - BUTTON - GAP : top + GAP;
      const place = new DOMRect(x, y, BUTTON, BUTTON);
      return parts.reduce((sum, { node }, at) => sum + (meet(boxes[at], place) ? (node[LABEL] ? WORSE : 1) : 0), 0);
    });
    return CORNERS[hidden.indexOf(Math.min(...hidden))];
  }
}

/** @param {DOMRect} one @param {DOMRect} other */
function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
