// The lesson page: a position, something to try, and what the server answers. It knows no rules.

import { shape } from "../board/layout.js";
import { newPlayableBoard } from "../play/playable.js";
import { announce, byId, disable, focusOn, text } from "../shared/page.js";
import { listenForKeys } from "../shared/shortcuts.js";
import { Progress } from "./progress.js";
import { ask, keepHeight, makeRoom, sayAnswer } from "./teacher.js";

/** @import { PlayApi } from "../board/api.js" */
/** @import { Frame } from "../board/frame.js" */
/** @typedef {{title: string, words: string, task: string, frames: Frame[]}} StepReply */
/** @typedef {{verdict: "right"|"on"|"wrong", words: string, frames: Frame[]}} TryReply */

/**
 * @typedef {object} Lesson
 * @property {HTMLElement} page
 * @property {PlayApi} board
 * @property {Progress} progress which step it is, and which have been done
 * @property {string[]} tried what has been played in this step
 * @property {number} misses how many tries were not what was meant
 * @property {number} nudging the timer until showing it is offered more visibly
 * @property {boolean} open may anything be tried now?
 * @property {boolean} solved is there nothing left to do in this step?
 * @property {number} asked which request is the latest: answers to earlier ones are of no interest
 * @property {string} shape of the picture; it stays as it is until the next step
 * @property {() => void} afterwards what is to be done once the latest frame is on the screen
 */

/** After so many tries that were not meant, or so many milliseconds, showing it is offered more visibly. */
const PATIENCE = 2, A_WHILE = 30_000;

const lesson = newLesson(byId("lesson"));

/** @param {HTMLElement} page @returns {Lesson} */
function newLesson(page) {
  const board = newPlayableBoard({
    act: (action) => act(lesson, action),
    why: (key) => why(lesson, key),
    hint: () => askHint(lesson),
    marking: () => false,
    drawn: () => {},
    settled: (frame) => settle(lesson, frame),
    terse: true,
  });
  const progress = new Progress(page.dataset.game ?? "", (step) => go(lesson, step));
  return {
    page,
    board,
    progress,
    tried: [],
    misses: 0,
    nudging: 0,
    open: false,
    solved: false,
    asked: 0,
    shape: shape(),
    afterwards: () => {},
  };
}

/** Asks the server about the present step. @param {Lesson} lesson @param {object} request @returns {Promise<any>} */
async function askAbout(lesson, request) {
  const { page, progress, tried, shape } = lesson;
  const address = `/games/${page.dataset.game}/lesson/${progress.step}`;
  const reply = await ask(lesson, address, { tried, shape, ...request });
  if (reply === null) offer(lesson);
  return reply;
}

// ---- a step ------------------------------------------------------------------------------------------------

/**
 * Shows a step from its beginning.
 * @param {Lesson} lesson @param {number} step @param {boolean} [working] does somebody come from the step before?
 */
async function go(lesson, step, working = true) {
  const { board, progress } = lesson;
  progress.go(step);
  Object.assign(lesson, { tried: [], shape: shape(), misses: 0, open: false, solved: false });
  board.hush();
  board.forget();
  board.release();
  showFinished(false);
  const reply = /** @type {StepReply|null} */ (await askAbout(lesson, {}));
  if (!reply) return;
  showStep(lesson, reply);
  board.wipe();
  lesson.afterwards = () => begin(lesson, reply, working);
  board.add(reply.frames[0]);
}

/** @param {Lesson} lesson @param {StepReply} reply */
function showStep({ page, board, progress }, { title, words, task }) {
  byId("step-title").textContent = title;
  /** @type {HTMLAnchorElement} */ (byId("analysis")).search = `?from=lesson+${progress.step}`;
  byId("step-words").textContent = words;
  board.say(task, true);
  byId("prompt").hidden = !task;
  sayAnswer("", "");
  keepHeight(page);
  announce(`${text("step", { number: progress.step, count: progress.count })}. ${title}. ${words} ${task}`);
}

/** The position is on the screen. @param {Lesson} lesson @param {StepReply} reply @param {boolean} working */
function begin(lesson, { task }, working) {
  lesson.solved = !task;
  lesson.open = !lesson.solved;
  if (lesson.solved) lesson.progress.tick();
  clearTimeout(lesson.nudging);
  lesson.nudging = setTimeout(() => nudge(lesson), A_WHILE);
  if (working) {
    scrollTo(0, 0);
    focusOnWork(lesson);
  }
  offer(lesson);
}

