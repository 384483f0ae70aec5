// A hint: marks what offers the action that a bot would choose.

import { place } from "./motion.js";
import { frame } from "./offers.js";
import { announce, byId, text } from "../house/page.js";
import { KEY } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./picture.js").Part} Part */

export class Hints {
  /**
   * @param {import("./picture.js").Picture} picture @param {import("./offers.js").Offers} offers
   * @param {import("./bar.js").Bar} bar @param {import("./prompt.js").Prompt} prompt
   * @param {() => void} ask
   */
  constructor(picture, offers, bar, prompt, ask) {
    this.picture = picture;
    this.offers = offers;
    this.bar = bar;
    this.prompt = prompt;
    /** Has somebody asked? */
    this.waiting = false;
    /** What is advised now. */
    this.action = "";
    /** The buttons and nodes that are marked, and what marks the latter. @type {Element[]} */
    this.marked = [];
    /** @type {Element[]} */
    this.marks = [];
    byId("hint").addEventListener("click", ask);
  }

  /** It has been asked for. */
  wait() {
    this.clear();
    this.waiting = true;
    this.prompt.advise({ words: text("seeking_hint"), kind: "thinks" });
  }

  /** @param {import("./scene.js").Hint} hint @param {Scene} scene to which it belongs */
  show({ action, words, bot }, scene) {
    this.clear();
    this.mark(action, scene);
    this.prompt.advise({ words, level: bot, kind: "yours advice" });
    byId("prompt").scrollIntoView({ block: "nearest" });
    announce(words);
  }

  clear() {
    for (const element of this.marked) element.classList.remove("advised");
    for (const mark of this.marks) mark.remove();
    this.marked = this.marks = [];
    this.action = "";
    this.waiting = false;
    this.prompt.advise(null);
  }

  /** @param {string} action @param {Scene} scene */
  mark(action, scene) {
    this.action = action;
    const offered = offering(action, scene), keys = [...offered, ...picked(action, scene)];
    const buttons = [...this.bar.buttons].filter(([text]) => picksOf(text, action) !== null);
    const parts = keys.map((key) => this.picture.parts.get(key)).filter((part) => part !== undefined);
    this.marks = parts.map((part) => (offered.includes(part.node[KEY]) ? above(part) : within(part)));
    this.marked = [...parts.map(({ element }) => element), ...buttons.map(([, button]) => button)];
    for (const element of this.marked) element.classList.add("advised");
    // Whoever plays by keyboard stands there now.
    if (keys.length) this.offers.rove(keys[0], this.picture.svg.contains(document.activeElement));
  }
}

/** A mark above the neighbours, which else would hide a part of it. @param {Part} part @returns {Element} */
function above({ node, element, body }) {
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "g");
  mark.setAttribute("transform", place(node, ""));
  mark.append(frame(body, "advice-mark"));
  element.parentElement?.append(mark);
  return mark;
}

/** A mark that goes with something when it is picked. @param {Part} part @returns {Element} */
function within({ body }) {
  return body.appendChild(frame(body, "advice-mark"));
}

/** The nodes that offer an action. @param {string} action @param {Scene} scene */
function offering(action, { offers }) {
  return Object.keys(offers).filter((key) => offers[key].some((offered) => picksOf(offered, action) !== null));
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
