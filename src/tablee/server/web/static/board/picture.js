// The picture: keeps SVG elements by the keys of their nodes, and lets what changes move there.

import { focusOn, makeSvg, write } from "../shared/page.js";
import { makeRoom } from "./layout.js";
import { bring, isCalm, transform } from "./motion.js";
import { ENTER, KEY, KIND, LABEL, LAYER, SHAPE, TEXT, X, Y, isOf } from "./scene.js";
import { fitWindow, holds, parentOf } from "./zoom.js";

/** @import { Motion } from "./api.js" */
/** @import { Node, Scene } from "./frame.js" */
/** @import { Part, State } from "./state.js" */
/** @typedef {Map<string, Node>} Before */

/**
 * @param {State} state @param {Scene} scene @param {boolean} whole @param {Motion} [motion]
 * @param {boolean} [keep] is what came before marked still?
 */
export function showScene(state, scene, whole, motion = "all", keep = false) {
  const { svg, layers: { size } } = state;
  write(svg, "viewBox", `0 0 ${scene.width} ${scene.height}`);
  makeRoom(svg, scene);
  if (fitWindow(state, scene)) arrange(state);
  const before = nodesBefore(state, scene.set);
  const shown = isCalm() || !before || document.hidden ? "none" : motion;
  const focused = svg.contains(document.activeElement);
  const gone = whole ? missing(state, scene.set) : scene.gone;
  for (const key of gone) removePart(state, key);
  if (!keep && scene.set.some((node) => comes(state, node, before))) unmark(state);
  for (const node of scene.set) put(state, node, before, shown, whole);
  // What the page adds to the panels lies above them.
  if (whole || state.layers.size !== size || scene.set.some(isPlate)) svg.dispatchEvent(new Event("plates"));
  // Whoever was here by keyboard stays here.
  if (focused && !svg.contains(document.activeElement)) focusOn(svg);
}

/**
 * What nodes were, and what they come from, before they are drawn anew.
 * @param {State} state @param {Node[]} nodes @returns {Before|null} null if there was no picture
 */
function nodesBefore({ parts }, nodes) {
  if (!parts.size) return null;
  /** @type {Before} */
  const before = new Map();
  for (const node of nodes) {
    for (const key of [node[KEY], node[ENTER]]) {
      const part = parts.get(key);
      if (part) before.set(key, part.node);
    }
  }
  return before;
}

/** Is it a panel or the name on one? @param {Node} node */
function isPlate(node) {
  return /^(panel|name) /.test(node[KEY]);
}

/** @param {State} state @param {Node[]} nodes */
function missing({ parts }, nodes) {
  const kept = new Set(nodes.map((node) => node[KEY]));
  return [...parts.keys()].filter((key) => !kept.has(key));
}

/** What came last is marked until something else comes. @param {State} state */
function unmark({ svg, traces }) {
  for (const element of [...svg.getElementsByClassName("fresh")]) element.classList.remove("fresh");
  for (const trace of traces.splice(0)) trace.remove();
}

/** Where something stood that was taken away. @param {State} state @param {Node} node */
function leaveTrace(state, node) {
  const trace = makeSvg("g", { class: `node trace ${node[KIND]}`, transform: transform(node, ""), "aria-hidden": "true" });
  makeSvg("use", { href: `#${node[SHAPE]}` }, trace);
  layerOf(state, node[LAYER]).append(trace);
  state.traces.push(trace);
}

/** Marks what came last, and nothing else. @param {State} state @param {string[]} keys */
export function markFresh(state, keys) {
  unmark(state);
  for (const key of keys) state.parts.get(key)?.element.classList.add("fresh");
}

/** Marks what is meant, and nothing else. @param {State} state @param {string[]} keys */
export function light({ parts }, keys) {
  for (const [key, { element }] of parts) {
    const meant = keys.some((one) => key === one || (one.endsWith(" ") && key.startsWith(one)));
    element.classList.toggle("counted", meant);
  }
}

/** The keys of what is marked. @param {State} state */
export function freshKeys({ parts }) {
  return [...parts].filter(([, { element }]) => element.classList.contains("fresh")).map(([key]) => key);
}

/**
 * Does it come in from somewhere or move over the land, so that it is marked? Dice are not: what was done before them
 * is to be seen still.
 * @param {State} state @param {Node} node @param {Before|null} before
 */
function comes(state, node, before) {
  if (!before || isOf(node, "thrown") || isOf(node, "preview")) return false;
  const old = before.get(node[KEY]);
  return old ? holds(state, node) && moved(old, node) : Boolean(node[ENTER]);
}

