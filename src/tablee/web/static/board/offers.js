// What may be done by pointing, for mouse, finger and keyboard alike: offered nodes become buttons, some can be picked.

import { LABEL, X, Y, isOf } from "./scene.js";
import { keyAt } from "./picture.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Part} Part */
/** @typedef {import("./picks.js").Picks} Picks */

/**
 * @typedef {object} Wishes what becomes of pointing
 * @property {(actions: string[]) => Promise<string>} choose asks which of several actions is meant
 * @property {(action: string, key: string) => boolean} act
 * @property {(key: string) => void} why asks why a node offers nothing
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How far from the middle of something a finger may hit, on the screen. */
const REACH = 24;

export class Offers {
  /** @param {Picture} picture @param {Picks} picks @param {Wishes} wishes */
  constructor(picture, picks, wishes) {
    this.picture = picture;
    this.picks = picks;
    this.wishes = wishes;
    /** @type {Map<string, string[]>} */
    this.offers = new Map();
    /** What can be picked now. @type {Set<string>} */
    this.pickable = new Set();
    /** Where arrow keys lead besides, to read what is there. @type {Set<string>} */
    this.readable = new Set();
    this.current = "";
    /** Where the keyboard stands, even when the node there is gone. @type {[number, number]} */
    this.here = [0, 0];
    /** Has the keyboard gone there to read? Then it is not called away when something is offered elsewhere. */
    this.reading = false;
    picture.svg.addEventListener("click", (event) => this.point(event));
    picture.svg.addEventListener("keydown", (event) => this.press(event));
    picture.svg.addEventListener("focusin", (event) => this.arrive(keyOf(event)));
  }

  /** @param {Record<string, string[]>} offers @param {boolean} picking may anything be picked now? */
  set(offers, picking) {
    const { parts, svg } = this.picture;
    const focused = svg.contains(document.activeElement);
    const touched = new Set([...this.stops, ...this.picks.texts.keys()]);
    this.offers = new Map(Object.entries(offers).filter(([key]) => parts.has(key)));
    this.pickable = new Set([...this.picks.texts.keys()].filter((key) => picking && parts.has(key)));
    this.readable = new Set([...parts].filter(([, { node }]) => isReadable(node)).map(([key]) => key));
    for (const key of this.stops) touched.add(key);
    for (const key of touched) this.put(key);
    this.stand(focused);
  }

  clear() {
    this.set({}, false);
  }

  /** All that arrow keys lead to, what can be done first. */
  get stops() {
    return new Set([...this.offers.keys(), ...this.pickable, ...this.readable]);
  }

  /** Can something be done there? @param {string} key */
  isOpen(key) {
    return this.offers.has(key) || this.pickable.has(key);
  }

  /** Do arrow keys lead there? @param {string} key */
  isStop(key) {
    return this.isOpen(key) || this.readable.has(key);
  }

  /** @param {string} key */
  put(key) {
    const part = this.picture.parts.get(key);
    if (!part) return;
    const { element, body } = part;
    const picked = this.picks.picked.has(key);
    element.classList.toggle("offered", this.offers.has(key));
    element.classList.toggle("picked", picked);
    element.classList.remove("pending");
    body.querySelector(".halo")?.remove();
    if (this.isOpen(key) || picked) body.append(frame(body, "halo"));
    this.describe(key, part);
  }

  /** What it is for a keyboard and a screen reader. @param {string} key @param {Part} part */
  describe(key, { element, node }) {
    const role = this.isOpen(key) ? "button" : node[LABEL] ? "img" : null;
    write(element, "role", role);
    write(element, "aria-pressed", this.pickable.has(key) ? String(this.picks.picked.has(key)) : null);
    write(element, "tabindex", this.isStop(key) ? "-1" : null);
  }

  /** Where the keyboard stands now that other things are offered. @param {boolean} focused is it in the picture? */
  stand(focused) {
    const open = this.offers.size + this.pickable.size > 0;
    const reads = this.readable.has(this.current) && (!open || (focused && this.reading));
    const stays = reads || this.isOpen(this.current);
    this.rove(stays ? this.current : this.nearest(), focused && open);
    // Whoever was here by keyboard stays here while the others play.
    if (focused && !open && !stays) this.picture.svg.focus({ preventScroll: true });
  }

  /** @param {string} key @param {boolean} focus */
  rove(key, focus) {
    const part = this.picture.parts.get(key);
    if (!part || !this.isStop(key)) return;
    this.picture.parts.get(this.current)?.element.setAttribute("tabindex", "-1");
    this.current = key;
    part.element.setAttribute("tabindex", "0");
    if (focus || this.isOpen(key)) this.here = [part.node[X], part.node[Y]];
    if (focus) part.element.focus({ preventScroll: true });
  }

