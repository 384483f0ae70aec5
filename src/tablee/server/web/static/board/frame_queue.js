// Shows frames one after the other, each for as long as it must stay, and only to somebody who is looking. The end of a
// game waits among them, before its result: what counts lights up, thing by thing.

import { announce, byId } from "../shared/page.js";
import { showBar } from "../play/bar.js";
import { isCalm, paced, stay } from "./motion.js";
import { showScene } from "./picture.js";
import { say } from "../play/prompt.js";

/** @import { Frame } from "./frame.js" */
/** @import { PlayState, Queue } from "./state.js" */
/** @typedef {(frame: Frame, latest: boolean) => void} Show */

/** How long a movement takes; the next frame waits for it. */
const MOVEMENT = 420;
/** Where nothing moves, the eye still needs a moment. */
const GLANCE = 200;
/** With many frames waiting they follow each other at once; only what must be seen stays. */
const MANY = 8;
/** What stays for so long lies open only then. */
const ONLY_NOW = 1000;

/** Where nothing moves, so many pictures are shown, each for so long. */
const STILLS = 3, STILL = 800;

/** Time during which nobody looks does not count. @param {Queue} queue @param {Show} show */
export function watchWhoLooks(queue, show) {
  document.addEventListener("visibilitychange", () => {
    const now = performance.now();
    if (document.hidden) queue.remaining = Math.max(0, queue.free - now);
    else queue.free = now + queue.remaining;
    showNext(queue, show);
  });
}

/** Shows nothing more of what waits: something else begins. @param {Queue} queue */
export function forgetFrames(queue) {
  queue.waiting = [];
  clearTimeout(queue.timer);
}

/** Is the latest frame of all on the screen? @param {Queue} queue */
export function isUpToDate(queue) {
  return queue.waiting.length === 0;
}

/** Shows what may be shown already, and waits for the rest. @param {Queue} queue @param {Show} show */
export function showNext(queue, show) {
  clearTimeout(queue.timer);
  if (isUpToDate(queue) || queue.paused || document.hidden) return;
  const now = performance.now();
  if (now < queue.free) {
    queue.timer = setTimeout(() => showNext(queue, show), queue.free - now);
    return;
  }
  const frame = /** @type {Frame} */ (queue.waiting.shift());
  queue.shown = frame.number;
  queue.quick = !frame.beat && queue.waiting.filter(({ beat }) => !beat).length > MANY;
  queue.free = now + Math.max(hold(queue, frame), movement(queue, frame));
  show(frame, isUpToDate(queue));
  showNext(queue, show);
}

/** How long it must stay. @param {Queue} queue @param {Frame} frame */
function hold({ quick }, { scene: { hold } }) {
  return quick && hold < ONLY_NOW ? 0 : stay(hold);
}

/** @param {Queue} queue @param {Frame} frame */
function movement({ quick }, { whole, beat, scene }) {
  if (quick || whole || beat || !(scene.set.length || scene.gone.length)) return 0;
  return isCalm() ? GLANCE : paced(MOVEMENT);
}

/** A frame with its finale before it. @param {Frame} frame @returns {Frame[]} */
export function unfolded(frame) {
  const { beats = [], told = "" } = frame.finale ?? {};
  const every = Math.ceil(beats.length / STILLS);
  const stays = (/** @type {number} */ at) => ((at + 1) % every === 0 || at === beats.length - 1 ? STILL : 0);
  const pictures = beats.map(({ scene, words, stay }, at) => ({
    ...frame,
    whole: false,
    beat: true,
    prompt: words,
    finale: at ? null : { beats: [], told },
    scene: { ...scene, hold: isCalm() ? stays(at) : stay },
  }));
  return [...pictures, frame];
}

/** @param {PlayState} state @param {Frame} beat */
export function showBeat(state, beat) {
  const { scene, prompt, finale } = beat;
  count(true);
  showBar(state, beat);
  showScene(state, scene, false, scene.hold ? "all" : "none");
  say(state, prompt);
  if (finale?.told) announce(finale.told);
}

/** The finale is over, or there is none. */
export function endFinale() {
  count(false);
}

/** @param {boolean} counting */
function count(counting) {
  byId("stage").classList.toggle("counting", counting);
}

/** Somebody wants to see the end at once. @param {Queue} queue */
export function skipFinale(queue) {
  if (!queue.waiting.some(({ beat }) => beat) && !byId("stage").classList.contains("counting")) return;
  for (const { beat, scene } of queue.waiting) if (beat) scene.hold = 0;
  queue.free = 0;
}
