// The page of puzzles: a position in which one action is clearly best, and what the server says to what one does.

import { shape } from "../board/layout.js";
import { newPlayableBoard } from "../play/playable.js";
import { announce, byId, focusOn, text } from "../shared/page.js";
import { listenForKeys } from "../shared/shortcuts.js";
import { Streaks } from "./streaks.js";
import { ask, keepHeight, makeRoom, sayAnswer } from "../lessons/teacher.js";

/** @import { PlayApi } from "../board/api.js" */
/** @import { Frame } from "../board/frame.js" */
/** @typedef {{title: string, task: string, frames: Frame[]}} Position */
/** @typedef {{verdict: "right"|"worse"|"wrong", words: string, frames: Frame[], better: string, how: string, why: string, found: string}} Reply */

/**
 * @typedef {object} PuzzlePage
 * @property {string} game
 * @property {HTMLElement} page
 * @property {PlayApi} board
 * @property {Streaks} streaks what was practised before
 * @property {string} id of the position
 * @property {boolean} open may anything be tried now?
 * @property {boolean} counted has it been solved, missed or shown?
 * @property {boolean} tried was the first try not the best? There is a second one.
 * @property {number} asked which request is the latest: answers to earlier ones are of no interest
 * @property {string} shape of the picture; it stays as it is until the next position
 * @property {() => void} afterwards what is to be done once the latest frame is on the screen
 */

const puzzlePage = newPuzzlePage(byId("lesson"));

/** @param {HTMLElement} page @returns {PuzzlePage} */
function newPuzzlePage(page) {
  const game = page.dataset.game ?? "";
  /** @type {[string, number][]} */
  const puzzles = JSON.parse(byId("puzzles").textContent ?? "[]");
  const board = newPlayableBoard({
    act: (action) => act(puzzlePage, action),
    why: (key) => why(puzzlePage, key),
    hint: () => showBest(puzzlePage),
    marking: () => false,
    drawn: () => {},
    settled: (frame) => settle(puzzlePage, frame),
    terse: true,
  });
  const streaks = new Streaks(game, puzzles.map(([id, grade]) => ({ id, grade })));
  return {
    game,
    page,
    board,
    streaks,
    id: "",
    open: false,
    counted: false,
    tried: false,
    asked: 0,
    shape: shape(),
    afterwards: () => {},
  };
}

/** Asks the server about the position. @param {PuzzlePage} puzzlePage @param {object} request @returns {Promise<any>} */
function askAbout(puzzlePage, request) {
  const { game, id, shape } = puzzlePage;
  return ask(puzzlePage, `/games/${game}/puzzles/${id}`, { shape, ...request });
}

/** Shows a position. @param {PuzzlePage} puzzlePage @param {string} id @param {boolean} [working] has somebody asked for it? */
async function go(puzzlePage, id, working = true) {
  const { board, streaks, page } = puzzlePage;
  Object.assign(puzzlePage, { id, shape: shape(), open: false, counted: false, tried: false });
  board.hush();
  board.forget();
  board.release();
  const reply = /** @type {Position|null|undefined} */ (await askAbout(puzzlePage, {}));
  if (!reply) return;
  streaks.show(id);
  address(id);
  byId("step-title").textContent = reply.title;
  board.say(reply.task, true);
  byId("prompt").hidden = false;
  sayAnswer("", "");
  showTally(puzzlePage);
  keepHeight(page);
  announce(`${reply.title}. ${reply.task}`);
  board.wipe();
  puzzlePage.afterwards = () => begin(puzzlePage, working);
  board.add(reply.frames[0]);
}

/** The address leads to the position. @param {string} id */
function address(id) {
  const here = new URL(location.href);
  here.searchParams.set("position", id);
  history.replaceState(null, "", here);
  /** @type {HTMLAnchorElement} */ (byId("analysis")).search = `?from=practice+${id}`;
  const back = /** @type {HTMLInputElement|null} */ (document.querySelector("input[name=back]"));
  if (back) back.value = here.pathname + here.search;
}

/** @param {PuzzlePage} puzzlePage @param {boolean} working */
function begin(puzzlePage, working) {
  puzzlePage.open = true;
  if (working) {
    scrollTo(0, 0);
    puzzlePage.board.focusOnWork();
  }
  offer(puzzlePage);
}

/** @param {PuzzlePage} puzzlePage @param {Frame} frame */
function settle(puzzlePage, { scene }) {
  makeRoom(puzzlePage.page, scene, !puzzlePage.counted);
  puzzlePage.afterwards();
}