  /** The focus has come to a node, by whatever way. @param {string} key */
  arrive(key) {
    this.reading = this.isStop(key) && !this.isOpen(key);
    this.rove(key, false);
  }

  /** @param {Event} event */
  point(event) {
    const key = this.meant(event);
    if (this.offers.has(key)) this.take(key);
    else if (this.pickable.has(key)) this.pick(key);
    else this.ask(event);
  }

  /** A finger that hits nothing means what is offered nearby: small things are easily missed. @param {Event} event */
  meant(event) {
    const key = keyOf(event);
    const missed = !this.isOpen(key) && event instanceof PointerEvent && event.pointerType === "touch";
    return (missed && this.near(event)) || key;
  }

  /** The nearest node that is offered within the reach of a finger. @param {PointerEvent} event */
  near(event) {
    const { zoom, svg, parts } = this.picture;
    const [x, y] = zoom.point(event);
    let best = "", least = REACH / (svg.getScreenCTM()?.a ?? 1);
    for (const key of this.offers.keys()) {
      const { node } = /** @type {Part} */ (parts.get(key));
      const [left, top] = zoom.holds(node) ? zoom.place(node) : [node[X], node[Y]];
      const far = Math.hypot(x - left, y - top);
      if (far < least) [best, least] = [key, far];
    }
    return best;
  }

  /** Asks why nothing is offered. What has no label is decoration: what lies under it is meant. @param {Event} event */
  ask(event) {
    const mouse = event instanceof MouseEvent;
    const targets = mouse ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target];
    const key = targets.map(keyAt).find((one) => this.picture.parts.get(one)?.node[LABEL]);
    if (key) this.wishes.why(key);
  }

  /** @param {string} key */
  async take(key) {
    const actions = this.offers.get(key) ?? [];
    const action = actions.length > 1 ? await this.wishes.choose(actions) : actions[0];
    if (!action || !this.offers.get(key)?.includes(action)) return;
    this.rove(key, false);
    if (this.wishes.act(action, key)) this.picture.parts.get(key)?.element.classList.add("pending");
  }

  /** @param {string} key */
  pick(key) {
    this.picks.toggle(key);
    this.put(key);
    this.rove(key, false);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    // Some keys move the picture instead.
    if (event.defaultPrevented) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.rove(this.nearest(arrow), true);
    } else if (event.key === "Enter" || event.key === " ") {
      // A key held down is one wish.
      if (!event.repeat) this.point(event);
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * The nearest node that is open, or else the nearest of all; or the nearest of all in a direction: what lies aside
   * counts double, and what lies hardly in that direction not at all.
   * @param {[number, number]} [arrow]
   */
  nearest(arrow) {
    const open = [...this.offers.keys(), ...this.pickable];
    let best = "", least = Infinity;
    for (const key of open.length && !arrow ? open : this.stops) {
      const { node } = /** @type {Part} */ (this.picture.parts.get(key));
      const far = distance(node[X] - this.here[0], node[Y] - this.here[1], arrow);
      if (far < least) [best, least] = [key, far];
    }
    return best;
  }
}

/** Some nodes are reached by the keyboard though they offer nothing. @param {import("./scene.js").Node} node */
function isReadable(node) {
  return isOf(node, "explained") || isOf(node, "reachable");
}

/** The key of the node in which something happened. @param {Event} event */
function keyOf(event) {
  return keyAt(event.target);
}

/** @param {Element} element @param {string} name @param {string|null} value */
function write(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** @param {number} x @param {number} y @param {[number, number]} [arrow] */
function distance(x, y, arrow) {
  if (!arrow) return Math.hypot(x, y);
  const along = x * arrow[0] + y * arrow[1];
  const aside = Math.abs(x * arrow[1]) + Math.abs(y * arrow[0]);
  return along > 1 && aside < 4 * along ? along + 2 * aside : Infinity;
}

/**
 * A frame around something: a lit one around what is offered, which also widens where one may touch.
 * @param {SVGGElement} body @param {string} kind
 */
export function frame(body, kind) {
  const box = body.getBBox();
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  rect.setAttribute("class", kind);
  rect.setAttribute("x", String(box.x - 1));
  rect.setAttribute("y", String(box.y - 1));
  rect.setAttribute("width", String(box.width + 2));
  rect.setAttribute("height", String(box.height + 2));
  rect.setAttribute("rx", "9");
  return rect;
}
