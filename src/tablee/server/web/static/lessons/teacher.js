// What lessons, puzzles and the analysis board have in common: asking the server, and showing what it answers.

import { announce, byId, text, toast } from "../shared/page.js";

/** @import { Scene } from "../board/frame.js" */
/** @typedef {{asked: number}} Asking which request is the latest: answers to earlier ones are of no interest */

/**
 * Asks the server. If it does not answer, the person is told (null); an answer that comes when something else has been
 * asked already is none (undefined).
 * @param {Asking} asking @param {string} address @param {object} request @returns {Promise<any>}
 */
export async function ask(asking, address, request) {
  const number = ++asking.asked;
  let reply = null, message = text("lost");
  try {
    const response = await fetch(address, { method: "POST", body: JSON.stringify(request) });
    const found = await response.json();
    if (response.ok) reply = found;
    else message = found.message;
  } catch {
    // The network is away: the message says so.
  }
  if (number !== asking.asked) return undefined;
  if (!reply) toast(message);
  return reply;
}

/** @param {string} verdict @param {string} words */
export function sayAnswer(verdict, words) {
  const place = byId("answer");
  const before = ["right", "worse", "wrong"].includes(verdict) ? `${text(verdict)} ` : "";
  place.className = `answer ${verdict === "worse" ? "wrong" : verdict}`;
  place.textContent = words && before + words;
  place.hidden = !words;
  if (!words) return;
  announce(before + words);
  place.scrollIntoView({ block: "nearest" });
}

/** Answers are not to move the picture, unless they are longer than what was said at first. @param {HTMLElement} page */
export function keepHeight({ style }) {
  style.setProperty("--step-height", "0");
  style.setProperty("--step-height", `${byId("step").offsetHeight}px`);
}

/**
 * For a bar, from the beginning if one may come: the picture must not jump.
 * @param {HTMLElement} page @param {Scene} scene @param {boolean} fresh has nothing been tried yet?
 */
export function makeRoom({ classList }, { bar, window }, fresh) {
  classList.toggle("with-map", window > 0);
  if (fresh) classList.toggle("one-row", bar.length < 2);
  if (bar.length || window) classList.add("with-bar");
  else if (fresh) classList.remove("with-bar");
}
