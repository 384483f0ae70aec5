// The picture: keeps SVG elements by the keys of their nodes, and lets what changes move there.

/** @typedef {import("./protocol.js").Node} Node */
/** @typedef {import("./protocol.js").Scene} Scene */
/** @typedef {{node: Node, element: SVGGElement, body: SVGGElement}} Part */

const SVG = "http://www.w3.org/2000/svg";
const FLIGHT = { duration: 380, easing: "cubic-bezier(.3, .1, .2, 1)" };
const FLIP = { duration: 260, easing: "ease-out" };
const APPEAR = { duration: 220, easing: "ease-out" };
const KEY = 0, LAYER = 1, SHAPE = 2, X = 3, Y = 4, KIND = 5, TEXT = 6, LABEL = 7, SIZE = 8, TURN = 9, ENTER = 10;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} name @param {Element} parent */
function element(name, parent) {
  return /** @type {SVGGElement} */ (parent.appendChild(document.createElementNS(SVG, name)));
}

/** @param {Node} node @param {string} unit */
function place(node, unit) {
  const [length, angle] = unit ? ["px", "deg"] : ["", ""];
  return `translate(${node[X]}${length}, ${node[Y]}${length}) rotate(${node[TURN]}${angle}) scale(${node[SIZE]})`;
}

export class Picture {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Map<string, Part>} */
    this.parts = new Map();
    /** @type {Map<number, SVGGElement>} */
    this.layers = new Map();
  }

  /** @param {Scene} scene @param {boolean} whole */
  show(scene, whole) {
    this.svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    const before = new Map([...this.parts].map(([key, part]) => [key, part.node]));
    const still = calm.matches || before.size === 0 || document.hidden;
    const gone = whole ? this.missing(scene.set) : scene.gone;
    for (const key of gone) this.remove(key);
    if (scene.set.some((node) => node[ENTER] && !before.has(node[KEY]))) this.settle();
    for (const node of scene.set) this.set(node, before, still);
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

  /** @param {string} key */
  remove(key) {
    this.parts.get(key)?.element.remove();
    this.parts.delete(key);
  }

  /** @param {Node} node @param {Map<string, Node>} before @param {boolean} still */
  set(node, before, still) {
    const old = before.get(node[KEY]);
    if (old && same(old, node)) return;
    const part = this.part(node);
    draw(part, node);
    if (!still) animate(part, old ?? before.get(node[ENTER]));
    if (!old && node[ENTER] && before.size) part.element.classList.add("fresh");
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
    let layer = this.layers.get(number);
    if (!layer) {
      layer = element("g", this.svg);
      this.layers.set(number, layer);
      for (const key of [...this.layers.keys()].sort((a, b) => a - b)) {
        this.svg.append(/** @type {SVGGElement} */ (this.layers.get(key)));
      }
    }
    return layer;
  }
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

/** @param {Part} part @param {Node|undefined} from where or what it was before */
function animate(part, from) {
  const node = part.node;
  if (!from) {
    part.element.animate([{ opacity: 0 }, { opacity: 1 }], APPEAR);
    return;
  }
  if (place(from, "") !== place(node, "")) {
    part.element.animate([{ transform: place(from, "px") }, { transform: place(node, "px") }], FLIGHT);
  }
  // A tile that shows its other side: the shapes of one thing share the first word of their names.
  const turned = from[SHAPE] !== node[SHAPE] && from[SHAPE].split("-")[0] === node[SHAPE].split("-")[0];
  if (turned) part.body.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], FLIP);
}