/** @param {State} state @param {string} key */
export function removePart({ parts }, key) {
  parts.get(key)?.element.remove();
  parts.delete(key);
}

/** @param {State} state @param {Node} node @param {Before|null} before @param {Motion} motion @param {boolean} whole */
function put(state, node, before, motion, whole) {
  const old = before?.get(node[KEY]);
  // A die that has been thrown may lie just as it lay before.
  if (old && same(old, node) && (whole || !isOf(node, "thrown"))) return;
  const part = partOf(state, node);
  draw(part, node);
  const moves = motion === "all" || (motion === "moves" && old && !isOf(node, "thrown"));
  if (moves) bring(state, part, old, isOf(node, "preview") ? undefined : sourceOf(state, node, before));
  if (comes(state, node, before)) part.element.classList.add("fresh");
  const stood = !old && isOf(node, "caught") ? before?.get(node[ENTER]) : undefined;
  if (stood) leaveTrace(state, stood);
}

/** What a new node comes from. @param {State} state @param {Node} node @param {Before|null} before */
function sourceOf({ parts }, node, before) {
  return before?.get(node[ENTER]) ?? parts.get(node[ENTER])?.node;
}

/** @param {State} state @param {Node} node @returns {Part} */
function partOf(state, node) {
  const found = state.parts.get(node[KEY]);
  if (found && found.node[LAYER] === node[LAYER]) return found;
  removePart(state, node[KEY]);
  const element = makeSvg("g", { "data-key": node[KEY] }, layerOf(state, node[LAYER]));
  const part = { node, element, body: makeSvg("g", {}, element), looks: "", rolled: false, marks: UNMARKED, readable: false };
  state.parts.set(node[KEY], part);
  return part;
}

/** @param {State} state @param {number} number */
function layerOf(state, number) {
  const found = state.layers.get(number);
  if (found) return found;
  const layer = makeSvg("g", {}, parentOf(state, number));
  state.layers.set(number, layer);
  arrange(state);
  return layer;
}

/**
 * One above the other, and above them all what is in flight. Only what must be is moved: it loses the focus.
 * @param {State} state
 */
function arrange(state) {
  /** @type {Map<Element, Element|null>} */
  const above = new Map([[state.svg, state.zoom.groups?.sky ?? null]]);
  for (const [number, layer] of [...state.layers].sort(([one], [other]) => other - one)) {
    const parent = parentOf(state, number), next = above.get(parent) ?? null;
    if (layer.parentNode !== parent || layer.nextSibling !== next) parent.insertBefore(layer, next);
    above.set(parent, layer);
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

/** What can be done there is to be shown anew. */
export const UNMARKED = -1;

/** What looks as before is left as it is. @param {Part} part @param {Node} node */
function draw(part, node) {
  const fresh = part.element.classList.contains("fresh"), looks = [node[SHAPE], node[TEXT]].join();
  // A die that has been rolled may still show other faces.
  const stays = looks === part.looks && !part.rolled;
  // Its kind changes the size of letters, and so what lies around them.
  if (node[TEXT] && part.node[KIND] !== node[KIND]) part.body.querySelector(".halo")?.remove();
  Object.assign(part, { node, looks, rolled: false, marks: UNMARKED, readable: isOf(node, "explained") || isOf(node, "reachable") });
  write(part.element, "class", `node ${node[SHAPE]} ${node[KIND]}${fresh ? " fresh" : ""}`);
  write(part.element, "transform", transform(node, ""));
  describe(part.element, node[LABEL]);
  if (stays) return;
  part.body.replaceChildren();
  if (node[SHAPE] !== "text") makeSvg("use", { href: `#${node[SHAPE]}` }, part.body);
  if (node[TEXT]) writeLines(makeSvg("text", {}, part.body), node[TEXT]);
}

/** A text; two lines stand above and below its place. @param {Element} place @param {string} words */
function writeLines(place, words) {
  const lines = words.split("\n");
  if (lines.length === 1) place.textContent = words;
  else lines.forEach((line, at) => (makeSvg("tspan", { x: 0, dy: at ? "1.04em" : "-.52em" }, place).textContent = line));
}

/** @param {Element} group @param {string} label */
function describe(group, label) {
  write(group, "role", label ? "img" : null);
  write(group, "aria-label", label || null);
  write(group, "aria-hidden", label ? null : "true");
}
