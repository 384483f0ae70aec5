// What may be done by pointing, for mouse, finger and keyboard alike: offered nodes become buttons, some can be picked, and
// what something would bring is seen clearly meanwhile.

import { focusOn, makeSvg, write } from "../shared/page.js";
import { UNMARKED, keyAt } from "../board/picture.js";
import { ENTER, KIND, LABEL, SHAPE, TEXT, X, Y } from "../board/scene.js";
import { holds, placeOf, pointOf } from "../board/zoom.js";

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
  listenForPreviews(state);
}

/** @param {PlayState} state @param {Record<string, string[]>} offers @param {boolean} picking may anything be picked now? */
export function setOffers(state, offers, picking) {
  const { parts, svg, picks } = state;
  const focused = svg.contains(document.activeElement);
  state.offers = new Map(Object.entries(offers).filter(([key]) => parts.has(key)));
  state.pickable = new Set([...picks.keys()].filter((key) => picking && parts.has(key)));
  // All are measured before the first is marked: the page is laid out once for them.
  for (const key of [...state.offers.keys(), ...state.pickable]) boxOf(state, /** @type {Part} */ (parts.get(key)));
  for (const [key, part] of parts) put(state, key, part);
  stand(state, focused);
}

/** All that arrow keys lead to, what can be done first. @param {PlayState} state */
function stops({ offers, pickable, parts }) {
  const readable = [...parts].filter(([, part]) => part.readable).map(([key]) => key);
  return new Set([...offers.keys(), ...pickable, ...readable]);
}

/** Can something be done there? @param {PlayState} state @param {string} key */
function isOpen({ offers, pickable }, key) {
  return offers.has(key) || pickable.has(key);
}

/** Do arrow keys lead there? @param {PlayState} state @param {string} key */
function isStop(state, key) {
  return isOpen(state, key) || isReadable(state, key);
}

/** What is marked already as it is to be stays so. @param {PlayState} state @param {string} key @param {Part} part */
function put(state, key, part) {
  const { element, body } = part;
  const offered = state.offers.has(key), pickable = state.pickable.has(key), picked = state.picked.has(key);
  const marks = (part.readable ? 1 : 0) + (offered ? 2 : 0) + (pickable ? 4 : 0) + (picked ? 8 : 0);
  if (marks === part.marks) return;
  part.marks = marks;
  element.classList.toggle("offered", offered);
  element.classList.toggle("picked", picked);
  // What has been sent, or waits to be, is marked until it is answered, however often the connection fails meanwhile.
  if (state.open) element.classList.remove("pending");
  const halo = body.querySelector(".halo");
  if (!(offered || pickable || picked)) halo?.remove();
  else if (!halo) body.append(outline(state, part, "halo"));
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
  const reads = isReadable(state, state.stop) && (!open || (focused && state.reading));
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
  const part = state.parts.get(key);
  if (played && part) {
    part.element.classList.add("pending");
    part.marks = UNMARKED;
  }
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
  put(state, key, /** @type {Part} */ (state.parts.get(key)));
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

/** Some nodes are reached by the keyboard though they offer nothing. @param {PlayState} state @param {string} key */
function isReadable({ parts }, key) {
  return parts.get(key)?.readable ?? false;
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
export function outline(state, part, kind) {
  const { x, y, width, height } = boxOf(state, part);
  const looks = [kind, x, y, width, height].join();
  const drawn = state.outlines.get(looks) ?? makeSvg("rect", { class: kind, x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 9 });
  state.outlines.set(looks, drawn);
  // A copy is cheaper than its attributes one by one.
  return /** @type {SVGGElement} */ (drawn.cloneNode());
}

/** The same for all that look alike. @param {PlayState} state @param {Part} part */
function boxOf({ boxes }, { node, body }) {
  // Of what kind something is changes its colours, and the size of letters.
  const looks = [node[SHAPE], node[TEXT] && [node[KIND], node[TEXT]]].join(), known = boxes.get(looks);
  if (known) return known;
  const { x, y, width, height } = body.getBBox(), box = new DOMRect(x, y, width, height);
  if (width) boxes.set(looks, box);
  return box;
}

/** Measures what may be offered while the page is laid out and has nothing to do. @param {PlayState} state */
export function measure(state) {
  for (const part of state.parts.values()) if (part.node[LABEL]) boxOf(state, part);
}

/** @param {PlayState} state */
function listenForPreviews(state) {
  const { svg, tip } = state;
  svg.addEventListener("pointerover", (event) => preview(state, { over: keyAt(event.target) }));
  svg.addEventListener("pointerout", () => preview(state, { over: "" }));
  svg.addEventListener("focusin", (event) => preview(state, { focused: focusedKey(event.target) }));
  svg.addEventListener("focusout", () => preview(state, { focused: "" }));
  // What a tip is about is pointed at, even when the finger is lifted.
  tip.tell = (target) => preview(state, { told: keyAt(target) });
}

/** @param {PlayState} state @param {Partial<PlayState["pointed"]>} keys */
function preview(state, keys) {
  const before = Object.values(state.pointed).join();
  Object.assign(state.pointed, keys);
  if (Object.values(state.pointed).join() !== before) refreshPreviews(state);
}

/** Another picture may have other previews. @param {PlayState} state */
export function refreshPreviews({ pointed, parts, svg }) {
  const keys = new Set(Object.values(pointed).filter(Boolean));
  for (const element of svg.getElementsByClassName("preview")) {
    const part = parts.get(keyAt(element));
    if (part) element.classList.toggle("previewed", keys.has(part.node[ENTER]));
  }
}

/** @param {EventTarget|null} target */
function focusedKey(target) {
  return target instanceof Element && target.matches(":focus-visible") ? keyAt(target) : "";
}
