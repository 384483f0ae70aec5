// The board, as table and lesson use it: frames are shown on it one after the other, and one can act.

import { byId } from "../house/page.js";
import { listenToChoice, withdrawChoice } from "./action_choice.js";
import { listenToBar, mainButton, openBar, showBar } from "./bar.js";
import { Board, newState } from "./board.js";
import { forgetFrames, isUpToDate, showNext, watchWhoLooks } from "./frame_queue.js";
import { clearHint, showHint, waitForHint } from "./hint_marks.js";
import { tumbling } from "./motion.js";
import { listenToPointing, setOffers } from "./offers.js";
import { isCalm } from "./pace.js";
import { fillPicks, setPicks } from "./picks.js";
import { markFresh, showScene } from "./picture.js";
import { listenForPreviews, refreshPreviews } from "./previews.js";
import { hasThrown } from "./scene.js";
import { refreshTip } from "./tips.js";

/** @import { Frame } from "./frame.js" */
/** @import { Advice } from "./hint_marks.js" */
/** @import { Events, PlayState } from "./state.js" */

/** @extends {Board<PlayState>} */
export class PlayableBoard extends Board {
  /** @param {Events} on what the page does when something happens on the board */
  constructor(on) {
    super(newPlayState(on));
    this.showFrame = this.showFrame.bind(this);
    listenToChoice(this.state);
    listenToPointing(this.state);
    listenToBar();
    listenForPreviews(this.state);
    watchWhoLooks(this.state.queue, this.showFrame);
    byId("hint").addEventListener("click", on.hint);
  }

  // ---- what is shown -----------------------------------------------------------------------------------------

  /** The frame on the screen. */
  get frame() {
    return this.state.frame;
  }

  /** Is it the latest of all? */
  get upToDate() {
    return isUpToDate(this.state.queue);
  }

  /** Has it still something to say? */
  get saying() {
    return this.state.unsaid !== null;
  }

  /** Do so many frames wait that they are only leafed through? */
  get quick() {
    return this.state.queue.quick;
  }

  /** The number of the last event that was shown. */
  get number() {
    return this.state.queue.shown;
  }

  /** The latest frame that waits and tells of something new. */
  get news() {
    return this.state.queue.waiting.findLast(({ number }) => number > (this.number ?? 0));
  }

  /** Shows a frame when its time has come. @param {Frame} frame */
  add(frame) {
    this.state.queue.waiting.push(frame);
    this.next();
  }

  next() {
    showNext(this.state.queue, this.showFrame);
  }

  /** What waits will come again. */
  forget() {
    forgetFrames(this.state.queue);
  }

  /** Who has acted on what is shown has seen it. */
  release() {
    this.state.queue.free = 0;
    this.next();
  }

  /** Somebody looks at something else: what comes waits. @param {boolean} paused */
  pause(paused) {
    this.state.queue.paused = paused;
    this.next();
  }

  /** @param {Frame} frame @param {boolean} latest */
  showFrame(frame, latest) {
    const { state } = this, before = state.frame;
    this.sayRest();
    state.frame = frame;
    byId("stage").hidden = false;
    this.offer(false);
    clearHint(state);
    showScene(state, frame.scene, frame.whole, this.quick ? "none" : "all", state.on.marking());
    if (frame.fresh) markFresh(state, frame.fresh);
    if (frame.whole) this.settle();
    refreshPreviews(state);
    state.on.drawn(frame, before);
    if (state.on.terse && !latest) return;
    state.unsaid = () => this.sayAll(frame, before, latest);
    // Words would give away what the dice are going to show.
    if (!isCalm() && !this.quick && hasThrown(frame.scene)) state.falling = setTimeout(() => this.sayRest(), tumbling());
    else this.sayRest();
  }

  /** Says what the frame on the screen has still to say. */
  sayRest() {
    const say = this.hush();
    say?.();
  }

  /** Lets it say nothing more. */
  hush() {
    const { unsaid } = this.state;
    clearTimeout(this.state.falling);
    this.state.unsaid = null;
    return unsaid;
  }

  /** @param {Frame} frame @param {Frame|null} before @param {boolean} latest */
  sayAll(frame, before, latest) {
    const { state } = this, { picks, bar } = frame.scene;
    setPicks(state, picks);
    showBar(state, bar);
    state.on.settled(frame, before, latest);
    refreshTip(state);
  }

  /** @type {Board["show"]} */
  show(scene, whole, motion, came) {
    super.show(scene, whole, motion, came);
    refreshPreviews(this.state);
  }

  // ---- what can be done --------------------------------------------------------------------------------------

  /** Lets the frame on the screen offer all that it has, or nothing. @param {boolean} open */
  offer(open) {
    if (!open) withdrawChoice();
    setOffers(this.state, open ? (this.frame?.scene.offers ?? {}) : {}, open);
    openBar(this.state, open);
  }

  /** An action with what was picked for it. @param {string} action */
  fill(action) {
    return fillPicks(this.state, action);
  }

  /** The node of that key, or the button for an action. @param {string} key @returns {Element|undefined} */
  find(key) {
    return this.state.parts.get(key)?.element ?? this.state.bar.buttons.get(key);
  }

  /** Whoever uses the keyboard need not look for what can be done. */
  focusOnWork() {
    const main = Object.keys(this.frame?.scene.offers ?? {}).length ? null : mainButton();
    if (main) main.focus({ preventScroll: true });
    else this.focus();
  }

  // ---- hints -------------------------------------------------------------------------------------------------

  /** Has one been asked for? */
  get awaitsHint() {
    return this.state.hint.waiting;
  }

  waitForHint() {
    waitForHint(this.state);
  }

  /** @param {Advice} advice */
  showHint(advice) {
    showHint(this.state, advice);
  }

  clearHint() {
    clearHint(this.state);
  }
}

/** @param {Events} on @returns {PlayState} */
function newPlayState(on) {
  return {
    ...newState(),
    frame: null,
    queue: { waiting: [], shown: null, free: 0, remaining: 0, timer: 0, paused: false, quick: false },
    unsaid: null,
    falling: 0,
    offers: new Map(),
    picks: new Map(),
    picked: new Set(),
    pickable: new Set(),
    readable: new Set(),
    stop: "",
    here: [0, 0],
    reading: false,
    pointed: { over: "", focused: "", told: "" },
    bar: { rows: [], buttons: new Map(), waiting: false },
    hint: { waiting: false, action: "", marked: [], marks: [] },
    chosen: () => {},
    on,
  };
}
