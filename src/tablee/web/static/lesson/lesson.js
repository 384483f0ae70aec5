// The lesson page: a position, something to try, and what the server answers. It knows no rules.

import { Bar } from "../board/bar.js";
import { Choice } from "../board/action_choice.js";
import { Corner } from "../board/zoom_buttons.js";
import { Frames } from "../board/frame_queue.js";
import { Gestures } from "../board/gestures.js";
import { Hints } from "../board/hint_marks.js";
import { listenForKeys } from "../house/shortcuts.js";
import { shape as wishedShape } from "../board/layout.js";
import { Progress } from "./progress.js";
import { tumbling } from "../board/motion.js";
import { Offers } from "../board/offers.js";
import { isCalm } from "../board/pace.js";
import { announce, byId, text, toast } from "../house/page.js";
import { Picks } from "../board/picks.js";
import { Previews } from "../board/previews.js";
import { Prompt } from "../board/prompt.js";
import { isOf } from "../board/scene.js";
import { Picture } from "../board/picture.js";
import { Tips } from "../board/tips.js";

/** @typedef {import("../board/scene.js").Frame} Frame */
/** @typedef {{title: string, words: string, task: string, frames: Frame[]}} StepReply */
/** @typedef {{verdict: "right"|"on"|"wrong", words: string, frames: Frame[]}} TryReply */

/** After so many tries that were not meant, or so many milliseconds, showing it is offered more visibly. */
const PATIENCE = 2, A_WHILE = 30_000;

const page = byId("lesson");
const game = page.dataset.game ?? "";
const picture = new Picture(/** @type {any} */ (byId("scene")));
const frames = new Frames(showFrame);
const picks = new Picks();
new Gestures(picture);
const corner = new Corner(picture);
const choice = new Choice(picture.svg);
const offers = new Offers(picture, picks, { choose, act, why });
const bar = new Bar(act, picture.svg);
const prompt = new Prompt();
const hints = new Hints(picture, offers, bar, prompt, askHint);
const previews = new Previews(picture);
const tips = new Tips((target) => picture.zoom.box(target), (target) => previews.tell(target));
picture.zoom.addEventListener("change", () => tips.follow());
const progress = new Progress(game, (step) => go(step));

/** @type {Frame|null} */
let shown = null;
/** What has been played in this step. @type {string[]} */
let tried = [];
let misses = 0;
let nudgeTimer = 0;
/** May anything be tried now? */
let open = false;
/** Is there nothing left to do in this step? */
let solved = false;
/** Which request is the latest: answers to earlier ones are of no interest. */
let asked = 0;
let timer = 0;
/** The shape of the picture; it stays as it is until the next step. */
let shape = wishedShape();
/** What is to be done once the latest frame is on the screen. @type {() => void} */
let afterwards = () => {};

/**
 * Asks the server about the present step. If it does not answer, the person is told (null); an answer that comes when
 * something else has been asked already is none (undefined).
 * @param {object} wish @returns {Promise<any>}
 */
async function ask(wish) {
  const number = ++asked;
  let reply = null, message = text("lost");
  try {
    const response = await fetch(`/games/${game}/lesson/${progress.step}`, { method: "POST", body: JSON.stringify({ tried, shape, ...wish }) });
    const found = await response.json();
    if (response.ok) reply = found;
    else message = found.message;
  } catch {
    // The network is away: the message says so.
  }
  if (number !== asked) return undefined;
  if (!reply) {
    toast(message);
    offer();
  }
  return reply;
}

/** Shows a step from its beginning. @param {number} step @param {boolean} [working] does somebody come from the step before? */
async function go(step, working = true) {
  progress.go(step);
  tried = [];
  shape = wishedShape();
  misses = 0;
  open = solved = false;
  clearTimeout(timer);
  frames.forget();
  frames.release();
  showFinished(false);
  const reply = /** @type {StepReply|null} */ (await ask({}));
  if (!reply) return;
  showStep(reply);
  wipe();
  afterwards = () => begin(reply, working);
  frames.add(reply.frames[0]);
}

/** @param {StepReply} reply */
function showStep({ title, words, task }) {
  byId("step-title").textContent = title;
  byId("step-words").textContent = words;
  prompt.say(task, true);
  byId("prompt").hidden = !task;
  sayAnswer("", "");
  keepHeight(byId("step"));
  announce(`${text("step", { number: progress.step, count: progress.count })}. ${title}. ${words} ${task}`);
}

/** Answers are not to move the picture, unless they are longer than what was said at first. @param {HTMLElement} step */
function keepHeight(step) {
  page.style.setProperty("--step-height", "0");
  page.style.setProperty("--step-height", `${step.offsetHeight}px`);
}

/** Pieces of the step before do not fly to where those of this one are. */
function wipe() {
  if (picture.zoom.zoomed) picture.zoom.reset();
  for (const key of [...picture.parts.keys()]) picture.remove(key);
}

