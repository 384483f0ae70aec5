// The analysis board: a position in which one plays for every seat, with the engine's opinion if one asks for it.

import { shape } from "../board/layout.js";
import { newPlayableBoard } from "../play/playable.js";
import { announce, byId, focusOn, make, text } from "../shared/page.js";
import { listenForKeys } from "../shared/shortcuts.js";
import { ask } from "../lessons/teacher.js";

/** @import { PlayApi } from "../board/api.js" */
/** @import { Frame } from "../board/frame.js" */
/** @typedef {{frames: Frame[], tried: string[], turn: string, result: string}} Picture */
/** @typedef {{words: string, actions: {action: string, words: string, worth: string}[]}} Opinion */

/**
 * @typedef {object} Analysis
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
const analysis = newAnalysis(byId("lesson"));

/** @param {HTMLElement} page @returns {Analysis} */
function newAnalysis(page) {
  const board = newPlayableBoard({
    act: (action) => act(analysis, action),
    why: () => {},
    hint: () => askOpinion(analysis),
    marking: () => false,
    drawn: () => {},
    settled: ({ scene: { bar, window } }) => {
      page.classList.toggle("with-map", window > 0);
      page.classList.toggle("with-bar", bar.length > 0 || window > 0);
      analysis.afterwards();
    },
    terse: true,
  });
  return { game: page.dataset.game ?? "", page, board, tried: [], before: [], open: false, asked: 0, afterwards: () => {} };
}

/** Asks the server about the position. @param {Analysis} analysis @param {object} request @returns {Promise<any>} */
function askAbout(analysis, request) {
  const { game, tried } = analysis;
  return ask(analysis, `/games/${game}/analysis/try`, { ...position, tried, shape: shape(), ...request });
}

/** Shows what comes of an action, or of none. @param {Analysis} analysis @param {string} action @param {string[]} tried */
async function show(analysis, action, tried) {
  const { board } = analysis;
  analysis.open = false;
  offer(analysis);
  board.clearHint();
  board.forget();
  board.release();
  const reply = /** @type {Picture|null|undefined} */ (await askAbout(analysis, { tried, action }));
  if (reply === undefined) return;
  if (!reply) {
    analysis.open = true;
    return offer(analysis);
  }
  if (action) analysis.before.push(tried);
  analysis.tried = reply.tried;
  byId("opinion").hidden = true;
  analysis.afterwards = () => settled(analysis, reply);
  board.add(reply.frames[0]);
}

/** @param {Analysis} analysis @param {Picture} reply */
function settled(analysis, { turn, result }) {
  const { board, tried, before } = analysis, prompt = board.state.frame?.prompt ?? "";
  analysis.open = !result;
  board.say(result || `${turn} ${prompt}`.trim(), true);
  announce(result || turn);
  const focused = document.activeElement;
  for (const id of ["back", "restart"]) byId(id).hidden = !before.length;
  byId("hint").hidden = Boolean(result);
  if (focused?.matches("[hidden]")) focusOn(byId("step-title"));
  for (const field of document.querySelectorAll("input[name=tried]")) {
    /** @type {HTMLInputElement} */ (field).value = JSON.stringify(tried);
  }
  offer(analysis);
}

/** @param {Analysis} analysis */
function offer({ board, open }) {
  board.offer(board.state.frame !== null && open && board.isUpToDate());
}

/** @param {Analysis} analysis @param {string} action @returns {boolean} */
function act(analysis, action) {
  if (!analysis.open) return false;
  show(analysis, analysis.board.fill(action), analysis.tried);
  return true;
}

/** @param {Analysis} analysis */
async function askOpinion(analysis) {
  if (!analysis.open) return;
  const words = byId("opinion-words"), place = byId("opinion-actions");
  byId("opinion").hidden = false;
  words.textContent = text("thinking");
  place.replaceChildren();
  const reply = /** @type {Opinion|null|undefined} */ (await askAbout(analysis, { opinion: true }));
  if (!reply) {
    if (reply === null) byId("opinion").hidden = true;
    return;
  }
  words.textContent = reply.words;
  place.replaceChildren(...reply.actions.map((one) => line(analysis, one)));
  announce(`${reply.words} ${reply.actions.map(({ words, worth }) => `${words} ${worth}`).join(" ")}`);
  focusOn(words);
}

/** An action with what it is worth: it is marked when one looks at it, and played when one presses it. @param {Analysis} analysis @param {{action: string, words: string, worth: string}} one */
function line(analysis, { action, words, worth }) {
  const item = make("li"), button = /** @type {HTMLButtonElement} */ (make("button", "button"));
  button.type = "button";
  button.append(make("span", "", words), make("b", "", worth));
  button.addEventListener("click", () => act(analysis, action));
  item.append(button);
  return item;
}

byId("back").addEventListener("click", () => show(analysis, "", analysis.before.pop() ?? []));
byId("restart").addEventListener("click", () => {
  analysis.before = [];
  show(analysis, "", []);
});
show(analysis, "", []);
listenForKeys();