/** @param {Lesson} lesson */
function nudge(lesson) {
  lesson.misses = PATIENCE;
  showActs(lesson);
}

/** @param {Lesson} lesson */
function focusOnWork({ board, solved }) {
  if (solved) focusOn(byId("next"));
  else board.focusOnWork();
}

/** @param {Lesson} lesson @param {Frame} frame */
function settle(lesson, { scene }) {
  makeRoom(lesson.page, scene, !lesson.tried.length);
  lesson.afterwards();
}

/** @param {Lesson} lesson */
function offer(lesson) {
  const { board, open } = lesson;
  board.offer(board.state.frame !== null && open && board.isUpToDate());
  showActs(lesson);
}

/** @param {Lesson} lesson */
function showActs({ progress, solved, misses }) {
  const last = progress.step === progress.count, next = byId("next");
  disable(byId("previous"), progress.step === 1);
  byId("hint").hidden = solved;
  byId("hint").classList.toggle("nudge", misses >= PATIENCE);
  next.textContent = text(solved ? (last ? "finish" : "next") : "skip");
  next.classList.toggle("main", solved);
}

// ---- what is tried -----------------------------------------------------------------------------------------

/** @param {Lesson} lesson @param {string} action @returns {boolean} */
function act(lesson, action) {
  const { board, open } = lesson;
  if (!open) return false;
  lesson.open = false;
  board.clearHint();
  offer(lesson);
  board.release();
  attempt(lesson, board.fill(action));
  return true;
}

/** @param {Lesson} lesson @param {string} action */
async function attempt(lesson, action) {
  const reply = /** @type {TryReply|null|undefined} */ (await askAbout(lesson, { action }));
  if (reply === undefined) return;
  lesson.open = true;
  if (!reply) return offer(lesson);
  if (reply.verdict === "wrong") return miss(lesson, reply.words);
  lesson.tried.push(action);
  lesson.open = false;
  sayAnswer("", "");
  lesson.afterwards = () => answer(lesson, reply);
  for (const frame of reply.frames) lesson.board.add(frame);
}

/** @param {Lesson} lesson @param {string} words */
function miss(lesson, words) {
  lesson.misses += 1;
  sayAnswer("wrong", words);
  offer(lesson);
}

/** What was tried has been shown. @param {Lesson} lesson @param {TryReply} reply */
function answer(lesson, { verdict, words }) {
  const { board, progress } = lesson;
  lesson.solved = verdict === "right";
  lesson.open = !lesson.solved;
  const result = board.state.frame?.result?.headline ?? "";
  sayAnswer(verdict, `${words} ${result}`.trim());
  if (lesson.solved) {
    progress.tick();
    byId("prompt").hidden = true;
    focusOnWork(lesson);
    // Whoever went down to where it is shown sees what is answered, above the picture of a phone.
    byId("step-title").scrollIntoView({ block: "nearest" });
  }
  offer(lesson);
}

/** Asks why a node offers nothing. @param {Lesson} lesson @param {string} key */
async function why(lesson, key) {
  if (!lesson.open) return;
  const reply = await askAbout(lesson, { why: key });
  if (reply?.words) sayAnswer("wrong", reply.words);
}

/** @param {Lesson} lesson */
async function askHint(lesson) {
  if (!lesson.open || !lesson.board.state.frame) return;
  const reply = await askAbout(lesson, { show: true });
  if (!reply?.action || !lesson.open) return;
  if (byId("answer").classList.contains("wrong")) sayAnswer("", "");
  lesson.board.showHint(reply);
}

// ---- the way through the steps -----------------------------------------------------------------------------

/** @param {boolean} finished */
function showFinished(finished) {
  byId("finished").hidden = !finished;
  byId("step").hidden = byId("acts").hidden = finished;
}

/** @param {Lesson} lesson */
function goOn(lesson) {
  const { progress } = lesson;
  if (progress.step < progress.count) return void go(lesson, progress.step + 1);
  progress.finish();
  showFinished(true);
  byId("finished-title").focus();
}

byId("next").addEventListener("click", () => goOn(lesson));
byId("previous").addEventListener("click", () => lesson.progress.step > 1 && go(lesson, lesson.progress.step - 1));
byId("restart").addEventListener("click", () => {
  lesson.progress.restart();
  go(lesson, 1);
});
go(lesson, lesson.progress.step, false);
listenForKeys();