/** The position is on the screen. @param {StepReply} reply @param {boolean} working */
function begin({ task }, working) {
  solved = !task;
  if (solved) progress.tick();
  open = !solved;
  clearTimeout(nudgeTimer);
  nudgeTimer = setTimeout(nudge, A_WHILE);
  if (working) {
    scrollTo(0, 0);
    focusOnWork();
  }
  offer();
}

function nudge() {
  misses = PATIENCE;
  showActs();
}

/** Whoever uses the keyboard need not look for what can be done. */
function focusOnWork() {
  const main = /** @type {HTMLElement|null} */ (byId("bar").querySelector(".main"));
  const place = solved ? byId("next") : Object.keys(shown?.scene.offers ?? {}).length || !main ? picture.svg : main;
  place.focus({ preventScroll: true });
}

/** @param {Frame} frame @param {boolean} latest */
function showFrame(frame, latest) {
  shown = frame;
  withdraw();
  hints.clear();
  picture.show(frame.scene, frame.whole);
  if (frame.whole) corner.settle();
  previews.refresh();
  clearTimeout(timer);
  if (!latest) return;
  // Words would give away what the dice are going to show.
  const falling = !isCalm() && frame.scene.set.some((node) => isOf(node, "thrown"));
  if (falling) timer = setTimeout(settle, tumbling());
  else settle();
}

function settle() {
  if (!shown) return;
  picks.show(shown.scene.picks);
  bar.show(shown.scene.bar);
  makeRoom(shown.scene);
  tips.refresh();
  afterwards();
}

/** For a bar, from the start of a step if one may come: the picture must not jump. @param {import("../board/scene.js").Scene} scene */
function makeRoom({ bar: rows, window }) {
  if (rows.length || window) page.classList.add("with-bar");
  else if (!tried.length) page.classList.remove("with-bar");
}

function offer() {
  if (shown && open && frames.upToDate) {
    offers.set(shown.scene.offers, true);
    bar.open(true);
  } else {
    withdraw();
  }
  showActs();
}

function withdraw() {
  choice.withdraw();
  offers.clear();
  bar.open(false);
}

function showActs() {
  const last = progress.step === progress.count, next = byId("next");
  byId("previous").setAttribute("aria-disabled", String(progress.step === 1));
  byId("hint").hidden = solved;
  byId("hint").classList.toggle("nudge", misses >= PATIENCE);
  next.textContent = text(solved ? (last ? "finish" : "next") : "skip");
  next.classList.toggle("main", solved);
}

/** @param {string} action @returns {boolean} */
function act(action) {
  if (!open) return false;
  open = false;
  hints.clear();
  offer();
  frames.release();
  attempt(picks.fill(action));
  return true;
}

/** @param {string} action */
async function attempt(action) {
  const reply = /** @type {TryReply|null|undefined} */ (await ask({ action }));
  if (reply === undefined) return;
  open = true;
  if (!reply) return offer();
  if (reply.verdict === "wrong") return miss(reply.words);
  tried.push(action);
  open = false;
  sayAnswer("", "");
  afterwards = () => answer(reply);
  for (const frame of reply.frames) frames.add(frame);
}

/** @param {string} words */
function miss(words) {
  misses += 1;
  sayAnswer("wrong", words);
  offer();
}

/** What was tried has been shown. @param {TryReply} reply */
function answer({ verdict, words }) {
  solved = verdict === "right";
  open = !solved;
  const result = shown?.result?.headline ?? "";
  sayAnswer(verdict, `${words} ${result}`.trim());
  if (solved) {
    progress.tick();
    prompt.say("");
    byId("prompt").hidden = true;
    focusOnWork();
  }
  offer();
}

/** @param {string} verdict @param {string} words */
function sayAnswer(verdict, words) {
  const place = byId("answer");
  const before = verdict === "right" || verdict === "wrong" ? `${text(verdict)} ` : "";
  place.className = `answer ${verdict}`;
  place.textContent = words && before + words;
  place.hidden = !words;
  if (!words) return;
  announce(before + words);
  place.scrollIntoView({ block: "nearest" });
}

/** Asks why a node offers nothing. @param {string} key */
async function why(key) {
  if (!open) return;
  const reply = await ask({ why: key });
  if (reply?.words) sayAnswer("wrong", reply.words);
}

async function askHint() {
  if (!open || !shown) return;
  const reply = await ask({ show: true });
  if (reply?.action && open) hints.show({ say: "hint", number: 0, bot: 0, ...reply }, shown.scene);
}

/** @param {string[]} actions @returns {Promise<string>} */
function choose(actions) {
  return choice.ask(actions, shown?.scene.spoken ?? {}, hints.action);
}

/** @param {boolean} finished */
function showFinished(finished) {
  byId("finished").hidden = !finished;
  byId("step").hidden = byId("acts").hidden = finished;
}

function goOn() {
  if (progress.step < progress.count) return void go(progress.step + 1);
  progress.finish();
  showFinished(true);
  byId("finished-title").focus();
}

byId("next").addEventListener("click", goOn);
byId("previous").addEventListener("click", () => progress.step > 1 && go(progress.step - 1));
byId("restart").addEventListener("click", () => {
  progress.restart();
  go(1);
});
go(progress.step, false);
listenForKeys();
