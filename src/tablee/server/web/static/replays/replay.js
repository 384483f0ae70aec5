// The replay of a game that is over: one position after the other, forwards, backwards, or at once.

import { newBoard, newState } from "../board/board.js";
import { layOut, shape } from "../board/layout.js";
import { Log } from "../board/log.js";
import { announce, byId, copy, formById, text, toast } from "../shared/page.js";
import { remember, remembered } from "../shared/settings.js";
import { Controls } from "./controls.js";
import { shareFilm } from "./film.js";
import { Course } from "../review/course.js";
import { Positions } from "./positions.js";
import { StoryView } from "../review/story.js";

/** @import { Api } from "../board/api.js" */

/**
 * @typedef {object} Replay
 * @property {Api} board
 * @property {Log} log
 * @property {Controls} controls
 * @property {Course} course how the points went
 * @property {StoryView} told its story
 * @property {Positions} positions of the game
 * @property {number} shown which of them is on the screen, or -1
 * @property {HTMLSelectElement} eyes by whom it is seen
 */

/** @type {Replay} */
const replay = {
  board: newBoard(newState()),
  log: new Log((number) => replay.controls.jump(replay.positions.at(number))),
  controls: new Controls((at, playing) => show(replay, at, playing)),
  course: new Course((at) => replay.controls.jump(at)),
  told: new StoryView((number) => replay.controls.jump(replay.positions.at(number))),
  positions: new Positions([]),
  shown: -1,
  eyes: /** @type {HTMLSelectElement} */ (byId("eyes")),
};

/** The name by which it is remembered that results are shown at once. */
const AT_ONCE = "results-at-once";

const { program } = byId("table").dataset;
if (program) import("../board/programs.js").then(({ speakSigns }) => speakSigns(byId("table"), program));

/** Shows a position. @param {Replay} replay @param {number} at @param {boolean} playing */
function show(replay, at, playing) {
  const { board, log, positions } = replay;
  const step = at - replay.shown, { number, scene, came } = positions.frames[at], words = log.words(number);
  replay.shown = at;
  log.mark(number);
  replay.course.mark(at);
  replay.told.mark(number);
  board.say(words);
  if (step === 1) board.show(scene, false, "all", came);
  else board.show(positions.whole(at), true, step === -1 ? "moves" : "none", came);
  if (!playing) announce(words);
  address(replay, number);
  hideLater(replay, isSecret() ? number : Infinity);
  if (at === positions.frames.length - 1) reveal();
}

/** Is the result still hidden from somebody who has not played? */
function isSecret() {
  return byId("table").dataset.result === "hidden";
}

/** Shows how it ended, and how it went: the end is on the screen, or somebody wants to know. */
function reveal() {
  delete byId("table").dataset.result;
  byId("headline").hidden = false;
  byId("secret").hidden = true;
  hideLater(replay, Infinity);
}

/** The lines of the log after an event would give away what comes. @param {Replay} replay @param {number} number */
function hideLater({ log }, number) {
  for (const [at, line] of log.lines) line.parentElement?.classList.toggle("later", at > number);
}

/** The address leads to the position, and to nothing else. @param {Replay} replay @param {number} number */
function address({ eyes }, number) {
  const here = new URL(location.href);
  here.searchParams.set("at", String(number));
  here.searchParams.set("eyes", eyes.value);
  link().value = here.href;
  const { dataset } = byId("table"), analysis = /** @type {HTMLAnchorElement} */ (byId("analysis"));
  analysis.search = `?from=table+${dataset.table}+${number}`;
  history.replaceState(null, "", here);
  // Whoever changes the language stays here.
  const back = /** @type {HTMLInputElement|null} */ (document.querySelector("input[name=back]"));
  if (back) back.value = here.pathname + here.search;
}

function link() {
  return /** @type {HTMLInputElement} */ (byId("share-link"));
}

/**
 * Loads the game as somebody saw it, and shows the position of an event.
 * @param {Replay} replay @param {number|null} number null: the first
 */
async function load(replay, number) {
  replay.controls.pause();
  const source = new URL(`/tables/${byId("table").dataset.table}/replay.json`, location.href);
  source.searchParams.set("eyes", replay.eyes.value);
  source.searchParams.set("shape", shape());
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(String(answer.status));
  const { frames, log: lines, course, colours } = await answer.json();
  replay.positions = new Positions(frames);
  replay.course.draw(course, colours, (number) => replay.positions.at(number), frames.length);
  replay.shown = -1;
  replay.log.add(lines, true);
  replay.controls.open(frames.length, number === null ? 0 : replay.positions.at(number));
  replay.board.settle();
}

/** @param {number|null} number */
function reload(number) {
  load(replay, number).catch(() => toast(text("failed")));
}

/** The same position, seen otherwise. */
function again() {
  reload(replay.positions.frames[replay.shown]?.number ?? null);
}

replay.eyes.addEventListener("change", again);
layOut(again);
formById("share").addEventListener("submit", (event) => {
  event.preventDefault();
  copy(link());
});

const atOnce = /** @type {HTMLInputElement} */ (byId("at-once"));
atOnce.addEventListener("change", () => {
  remember(AT_ONCE, atOnce.checked ? "yes" : "");
  reveal();
});
byId("reveal").addEventListener("click", reveal);
if (remembered(AT_ONCE)) reveal();
byId("film").addEventListener("click", shareFilm);

const asked = new URLSearchParams(location.search);
const command = asked.get("eyes") ?? "";
if ([...replay.eyes.options].some(({ value }) => value === command)) replay.eyes.value = command;
reload(/^\d+$/.test(asked.get("at") ?? "") ? Number(asked.get("at")) : null);
