// The window: the lower layers of a picture in one group, clipped to a frame, that can be zoomed and moved.

import { LAYER, SIZE, X, Y } from "./scene.js";

/** @typedef {import("./scene.js").Box} Box */
/** @typedef {import("./scene.js").Node} Node */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {[number, number]} Point a place in the units of the picture */
/** @typedef {{rims: SVGElement[], window: SVGGElement, land: SVGGElement, sky: SVGGElement}} Groups */

const SVG = "http://www.w3.org/2000/svg";
const MOST = 4;
/** Hardly zoomed is not zoomed. */
const HARDLY = 1.02;
/** How far from the frame a node stays to which the keyboard has gone. */
const MARGIN = 12;

/** The event "open" says that there is a window for the first time, "change" that things in it are seen elsewhere. */
export class Zoom extends EventTarget {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    super();
    this.svg = svg;
    /** Layers below this number lie in the window. */
    this.layers = 0;
    /** Where the window is. @type {Box} */
    this.frame = [0, 0, 0, 0];
    this.scale = 1;
    /** Where the zero of the land is seen. @type {Point} */
    this.offset = [0, 0];
    /** Made for the first scene that has a window. @type {Groups|null} */
    this.groups = null;
  }

  /** @param {Scene} scene @returns {boolean} must the layers be put into other groups? */
  show({ window: layers, window_at: frame }) {
    const moved = layers !== this.layers;
    if (moved) this.layers = layers;
    if (layers && frame.join() !== this.frame.join()) this.fit(frame);
    return moved;
  }

  /** @param {Box} frame */
  fit(frame) {
    const first = !this.groups;
    this.groups ??= this.build();
    this.frame = frame;
    if (first) this.dispatchEvent(new Event("open"));
    for (const rim of this.groups.rims) {
      ["x", "y", "width", "height"].forEach((name, at) => rim.setAttribute(name, String(frame[at])));
    }
    this.put(1, [0, 0], false);
  }

  /** @returns {Groups} */
  build() {
    const clip = make("clipPath", this.svg, "");
    clip.id = "window-clip";
    const window = make("g", this.svg, "window");
    window.setAttribute("clip-path", "url(#window-clip)");
    const land = make("g", window, "land");
    land.addEventListener("transitionend", (event) => event.target === land && this.changed());
    const rims = [make("rect", clip, ""), make("rect", window, "window-rim")];
    return { rims, window, land, sky: make("g", this.svg, "sky") };
  }

  /** Does a node, or a layer, lie in the window? @param {Node|number} what */
  holds(what) {
    return (typeof what === "number" ? what : what[LAYER]) < this.layers;
  }

  /** Where a layer belongs. @param {number} layer @returns {SVGElement} */
  parent(layer) {
    return this.holds(layer) && this.groups ? this.groups.land : this.svg;
  }

  get zoomed() {
    return this.scale > 1;
  }

  get full() {
    return this.scale >= MOST;
  }

  // ---- zooming and moving ----------------------------------------------------------------------------------

  /**
   * Makes everything so many times as large; what is seen at one place is seen at another afterwards.
   * @param {number} factor @param {Point} from @param {Point} [to] @param {boolean} [glide]
   */
  carry(factor, from, to = from, glide = false) {
    const wanted = Math.min(this.scale * factor, MOST);
    const scale = wanted < HARDLY ? 1 : wanted;
    const grown = scale / this.scale;
    this.put(scale, [to[0] - (from[0] - this.offset[0]) * grown, to[1] - (from[1] - this.offset[1]) * grown], glide);
  }

  reset() {
    this.put(1, [0, 0], true);
  }

  /**
   * No way leads beyond the land: it always fills the frame.
   * @param {number} scale @param {Point} offset @param {boolean} glide
   */
  put(scale, offset, glide) {
    const [left, top, width, height] = this.frame;
    const x = within(offset[0], (1 - scale) * (left + width), (1 - scale) * left);
    const y = within(offset[1], (1 - scale) * (top + height), (1 - scale) * top);
    if (!this.groups || (scale === this.scale && x === this.offset[0] && y === this.offset[1])) return;
    this.scale = scale;
    this.offset = [x, y];
    this.svg.classList.toggle("zoomed", this.zoomed);
    this.svg.classList.toggle("gliding", glide);
    this.groups.land.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Moves the land as little as need be for a node to be seen. @param {Node} node @param {SVGGElement} body */
  reveal(node, body) {
    if (!this.holds(node) || !this.zoomed) return;
    const { x, y, width, height } = body.getBBox();
    const reach = node[SIZE] * Math.max(-x, -y, x + width, y + height) * this.scale + MARGIN;
    const [left, top, wide, high] = this.frame;
    const at = this.place(node);
    const to = /** @type {Point} */ ([into(at[0], reach, left, wide), into(at[1], reach, top, high)]);
    if (to[0] !== at[0] || to[1] !== at[1]) this.carry(1, at, to);
  }

  // ---- places ----------------------------------------------------------------------------------------------

  /** Where in the picture a node of the window is seen. @param {Node} node @returns {Point} */
  place(node) {
    return [this.scale * node[X] + this.offset[0], this.scale * node[Y] + this.offset[1]];
  }

  /** A node of the window as it is seen from outside. What is out of sight comes from the rim. @param {Node} node */
  seen(node) {
    const [left, top, width, height] = this.frame;
    const [x, y] = this.place(node);
    const seen = /** @type {Node} */ ([...node]);
    seen[X] = within(x, left, left + width);
    seen[Y] = within(y, top, top + height);
    seen[SIZE] *= this.scale;
    return seen;
  }

  /** Where in the picture a mouse or finger is. @param {{clientX: number, clientY: number}} event @returns {Point} */
  point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return [x, y];
  }

  /** Is that in the window? @param {Point} point */
  contains([x, y]) {
    const [left, top, width, height] = this.frame;
    return this.layers > 0 && x >= left && x <= left + width && y >= top && y <= top + height;
  }

  /** @returns {Point} */
  get middle() {
    const [left, top, width, height] = this.frame;
    return [left + width / 2, top + height / 2];
  }

  /** The frame on the screen. */
  get screen() {
    const [left, top, width, height] = this.frame;
    const matrix = this.svg.getScreenCTM() ?? new DOMMatrix();
    const { x, y } = new DOMPoint(left, top).matrixTransform(matrix);
    return new DOMRect(x, y, width * matrix.a, height * matrix.d);
  }

  /** The element on the screen; one that lies in the window counts as the whole of it. @param {Element} element */
  box(element) {
    return this.groups?.window.contains(element) ? this.screen : element.getBoundingClientRect();
  }
}

/** @param {string} name @param {Element} parent @param {string} kind */
function make(name, parent, kind) {
  const element = parent.appendChild(document.createElementNS(SVG, name));
  if (kind) element.setAttribute("class", kind);
  return /** @type {SVGGElement} */ (element);
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

/**
 * The nearest place at which something of that reach is seen whole, or else the middle.
 * @param {number} at @param {number} reach @param {number} start @param {number} length
 */
function into(at, reach, start, length) {
  return 2 * reach > length ? start + length / 2 : within(at, start + reach, start + length - reach);
}