/** @param {PuzzlePage} puzzlePage */
function offer({ board, open, counted }) {
  board.offer(board.state.frame !== null && open && board.isUpToDate());
  byId("hint").hidden = counted;
  byId("next").textContent = text(counted ? "next" : "skip");
  byId("next").classList.toggle("main", counted);
}

/** @param {PuzzlePage} puzzlePage @param {string} action @returns {boolean} */
function act(puzzlePage, action) {
  const { board, open } = puzzlePage;
  if (!open) return false;
  puzzlePage.open = false;
  board.clearHint();
  offer(puzzlePage);
  board.release();
  attempt(puzzlePage, board.fill(action));
  return true;
}

/** @param {PuzzlePage} puzzlePage @param {string} action */
async function attempt(puzzlePage, action) {
  const reply = /** @type {Reply|null|undefined} */ (await askAbout(puzzlePage, { action }));
  if (reply === undefined) return;
  if (!reply || reply.verdict === "wrong") {
    puzzlePage.open = true;
    if (reply) sayAnswer("wrong", reply.words);
    return offer(puzzlePage);
  }
  const right = reply.verdict === "right";
  if (!right && !puzzlePage.tried) return tryAgain(puzzlePage, reply);
  count(puzzlePage, right);
  if (!right) return reveal(puzzlePage, reply);
  puzzlePage.afterwards = () => conclude(puzzlePage, reply);
  for (const frame of reply.frames) puzzlePage.board.add(frame);
}

/** Nothing is given away yet. @param {PuzzlePage} puzzlePage @param {Reply} reply */
function tryAgain(puzzlePage, { words }) {
  Object.assign(puzzlePage, { open: true, tried: true });
  sayAnswer("worse", `${words} ${text("second_try")}`);
  offer(puzzlePage);
  puzzlePage.board.focusOnWork();
}

/** A position counts once. @param {PuzzlePage} puzzlePage @param {boolean} right */
function count(puzzlePage, right) {
  if (puzzlePage.counted) return;
  puzzlePage.counted = true;
  puzzlePage.streaks.count(puzzlePage.id, right, puzzlePage.tried);
  showTally(puzzlePage);
}

/** What would have been better is marked on the board. @param {PuzzlePage} puzzlePage @param {Reply} reply */
function reveal(puzzlePage, reply) {
  conclude(puzzlePage, reply);
  puzzlePage.board.showHint({ action: reply.better, words: reply.how, why: reply.why });
}

/** @param {PuzzlePage} puzzlePage @param {Reply} reply */
function conclude(puzzlePage, { verdict, words, found, why }) {
  puzzlePage.open = false;
  offer(puzzlePage);
  sayAnswer(verdict, [words, verdict === "right" ? why : "", found].filter(Boolean).join(" "));
  if (verdict === "right") byId("prompt").hidden = true;
  focusOn(byId("next"));
}

/** @param {PuzzlePage} puzzlePage */
function showTally({ streaks: { streak, longest, solved, puzzles } }) {
  byId("streak").textContent = streak > 1 ? text("streak", { count: streak }) : "";
  const words = [text("tally", { solved: solved.length, count: puzzles.length })];
  if (longest > 1 && longest > streak) words.push(text("longest", { count: longest }));
  byId("solved").textContent = words.join(" · ");
}

/** Asks why a node offers nothing. @param {PuzzlePage} puzzlePage @param {string} key */
async function why(puzzlePage, key) {
  if (!puzzlePage.open) return;
  const reply = await askAbout(puzzlePage, { why: key });
  if (reply?.words) sayAnswer("wrong", reply.words);
}

/** Who would rather be shown it has not found it. @param {PuzzlePage} puzzlePage */
async function showBest(puzzlePage) {
  if (!puzzlePage.open || !puzzlePage.board.state.frame) return;
  puzzlePage.open = false;
  const reply = /** @type {Reply|null|undefined} */ (await askAbout(puzzlePage, { show: true }));
  if (reply === undefined) return;
  puzzlePage.open = !reply;
  if (!reply) return;
  count(puzzlePage, false);
  offer(puzzlePage);
  puzzlePage.board.showHint({ action: reply.better, words: reply.how, why: reply.why });
  focusOn(byId("next"));
}

byId("next").addEventListener("click", () => go(puzzlePage, puzzlePage.streaks.next().id));
const wished = new URLSearchParams(location.search).get("position") ?? "";
go(puzzlePage, (puzzlePage.streaks.find(wished) ?? puzzlePage.streaks.next()).id, false);
listenForKeys();
