// A hint: marks what offers the action that a bot would choose. Fetched when the first is asked for.

import { announce, byId, focusOn, makeSvg } from "../shared/page.js";
import { transform } from "../board/motion.js";
import { outline, rove } from "./offers.js";
import { advise, clearHint } from "./prompt.js";
import { KEY, SHAPE } from "../board/scene.js";

/** @import { Advice } from "../board/api.js" */
/** @import { Scene } from "../board/frame.js" */
/** @import { Part, PlayState } from "../board/state.js" */

/** @param {PlayState} state @param {Advice} advice */
export function showHint(state, { action, words, why = "", bot }) {
  clearHint(state);
  if (state.frame) mark(state, action, state.frame.scene);
  advise(state, { words, note: why, face: bot, kind: "yours advice" });
  byId("prompt").scrollIntoView({ block: "nearest" });
  announce(`${words} ${why}`.trim());
}

/** @param {PlayState} state @param {string} action @param {Scene} scene */
function mark(state, action, scene) {
  const { svg, hint } = state;
  const offered = offering(action, scene), keys = [...offered, ...picked(action, scene)];
  const buttons = [...state.bar.buttons].filter(([text]) => picksOf(text, action) !== null);
  const parts = keys.map((key) => state.parts.get(key)).filter((part) => part !== undefined);
  hint.action = action;
  hint.marks = parts.map((part) => (offered.includes(part.node[KEY]) ? above(state, part) : within(state, part)));
  hint.marked = [...parts.map(({ element }) => element), ...buttons.map(([, button]) => button)];
  for (const element of hint.marked) element.classList.add("advised");
  // Whoever plays by keyboard stands there now, and plays it with the next key.
  const here = /** @type {any} */ (document.activeElement);
  const moves = svg.contains(here) || [document.body, byId("hint")].includes(here);
  if (offered.length) rove(state, offered[0], moves);
  else if (moves && buttons.length) focusOn(buttons[0][1]);
}

/** A mark above the neighbours, which else would hide a part of it. @param {PlayState} state @param {Part} part @returns {Element} */
function above(state, part) {
  const { node, element } = part, mark = makeSvg("g", { transform: transform(node, "") });
  mark.append(glow(node[SHAPE]) ?? outline(state, part, "advice-mark"));
  element.parentElement?.append(mark);
  return mark;
}

/** The outline of a shape, or of all shapes of its family, if the game has drawn one. @param {string} shape */
function glow(shape) {
  const drawn = [shape, shape.split("-")[0]].find((name) => document.getElementById(`glow-${name}`));
  return drawn && makeSvg("use", { class: "advice-mark", href: `#glow-${drawn}` });
}

/** A mark that goes with something when it is picked. @param {PlayState} state @param {Part} part @returns {Element} */
function within(state, part) {
  return part.body.appendChild(outline(state, part, "advice-mark"));
}

/** The nodes that offer an action. @param {string} action @param {Scene} scene */
function offering(action, { offers, moves }) {
  const alone = Object.keys(offers).filter((key) => offers[key].some((offered) => picksOf(offered, action) !== null));
  return [...alone, ...(moves[action] ?? [])];
}

/** The nodes that have to be picked for it. @param {string} action @param {Scene} scene */
function picked(action, { offers, bar, picks }) {
  const all = [...Object.values(offers).flat(), ...bar.flatMap(({ buttons }) => buttons.map((one) => one.action))];
  let left = all.map((offered) => picksOf(offered, action)).find(Boolean) ?? "";
  return Object.entries(picks).filter(([, brings]) => {
    const found = left.includes(brings);
    if (found) left = left.replace(brings, "");
    return found;
  }).map(([key]) => key);
}

/**
 * What must be picked so that an offered text becomes an action: nothing perhaps, and null if it never does.
 * @param {string} offered @param {string} action
 */
function picksOf(offered, action) {
  const [before, after] = offered.split("{picks}");
  if (after === undefined) return offered === action ? "" : null;
  const fits = action.startsWith(before) && action.endsWith(after) && action.length > before.length + after.length;
  return fits ? action.slice(before.length, action.length - after.length) : null;
}
