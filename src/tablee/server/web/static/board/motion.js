// How things move: they fly, turn over, are carried off, and dice tumble; as fast as somebody likes, or not at all.

import { settings } from "../shared/settings.js";
import { KEY, SHAPE, SIZE, TURN, X, Y, isOf } from "./scene.js";
import { holds, seenOutside } from "./zoom.js";

/** @import { Node } from "./frame.js" */
/** @import { Part, State } from "./state.js" */

const PACES = { off: 0, slow: 1.8, normal: 1, fast: 0.5 };
/** What lies open only for a while stays longer for some, and never vanishes at once. */
const STAYS = { off: 1, slow: 1.5, normal: 1, fast: 0.7 };

const still = matchMedia("(prefers-reduced-motion: reduce)");

const FLIGHT = { duration: 380, easing: "cubic-bezier(.3, .1, .2, 1)" };
const FLIP = { duration: 260, easing: "ease-out" };
const APPEAR = { duration: 220, easing: "ease-out" };
const SHAKE = 600, CARRY = 500;
const TUMBLE = 900;
/** Dice leave the hand one after the other: so long after the first the last one follows, at most. */
const APART = 120;
/** While a die tumbles it shows so many other faces. */
const FACES = 7;

/** Does nothing move? */
export function isCalm() {
  return still.matches || settings.speed === "off";
}

/** How long a movement takes that should take so many milliseconds. @param {number} time */
export function paced(time) {
  return time * (PACES[settings.speed] ?? 1);
}

/** How long something is left to be seen. @param {number} time */
export function stay(time) {
  return time * (STAYS[settings.speed] ?? 1);
}

/** How long dice tumble. */
export function tumbling() {
  return paced(TUMBLE);
}

/** A movement at the pace that somebody likes. @template {{duration: number}} Timing @param {Timing} timing */
function timed(timing) {
  return { ...timing, duration: paced(timing.duration) };
}

/** Where a node is, as an attribute (no unit) or for an animation. @param {Node} node @param {string} unit */
export function transform(node, unit) {
  const [length, angle] = unit ? ["px", "deg"] : ["", ""];
  return `translate(${node[X]}${length}, ${node[Y]}${length}) rotate(${node[TURN]}${angle}) scale(${node[SIZE]})`;
}

/**
 * Lets a node come to its place, even through the frame of a window in which things are larger.
 * @param {State} state
 * @param {Part} part
 * @param {Node|undefined} old what it was before
 * @param {Node|undefined} source where it comes from if it is new
 */
export function bring(state, part, old, source) {
  const from = old ?? source;
  if (!from || holds(state, from) === holds(state, part.node)) move(part, old, source);
  else if (holds(state, from)) move(part, old && seenOutside(state, old), source && seenOutside(state, source));
  else flyIn(state, part, old, source);
}

/**
 * Within the frame it would not be seen until it has passed it: meanwhile a likeness flies above everything.
 * @type {typeof bring}
 */
function flyIn(state, part, old, source) {
  const node = seenOutside(state, part.node);
  const element = /** @type {SVGGElement} */ (part.element.cloneNode(true));
  for (const name of ["data-key", "role", "aria-label", "tabindex"]) element.removeAttribute(name);
  element.setAttribute("aria-hidden", "true");
  element.setAttribute("transform", transform(node, ""));
  state.zoom.groups?.sky.append(element);
  move({ ...part, node, element, body: /** @type {SVGGElement} */ (element.firstElementChild) }, old, source);
  flights.get(part.element)?.cancel();
  const hidden = part.element.animate({ opacity: [0, 0] }, { fill: "forwards" });
  flights.set(part.element, hidden);
  Promise.allSettled([flights.get(element)?.finished]).then(() => {
    element.remove();
    hidden.cancel();
  });
}

/** @param {Part} part @param {Node|undefined} old @param {Node|undefined} source */
function move(part, old, source) {
  const { node, element, body } = part;
  if (isOf(node, "thrown")) tumble(part, source ?? below(node));
  else if (!old && source && isOf(node, "caught")) carry(element, source, node);
  else if (old ?? source) fly(element, body, /** @type {Node} */ (old ?? source), node);
  else element.animate([{ opacity: 0 }, { opacity: 1 }], timed(APPEAR));
}

/** What is in flight. @type {WeakMap<Element, Animation>} */
const flights = new WeakMap();

/**
 * What flies catches no pointer: it does not hide from it what it flies over. A flight that is still under way would take
 * over again once this one is done. Nothing but the place changes in flight, so that the browser needs no script for it.
 * @param {SVGGElement} element @param {Keyframe[]} steps @param {KeyframeAnimationOptions} timing
 */
function launch(element, steps, timing) {
  flights.get(element)?.cancel();
  const flight = element.animate(steps, timing);
  flights.set(element, flight);
  element.style.cssText = "--pointing: none; pointer-events: none";
  flight.onfinish = flight.oncancel = () => flights.get(element) === flight && land(element);
}

