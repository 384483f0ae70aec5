// What may be done by pointing, for mouse, finger and keyboard alike: offered nodes become buttons, some can be picked.

import { focusOn, makeSvg, write } from "../shared/page.js";
import { keyAt } from "../board/picture.js";
import { KIND, LABEL, SHAPE, TEXT, X, Y, isOf } from "../board/scene.js";
import { holds, placeOf, pointOf } from "../board/zoom.js";

/** @import { Node } from "../board/frame.js" */
/** @import { Part, PlayState } from "../board/state.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How far from the middle of something a finger may hit, on the screen. */
const REACH = 24;

/** @param {PlayState} state */
export function listenToPointing(state) {
  state.svg.addEventListener("click", (event) => point(state, event));
  state.svg.addEventListener("keydown", (event) => press(state, event));
  document.addEventListener("keydown", (event) => enter(state, event));
  state.svg.addEventListener("focusin", (event) => arrive(state, keyAt(event.target)));
}

/** @param {PlayState} state @param {Record<string, string[]>} offers @param {boolean} picking may anything be picked now? */
export function setOffers(state, offers, picking) {
  const { parts, svg, picks } = state;
  const focused = svg.contains(document.activeElement);
  const touched = new Set([...stops(state), ...picks.keys()]);
  state.offers = new Map(Object.entries(offers).filter(([key]) => parts.has(key)));
  state.pickable = new Set([...picks.keys()].filter((key) => picking && parts.has(key)));
  state.readable = new Set([...parts].filter(([, { node }]) => isReadable(node)).map(([key]) => key));
  for (const key of stops(state)) touched.add(key);
  for (const key of touched) put(state, key);
  stand(state, focused);
}

/** All that arrow keys lead to, what can be done first. @param {PlayState} state */
function stops({ offers, pickable, readable }) {
  return new Set([...offers.keys(), ...pickable, ...readable]);
}

/** Can something be done there? @param {PlayState} state @param {string} key */
function isOpen({ offers, pickable }, key) {
  return offers.has(key) || pickable.has(key);
}

/** Do arrow keys lead there? @param {PlayState} state @param {string} key */
function isStop(state, key) {
  return isOpen(state, key) || state.readable.has(key);
}

/** @param {PlayState} state @param {string} key */
function put(state, key) {
  const part = state.parts.get(key);
  if (!part) return;
  const { element, body } = part;
  const picked = state.picked.has(key);
  element.classList.toggle("offered", state.offers.has(key));
  element.classList.toggle("picked", picked);
  element.classList.remove("pending");
  body.querySelector(".halo")?.remove();
  if (isOpen(state, key) || picked) body.append(outline(state, part, "halo"));
  describe(state, key, part);
}

/** What it is for a keyboard and a screen reader. @param {PlayState} state @param {string} key @param {Part} part */
function describe(state, key, { element, node }) {
  const role = isOpen(state, key) ? "button" : node[LABEL] ? "img" : null;
  write(element, "role", role);
  write(element, "aria-pressed", state.pickable.has(key) ? String(state.picked.has(key)) : null);
  write(element, "tabindex", isStop(state, key) ? "-1" : null);
}

/**
 * Where the keyboard stands now that other things are offered.
 * @param {PlayState} state @param {boolean} focused is it in the picture?
 */
function stand(state, focused) {
  const open = state.offers.size + state.pickable.size > 0;
  const reads = state.readable.has(state.stop) && (!open || (focused && state.reading));
  const stays = reads || isOpen(state, state.stop);
  rove(state, stays ? state.stop : nearest(state), focused && open);
  // Whoever was here by keyboard stays here while the others play.
  if (focused && !open && !stays) focusOn(state.svg);
}

/** @param {PlayState} state @param {string} key @param {boolean} focus */
export function rove(state, key, focus) {
  const part = state.parts.get(key);
  if (!part || !isStop(state, key)) return;
  state.parts.get(state.stop)?.element.setAttribute("tabindex", "-1");
  state.stop = key;
  part.element.setAttribute("tabindex", "0");
  if (focus || isOpen(state, key)) state.here = [part.node[X], part.node[Y]];
  if (focus) focusOn(part.element);
}

/** The focus has come to a node, by whatever way. @param {PlayState} state @param {string} key */
function arrive(state, key) {
  state.reading = isStop(state, key) && !isOpen(state, key);
  rove(state, key, false);
}

/** @param {PlayState} state @param {Event} event */
function point(state, event) {
  const key = meant(state, event);
  if (!isOpen(state, key)) return askWhy(state, event);
  // Whatever is told of things that offer nothing is not told now.
  event.preventDefault();
  if (state.offers.has(key)) take(state, key);
  else pick(state, key);
}

/** A finger that hits nothing means what is offered nearby: small things are easily missed. @param {PlayState} state @param {Event} event */
function meant(state, event) {
  const key = keyAt(event.target);
  const missed = !isOpen(state, key) && event instanceof PointerEvent && event.pointerType === "touch";
  return (missed && near(state, event)) || key;
}

