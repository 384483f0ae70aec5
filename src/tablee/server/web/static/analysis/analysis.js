// The what-if page: a position in which one plays for every seat, with the engine's opinion if one asks for it.

import { shape } from "../board/layout.js";
import { newPlayableBoard } from "../board/playable.js";
import { announce, byId, focusOn, make, text } from "../house/page.js";
import { listenForKeys } from "../house/shortcuts.js";
import { ask } from "./teacher.js";

/** @import { PlayApi } from "../board/api.js" */
/** @import { Frame } from "../board/frame.js" */
/** @typedef {{frames: Frame[], tried: string[], turn: string, result: string}} Picture */
/** @typedef {{words: string, actions: {action: string, words: string, worth: string}[]}} Opinion */

/**
 * @typedef {object} WhatIf
 * @property {string} game
 * @property {HTMLElement} page
 * @property {PlayApi} board
 * @property {string[]} tried what has happened since the beginning, outcomes included
 * @property {string[][]} before what had happened before each action
 * @property {boolean} open may anything be tried now?
 * @property {number} asked which request is the latest: answers to earlier ones are of no interest
 * @property {() => void} afterwards what is to be done once the frame is on the screen
 */

/** Where it begins. @type {{source: string, state: object|null}} */
const position = JSON.parse(byId("position").textContent ?? "{}");
const whatIf = newWhatIf(byId("lesson"));

/** @param {HTMLElement} page @returns {WhatIf} */
function newWhatIf(page) {
  const board = newPlayableBoard({
    act: (action) => act(whatIf, action),
    why: () => {},
    hint: () => askOpinion(whatIf),
    marking: () => false,
    drawn: () => {},
    settled: ({ scene: { bar, window } }) => {
      page.classList.toggle("with-map", window > 0);
      page.classList.toggle("with-bar", bar.length > 0 || window > 0);
      whatIf.afterwards();
    },
    terse: true,
  });
  return { game: page.dataset.game ?? "", page, board, tried: [], before: [], open: false, asked: 0, afterwards: () => {} };
}

/** Asks the server about the position. @param {WhatIf} whatIf @param {object} wish @returns {Promise<any>} */
function askAbout(whatIf, wish) {
  const { game, tried } = whatIf;
  return ask(whatIf, `/games/${game}/what-if/try`, { ...position, tried, shape: shape(), ...wish });
}

/** Shows what comes of an action, or of none. @param {WhatIf} whatIf @param {string} action @param {string[]} tried */
async function show(whatIf, action, tried) {
  const { board } = whatIf;
  whatIf.open = false;
  offer(whatIf);
  board.clearHint();
  board.forget();
  board.release();
  const reply = /** @type {Picture|null|undefined} */ (await askAbout(whatIf, { tried, action }));
  if (reply === undefined) return;
  if (!reply) {
    whatIf.open = true;
    return offer(whatIf);
  }
  if (action) whatIf.before.push(tried);
  whatIf.tried = reply.tried;
  byId("opinion").hidden = true;
  whatIf.afterwards = () => settled(whatIf, reply);
  board.add(reply.frames[0]);
}

/** @param {WhatIf} whatIf @param {Picture} reply */
function settled(whatIf, { turn, result }) {
  const { board, tried, before } = whatIf, prompt = board.state.frame?.prompt ?? "";
  whatIf.open = !result;
  board.say(result || `${turn} ${prompt}`.trim(), true);
  announce(result || turn);
  for (const id of ["back", "restart"]) byId(id).hidden = !before.length;
  byId("hint").hidden = Boolean(result);
  for (const field of document.querySelectorAll("input[name=tried]")) {
    /** @type {HTMLInputElement} */ (field).value = JSON.stringify(tried);
  }
  offer(whatIf);
}

/** @param {WhatIf} whatIf */
function offer({ board, open }) {
  board.offer(board.state.frame !== null && open && board.isUpToDate());
}

/** @param {WhatIf} whatIf @param {string} action @returns {boolean} */
function act(whatIf, action) {
  if (!whatIf.open) return false;
  show(whatIf, whatIf.board.fill(action), whatIf.tried);
  return true;
}

/** @param {WhatIf} whatIf */
async function askOpinion(whatIf) {
  if (!whatIf.open) return;
  const words = byId("opinion-words"), place = byId("opinion-actions");
  byId("opinion").hidden = false;
  words.textContent = text("thinking");
  place.replaceChildren();
  const reply = /** @type {Opinion|null|undefined} */ (await askAbout(whatIf, { opinion: true }));
  if (!reply) {
    if (reply === null) byId("opinion").hidden = true;
    return;
  }
  words.textContent = reply.words;
  place.replaceChildren(...reply.actions.map((one) => line(whatIf, one)));
  announce(`${reply.words} ${reply.actions.map(({ words, worth }) => `${words} ${worth}`).join(" ")}`);
  focusOn(words);
}

/** An action with what it is worth: it is marked when one looks at it, and played when one presses it. @param {WhatIf} whatIf @param {{action: string, words: string, worth: string}} one */
function line(whatIf, { action, words, worth }) {
  const item = make("li"), button = /** @type {HTMLButtonElement} */ (make("button", "button"));
  button.type = "button";
  button.append(make("span", "", words), make("b", "", worth));
  button.addEventListener("click", () => act(whatIf, action));
  item.append(button);
  return item;
}

byId("back").addEventListener("click", () => show(whatIf, "", whatIf.before.pop() ?? []));
byId("restart").addEventListener("click", () => {
  whatIf.before = [];
  show(whatIf, "", []);
});
show(whatIf, "", []);
listenForKeys();