/** @param {SVGGElement} element */
function land(element) {
  flights.delete(element);
  element.removeAttribute("style");
}

/** @param {SVGGElement} element @param {SVGGElement} body @param {Node} from @param {Node} node */
function fly(element, body, from, node) {
  if (transform(from, "") !== transform(node, "")) {
    launch(element, [{ transform: transform(from, "px") }, { transform: transform(node, "px") }], timed(FLIGHT));
  }
  // A tile that shows its other side: the shapes of one thing share the first word of their names.
  const turned = from[SHAPE] !== node[SHAPE] && from[SHAPE].split("-")[0] === node[SHAPE].split("-")[0];
  if (turned) body.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], timed(FLIP));
}

/**
 * It shakes where it stood before it is carried off.
 * @param {SVGGElement} element @param {Node} from @param {Node} node
 */
function carry(element, from, node) {
  const there = transform(from, "px");
  const steps = [0, 9, -9, 8, -8, 7, -7, 5, 0].map((angle) => ({ transform: `${there} rotate(${angle}deg)` }));
  const share = SHAKE / (SHAKE + CARRY) / (steps.length - 1);
  const shaking = steps.map((step, at) => ({ ...step, offset: at * share, easing: "ease-in-out" }));
  launch(element, [...shaking, { transform: transform(node, "px"), offset: 1 }], timed({ duration: SHAKE + CARRY }));
}

/** @param {Part} part @param {Node} from */
function tumble(part, from) {
  const { node, element, body } = part;
  const luck = chance(node);
  const delay = paced(APART) * luck(1);
  launch(element, path(from, node, luck), { duration: tumbling() - delay, delay, fill: "backwards" });
  const use = body.querySelector("use");
  part.rolled = use !== null;
  if (use) roll(use, node[SHAPE], delay, luck);
}

/**
 * Out of the cup in a high arc, past the place, and back to it in two bounces, turning all the while.
 * @param {Node} from @param {Node} node @param {(what: number) => number} luck
 */
function path(from, node, luck) {
  const spin = (luck(2) < 0.5 ? -1 : 1) * (360 + 240 * luck(3));
  const aside = 24 * (luck(4) - 0.5);
  /**
   * @param {number} offset @param {number} way how much of it is done @param {number} height
   * @param {number} left how much of the turning is left @param {string} easing
   */
  const at = (offset, way, height, left, easing) => {
    const x = from[X] + (node[X] - from[X]) * way + aside * left;
    const y = from[Y] + (node[Y] - from[Y]) * way - height;
    const size = node[SIZE] * (1 + height / 300);
    return { transform: `translate(${x}px, ${y}px) rotate(${node[TURN] - spin * left}deg) scale(${size})`, offset, easing };
  };
  return [
    at(0, 0, 0, 1, "ease-out"),
    at(0.24, 0.5, 90, 0.7, "ease-in"),
    at(0.46, 0.92, 0, 0.4, "ease-out"),
    at(0.62, 1.03, 34, 0.2, "ease-in"),
    at(0.78, 1.04, 0, 0.07, "ease-out"),
    at(0.88, 1.02, 7, 0.02, "ease-in"),
    at(1, 1, 0, 0, "linear"),
  ];
}

/**
 * Shows one face after the other, slower and slower, and the right one at the end.
 * @param {SVGUseElement} use @param {string} shape @param {number} delay @param {(what: number) => number} luck
 */
function roll(use, shape, delay, luck) {
  const faces = family(shape);
  if (faces.length < 2) return;
  /** @param {number} step */
  const turn = (step) => {
    const face = step < FACES ? faces[Math.floor(luck(10 + step) * faces.length)] : shape;
    use.setAttribute("href", `#${face}`);
  };
  turn(0);
  // Whoever draws the die anew takes another element; on this one nothing is seen any more.
  for (let step = 1; step <= FACES; step += 1) {
    setTimeout(() => turn(step), delay + 0.8 * (tumbling() - delay) * (step / FACES) ** 1.3);
  }
}

/** The ids of the shapes that differ only after the last "-". @param {string} shape */
function family(shape) {
  const name = shape.slice(0, shape.lastIndexOf("-") + 1);
  return name ? [...document.querySelectorAll(`symbol[id^="${name}"]`)].map(({ id }) => id) : [];
}

/** Where dice come from if nothing says so: from the hand of whoever looks. @param {Node} node @returns {Node} */
function below(node) {
  const from = /** @type {Node} */ ([...node]);
  from[Y] += 260;
  return from;
}

/**
 * Numbers from 0 to 1 that differ from die to die and are the same on every screen.
 * @param {Node} node @returns {(what: number) => number}
 */
function chance(node) {
  const text = `${node[KEY]} ${node[X]} ${node[Y]} ${node[TURN]}`;
  const start = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
  return (what) => (Math.abs(Math.sin(start * 12.9898 + what * 78.233)) * 43_758.5453) % 1;
}
