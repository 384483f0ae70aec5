// The picture: keeps SVG elements by the keys of their nodes, and lets what changes move there.

import { bring, place } from "./motion.js";
import { isCalm } from "./pace.js";
import { ENTER, KEY, KIND, LABEL, LAYER, SHAPE, TEXT, X, Y, isOf } from "./scene.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./scene.js").Node} Node */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{node: Node, element: SVGGElement, body: SVGGElement}} Part */
/** What is seen to move: everything, only what was there before, or nothing. @typedef {"all"|"moves"|"none"} Motion */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Element} parent */
function element(name, parent) {
  return /** @type {SVGGElement} */ (parent.appendChild(document.createElementNS(SVG, name)));
}

export class Picture {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.zoom = new Zoom(svg);
    /** @type {Map<string, Part>} */
    this.parts = new Map();
    /** @type {Map<number, SVGGElement>} */
    this.layers = new Map();
  }

  /** All nodes as they are now. @returns {Node[]} */
  get nodes() {
    return [...this.parts.values()].map(({ node }) => node);
  }

  /**
   * @param {Scene} scene @param {boolean} whole @param {Motion} [motion]
   * @param {boolean} [keep] is what came before marked still?
   */
  show(scene, whole, motion = "all", keep = false) {
    this.svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    if (this.zoom.show(scene)) this.arrange();
    const before = new Map([...this.parts].map(([key, part]) => [key, part.node]));
    const shown = isCalm() || before.size === 0 || document.hidden ? "none" : motion;
    const focused = this.svg.contains(document.activeElement);
    const gone = whole ? this.missing(scene.set) : scene.gone;
    for (const key of gone) this.remove(key);
    if (!keep && scene.set.some((node) => this.comes(node, before))) this.settle();
    for (const node of scene.set) this.set(node, before, shown, whole);
    // Whoever was here by keyboard stays here.
    if (focused && !this.svg.contains(document.activeElement)) this.svg.focus({ preventScroll: true });
  }

  /** @param {Node[]} nodes */
  missing(nodes) {
    const kept = new Set(nodes.map((node) => node[KEY]));
    return [...this.parts.keys()].filter((key) => !kept.has(key));
  }

  /** What came last is marked until something else comes. */
  settle() {
    for (const part of this.parts.values()) part.element.classList.remove("fresh");
  }

  /** The keys of what is marked. */
  get fresh() {
    return [...this.parts].filter(([, { element }]) => element.classList.contains("fresh")).map(([key]) => key);
  }

  /** Marks what came last, and nothing else. @param {string[]} keys */
  mark(keys) {
    this.settle();
    for (const key of keys) this.parts.get(key)?.element.classList.add("fresh");
  }

  /**
   * Does it come in from somewhere or move over the land, so that it is marked? Dice are not: what was done before them
   * is to be seen still.
   * @param {Node} node @param {Map<string, Node>} before
   */
  comes(node, before) {
    if (!before.size || isOf(node, "thrown") || isOf(node, "preview")) return false;
    const old = before.get(node[KEY]);
    return old ? this.zoom.holds(node) && moved(old, node) : Boolean(node[ENTER]);
  }

  /** @param {string} key */
  remove(key) {
    this.parts.get(key)?.element.remove();
    this.parts.delete(key);
  }

  /** @param {Node} node @param {Map<string, Node>} before @param {Motion} motion @param {boolean} whole */
  set(node, before, motion, whole) {
    const old = before.get(node[KEY]);
    // A die that has been thrown may lie just as it lay before.
    if (old && same(old, node) && (whole || !isOf(node, "thrown"))) return;
    const part = this.part(node);
    draw(part, node);
    const moves = motion === "all" || (motion === "moves" && old && !isOf(node, "thrown"));
    if (moves) bring(part, old, isOf(node, "preview") ? undefined : this.source(node, before), this.zoom);
    if (this.comes(node, before)) part.element.classList.add("fresh");
  }

  /** What a new node comes from. @param {Node} node @param {Map<string, Node>} before */
  source(node, before) {
    return before.get(node[ENTER]) ?? this.parts.get(node[ENTER])?.node;
  }

  /** @param {Node} node @returns {Part} */
  part(node) {
    const found = this.parts.get(node[KEY]);
    if (found && found.node[LAYER] === node[LAYER]) return found;
    this.remove(node[KEY]);
    const group = element("g", this.layer(node[LAYER]));
    group.dataset.key = node[KEY];
    const part = { node, element: group, body: element("g", group) };
    this.parts.set(node[KEY], part);
    return part;
  }

  /** @param {number} number */
  layer(number) {
    const found = this.layers.get(number);
    if (found) return found;
    const layer = element("g", this.zoom.parent(number));
    this.layers.set(number, layer);
    this.arrange();
    return layer;
  }

  /** One above the other, and above them all what is in flight. Only what must be is moved: it loses the focus. */
  arrange() {
    /** @type {Map<Element, Element|null>} */
    const above = new Map([[this.svg, this.zoom.groups?.sky ?? null]]);
    for (const [number, layer] of [...this.layers].sort(([one], [other]) => other - one)) {
      const parent = this.zoom.parent(number), next = above.get(parent) ?? null;
      if (layer.parentNode !== parent || layer.nextSibling !== next) parent.insertBefore(layer, next);
      above.set(parent, layer);
    }
  }
}

/** The key of the node to which something in the picture belongs. @param {EventTarget|null} target */
export function keyAt(target) {
  const group = target instanceof Element ? target.closest("[data-key]") : null;
  return group instanceof SVGElement ? (group.dataset.key ?? "") : "";
}

/** @param {Node} one @param {Node} other */
function moved(one, other) {
  return one[X] !== other[X] || one[Y] !== other[Y];
}

/** @param {Node} one @param {Node} other */
function same(one, other) {
  return one.every((value, at) => value === other[at]);
}

/** @param {Part} part @param {Node} node */
function draw(part, node) {
  const fresh = part.element.classList.contains("fresh");
  part.node = node;
  part.element.setAttribute("class", `node ${node[SHAPE]} ${node[KIND]}${fresh ? " fresh" : ""}`);
  part.element.setAttribute("transform", place(node, ""));
  describe(part.element, node[LABEL]);
  part.body.replaceChildren();
  if (node[SHAPE] !== "text") element("use", part.body).setAttribute("href", `#${node[SHAPE]}`);
  if (node[TEXT]) element("text", part.body).textContent = node[TEXT];
}

/** @param {Element} group @param {string} label */
function describe(group, label) {
  if (label) {
    group.setAttribute("role", "img");
    group.setAttribute("aria-label", label);
    group.removeAttribute("aria-hidden");
  } else {
    group.removeAttribute("role");
    group.removeAttribute("aria-label");
    group.setAttribute("aria-hidden", "true");
  }
}
