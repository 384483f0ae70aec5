// The practice page: a position in which one action is clearly best, and what the server says to what one does.

import { shape } from "../board/layout.js";
import { newPlayableBoard } from "../board/playable.js";
import { announce, byId, focusOn, text } from "../house/page.js";
import { listenForKeys } from "../house/shortcuts.js";
import { Streaks } from "./streaks.js";
import { ask, keepHeight, makeRoom, sayAnswer } from "./teacher.js";

/** @import { PlayApi } from "../board/api.js" */
/** @import { Frame } from "../board/frame.js" */
/** @typedef {{title: string, task: string, frames: Frame[]}} Position */
/** @typedef {{verdict: "right"|"worse"|"wrong", words: string, frames: Frame[], better: string, how: string, why: string, found: string}} Reply */

/**
 * @typedef {object} Practice
 * @property {string} game
 * @property {HTMLElement} page
 * @property {PlayApi} board
 * @property {Streaks} streaks what was practised before
 * @property {string} id of the position
 * @property {boolean} open may anything be tried now?
 * @property {boolean} counted has something been tried, or shown?
 * @property {number} asked which request is the latest: answers to earlier ones are of no interest
 * @property {string} shape of the picture; it stays as it is until the next position
 * @property {() => void} afterwards what is to be done once the latest frame is on the screen
 */

const practice = newPractice(byId("lesson"));

/** @param {HTMLElement} page @returns {Practice} */
function newPractice(page) {
  const game = page.dataset.game ?? "";
  /** @type {[string, number][]} */
  const puzzles = JSON.parse(byId("puzzles").textContent ?? "[]");
  const board = newPlayableBoard({
    act: (action) => act(practice, action),
    why: (key) => why(practice, key),
    hint: () => showBest(practice),
    marking: () => false,
    drawn: () => {},
    settled: (frame) => settle(practice, frame),
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
    asked: 0,
    shape: shape(),
    afterwards: () => {},
  };
}

/** Asks the server about the position. @param {Practice} practice @param {object} wish @returns {Promise<any>} */
function askAbout(practice, wish) {
  const { game, id, shape } = practice;
  return ask(practice, `/games/${game}/practice/${id}`, { shape, ...wish });
}

/** Shows a position. @param {Practice} practice @param {string} id @param {boolean} [working] has somebody asked for it? */
async function go(practice, id, working = true) {
  const { board, streaks, page } = practice;
  Object.assign(practice, { id, shape: shape(), open: false, counted: false });
  board.hush();
  board.forget();
  board.release();
  const reply = /** @type {Position|null|undefined} */ (await askAbout(practice, {}));
  if (!reply) return;
  streaks.show(id);
  address(id);
  byId("step-title").textContent = reply.title;
  board.say(reply.task, true);
  byId("prompt").hidden = false;
  sayAnswer("", "");
  showTally(practice);
  keepHeight(page);
  announce(`${reply.title}. ${reply.task}`);
  board.wipe();
  practice.afterwards = () => begin(practice, working);
  board.add(reply.frames[0]);
}

/** The address leads to the position. @param {string} id */
function address(id) {
  const here = new URL(location.href);
  here.searchParams.set("position", id);
  history.replaceState(null, "", here);
  /** @type {HTMLAnchorElement} */ (byId("what-if")).search = `?from=practice+${id}`;
  const back = /** @type {HTMLInputElement|null} */ (document.querySelector("input[name=back]"));
  if (back) back.value = here.pathname + here.search;
}

/** @param {Practice} practice @param {boolean} working */
function begin(practice, working) {
  practice.open = true;
  if (working) {
    scrollTo(0, 0);
    practice.board.focusOnWork();
  }
  offer(practice);
}

/** @param {Practice} practice @param {Frame} frame */
function settle(practice, { scene }) {
  makeRoom(practice.page, scene, !practice.counted);
  practice.afterwards();
}

/** @param {Practice} practice */
function offer({ board, open, counted }) {
  board.offer(board.state.frame !== null && open && board.isUpToDate());
  byId("hint").hidden = counted;
  byId("next").textContent = text(counted ? "next" : "skip");
  byId("next").classList.toggle("main", counted);
}

/** @param {Practice} practice @param {string} action @returns {boolean} */
function act(practice, action) {
  const { board, open } = practice;
  if (!open) return false;
  practice.open = false;
  board.clearHint();
  offer(practice);
  board.release();
  attempt(practice, board.fill(action));
  return true;
}

/** @param {Practice} practice @param {string} action */
async function attempt(practice, action) {
  const reply = /** @type {Reply|null|undefined} */ (await askAbout(practice, { action }));
  if (reply === undefined) return;
  if (!reply || reply.verdict === "wrong") {
    practice.open = true;
    if (reply) sayAnswer("wrong", reply.words);
    return offer(practice);
  }
  const right = reply.verdict === "right";
  count(practice, right);
  if (!right) return reveal(practice, reply);
  practice.afterwards = () => conclude(practice, reply);
  for (const frame of reply.frames) practice.board.add(frame);
}

/** The first answer to a position counts. @param {Practice} practice @param {boolean} right */
function count(practice, right) {
  if (practice.counted) return;
  practice.counted = true;
  practice.streaks.count(practice.id, right);
  showTally(practice);
}

/** What would have been better is marked on the board. @param {Practice} practice @param {Reply} reply */
function reveal(practice, reply) {
  conclude(practice, reply);
  practice.board.showHint({ action: reply.better, words: reply.how, why: reply.why });
}

/** @param {Practice} practice @param {Reply} reply */
function conclude(practice, { verdict, words, found, why }) {
  practice.open = false;
  offer(practice);
  sayAnswer(verdict, [words, verdict === "right" ? why : "", found].filter(Boolean).join(" "));
  if (verdict === "right") byId("prompt").hidden = true;
  focusOn(byId("next"));
}

/** @param {Practice} practice */
function showTally({ streaks: { streak, longest, solved, puzzles } }) {
  byId("streak").textContent = streak > 1 ? text("streak", { count: streak }) : "";
  const words = [text("tally", { solved: solved.length, count: puzzles.length })];
  if (longest > 1 && longest > streak) words.push(text("longest", { count: longest }));
  byId("solved").textContent = words.join(" · ");
}

/** Asks why a node offers nothing. @param {Practice} practice @param {string} key */
async function why(practice, key) {
  if (!practice.open) return;
  const reply = await askAbout(practice, { why: key });
  if (reply?.words) sayAnswer("wrong", reply.words);
}

/** Who would rather be shown it has not found it. @param {Practice} practice */
async function showBest(practice) {
  if (!practice.open || !practice.board.state.frame) return;
  practice.open = false;
  const reply = /** @type {Reply|null|undefined} */ (await askAbout(practice, { show: true }));
  if (reply === undefined) return;
  practice.open = !reply;
  if (!reply) return;
  count(practice, false);
  offer(practice);
  practice.board.showHint({ action: reply.better, words: reply.how, why: reply.why });
  focusOn(byId("next"));
}

byId("next").addEventListener("click", () => go(practice, practice.streaks.next().id));
const wished = new URLSearchParams(location.search).get("position") ?? "";
go(practice, (practice.streaks.find(wished) ?? practice.streaks.next()).id, false);
listenForKeys();
