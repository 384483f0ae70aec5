// The end of a game, before its result: what counts lights up, thing by thing. Its pictures wait in the queue as frames do.

import { announce, byId } from "../shared/page.js";
import { showBar } from "../play/bar.js";
import { isCalm } from "./motion.js";
import { showScene } from "./picture.js";
import { say } from "../play/prompt.js";

/** @import { Frame } from "./frame.js" */
/** @import { PlayState, Queue } from "./state.js" */

/** Where nothing moves, so many pictures are shown, each for so long. */
const STILLS = 3, STILL = 800;

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
