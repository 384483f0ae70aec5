// Shows frames one after the other, each for as long as it must stay, and only to somebody who is looking.

import { isCalm, paced, stay } from "./motion.js";

/** @import { Frame } from "./frame.js" */
/** @import { Queue } from "./state.js" */
/** @typedef {(frame: Frame, latest: boolean) => void} Show */

/** How long a movement takes; the next frame waits for it. */
const MOVEMENT = 420;
/** Where nothing moves, the eye still needs a moment. */
const GLANCE = 200;
/** With many frames waiting they follow each other at once; only what must be seen stays. */
const MANY = 8;
/** What stays for so long lies open only then. */
const ONLY_NOW = 1000;

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