/** The nearest node that is offered within the reach of a finger. @param {PlayState} state @param {PointerEvent} event */
function near(state, event) {
  const [x, y] = pointOf(state, event);
  let best = "", least = REACH / (state.svg.getScreenCTM()?.a ?? 1);
  for (const key of state.offers.keys()) {
    const { node } = /** @type {Part} */ (state.parts.get(key));
    const [left, top] = holds(state, node) ? placeOf(state, node) : [node[X], node[Y]];
    const far = Math.hypot(x - left, y - top);
    if (far < least) [best, least] = [key, far];
  }
  return best;
}

/**
 * Asks why nothing is offered. What has no label is decoration: what lies under it is meant.
 * @param {PlayState} state @param {Event} event
 */
export function askWhy(state, event) {
  const mouse = event instanceof MouseEvent;
  const targets = mouse ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target];
  const key = targets.map(keyAt).find((one) => state.parts.get(one)?.node[LABEL]);
  if (key) state.on.why([...(state.moving?.held() ?? []), key].join(" > "));
}

/** @param {PlayState} state @param {string} key @returns {Promise<boolean>} whether something is played */
export async function take(state, key) {
  if (state.moving?.hold(key)) return false;
  const actions = state.offers.get(key) ?? [];
  const action = actions.length > 1 ? await (await fetchChoice(state)).chooseAction(state, key, actions) : actions[0];
  if (!action || !state.offers.get(key)?.includes(action)) return false;
  rove(state, key, false);
  const played = state.on.act(action, key);
  if (played) state.parts.get(key)?.element.classList.add("pending");
  return played;
}

/** What asks which of several actions is meant, fetched where there are several. @param {PlayState} state */
export function fetchChoice(state) {
  state.choice ??= import("./action_choice.js").then((choice) => {
    choice.listenToChoice(state);
    return choice;
  });
  return state.choice;
}

/** @param {PlayState} state @param {string} key */
function pick(state, key) {
  if (!state.picked.delete(key)) state.picked.add(key);
  put(state, key);
  rove(state, key, false);
}

/** While the same things can be picked, what is picked stays so. @param {PlayState} state @param {Record<string, string>} texts */
export function setPicks(state, texts) {
  const now = Object.entries(texts);
  if (JSON.stringify(now) === JSON.stringify([...state.picks])) return;
  state.picks = new Map(now);
  state.picked.clear();
}

/** An action with the picks in their place. @param {PlayState} state @param {string} action */
export function fillPicks({ picks, picked }, action) {
  const words = [...picks].filter(([key]) => picked.has(key)).map(([, text]) => text);
  return action.replaceAll("{picks}", () => words.join("") || "-");
}

/** @param {PlayState} state @param {KeyboardEvent} event */
function press(state, event) {
  // Some keys move the picture instead.
  if (event.defaultPrevented) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    rove(state, nearest(state, arrow), true);
  } else if (event.key === "Enter" || event.key === " ") {
    // A key held down is one command.
    if (!event.repeat) point(state, event);
  } else {
    return;
  }
  event.preventDefault();
}

/** Arrows lead into the picture from wherever nothing has the focus. @param {PlayState} state @param {KeyboardEvent} event */
function enter(state, event) {
  const nowhere = [document.body, state.svg].includes(/** @type {any} */ (document.activeElement));
  if (!ARROWS[event.key] || event.defaultPrevented || event.shiftKey || !nowhere || document.querySelector("dialog[open]")) return;
  if (!state.offers.size && !state.pickable.size) return;
  event.preventDefault();
  rove(state, isOpen(state, state.stop) ? state.stop : nearest(state), true);
}

/**
 * The nearest node that is open, or else the nearest of all; or the nearest of all in a direction: what lies aside
 * counts double, and what lies hardly in that direction not at all.
 * @param {PlayState} state @param {[number, number]} [arrow]
 */
function nearest(state, arrow) {
  const { offers, pickable, parts, here } = state;
  const open = [...offers.keys(), ...pickable];
  let best = "", least = Infinity;
  for (const key of open.length && !arrow ? open : stops(state)) {
    const { node } = /** @type {Part} */ (parts.get(key));
    const far = distance(node[X] - here[0], node[Y] - here[1], arrow);
    if (far < least) [best, least] = [key, far];
  }
  return best;
}

/** Some nodes are reached by the keyboard though they offer nothing. @param {Node} node */
function isReadable(node) {
  return isOf(node, "explained") || isOf(node, "reachable");
}

/** @param {number} x @param {number} y @param {[number, number]} [arrow] */
function distance(x, y, arrow) {
  if (!arrow) return Math.hypot(x, y);
  const along = x * arrow[0] + y * arrow[1];
  const aside = Math.abs(x * arrow[1]) + Math.abs(y * arrow[0]);
  return along > 1 && aside < 4 * along ? along + 2 * aside : Infinity;
}

/**
 * A line around something: a lit one around what is offered, which also widens where one may touch.
 * @param {PlayState} state @param {Part} part @param {string} kind
 */
export function outline({ boxes }, { node, body }, kind) {
  const looks = [node[SHAPE], node[KIND], node[TEXT]].join();
  const { x, y, width, height } = boxes.get(looks) ?? body.getBBox();
  if (width) boxes.set(looks, new DOMRect(x, y, width, height));
  return makeSvg("rect", { class: kind, x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 9 });
}
