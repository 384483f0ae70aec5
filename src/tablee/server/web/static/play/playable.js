// The board of table and lesson: frames are shown on it one after the other, and one can act.

import { byId, focusOn } from "../shared/page.js";
import { listenToBar, mainButton, openBar, showBar } from "./bar.js";
import { newBoard, newState } from "../board/board.js";
import { endFinale, forgetFrames, isUpToDate, showBeat, showNext, skipFinale, unfolded, watchWhoLooks } from "../board/frame_queue.js";
import { isCalm, tumbling } from "../board/motion.js";
import { fetchChoice, fillPicks, listenToPointing, measure, refreshPreviews, setOffers, setPicks } from "./offers.js";
import { markFresh, showScene } from "../board/picture.js";
import { KEY, hasThrown } from "../board/scene.js";
import { clearHint, waitForHint } from "./prompt.js";
import { refreshTip } from "./tips.js";
import { settleZoomButtons } from "../board/zoom.js";

/** @import { PlayApi } from "../board/api.js" */
/** @import { Frame, Node, Scene } from "../board/frame.js" */
/** @import { Events, PlayState } from "../board/state.js" */

/** @param {Events} on what the page does when something happens on the board @returns {PlayApi} */
export function newPlayableBoard(on) {
  const state = newPlayState(on), { queue } = state, board = newBoard(state);
  /** @param {Frame} frame @param {boolean} latest */
  const show = (frame, latest) => showFrame(state, frame, latest);
  listenToPointing(state);
  listenToBar(state);
  watchWhoLooks(queue, show);
  byId("hint").addEventListener("click", on.hint);
  return {
    ...board,
    state,
    show(...position) {
      board.show(...position);
      refreshPreviews(state);
    },
    isUpToDate: () => isUpToDate(queue),
    add(frame) {
      queue.waiting.push(...unfolded(frame));
      showNext(queue, show);
    },
    skip() {
      skipFinale(queue);
      showNext(queue, show);
    },
    forget: () => forgetFrames(queue),
    release() {
      queue.free = 0;
      showNext(queue, show);
    },
    pause(paused) {
      queue.paused = paused;
      showNext(queue, show);
    },
    sayRest: () => sayRest(state),
    hush: () => void hush(state),
    offer: (open) => offer(state, open),
    fill: (action) => fillPicks(state, action),
    find: (key) => state.parts.get(key)?.element ?? state.bar.buttons.get(key),
    focusOnWork: () => focusOn((!hasOffers(state) && mainButton()) || state.svg),
    waitForHint() {
      waitForHint(state);
      import("./hint_marks.js");
    },
    async showHint(advice) {
      const { frame } = state, { showHint } = await import("./hint_marks.js");
      if (state.frame === frame) showHint(state, advice);
    },
    clearHint: () => clearHint(state),
  };
}

/** @param {PlayState} state */
function hasOffers({ frame }) {
  return Object.keys({ ...frame?.scene.offers, ...frame?.scene.moves }).length > 0;
}

/** @param {PlayState} state @param {Frame} frame @param {boolean} latest */
function showFrame(state, frame, latest) {
  if (frame.beat) {
    clearHint(state);
    return showBeat(state, frame);
  }
  const { on, queue: { quick }, frame: before } = state;
  endFinale();
  sayRest(state);
  state.frame = frame;
  byId("stage").hidden = false;
  shut(state);
  clearHint(state);
  // Words, and whose turn it is, would give away what the dice are going to show.
  const falls = !isCalm() && !quick && !frame.whole && hasThrown(frame.scene);
  const [now, later] = falls ? apart(frame.scene) : [frame.scene, null];
  showScene(state, now, frame.whole, quick ? "none" : "all", on.marking(before));
  if (frame.fresh) markFresh(state, frame.fresh);
  for (const sent of [...state.svg.getElementsByClassName("pending")]) sent.classList.remove("pending");
  if (frame.whole) {
    settleZoomButtons(state);
    // Not every browser says when it has nothing to do.
    (globalThis.requestIdleCallback ?? setTimeout)(() => measure(state));
  }
  refreshPreviews(state);
  on.drawn(frame, before);
  if (on.terse && !latest) {
    if (later) showScene(state, later, false, "none", true);
    return close(state);
  }
  state.unsaid = () => {
    if (later) showScene(state, later, false, "all", true);
    sayAll(state, frame, before, latest);
  };
  if (falls) state.falling = setTimeout(() => sayRest(state), tumbling());
  else sayRest(state);
  close(state);
}

/** What is seen at once of a scene in which dice fall, and what only when they lie. @param {Scene} scene @returns {[Scene, Scene]} */
function apart(scene) {
  const waits = (/** @type {Node} */ node) => node[KEY].startsWith("panel ") || node[KEY] === "cup";
  return [
    { ...scene, set: scene.set.filter((node) => !waits(node)) },
    { ...scene, set: scene.set.filter(waits), gone: [] },
  ];
}

/** @param {PlayState} state */
function sayRest(state) {
  const say = hush(state);
  say?.();
}

/** @param {PlayState} state */
function hush(state) {
  const { unsaid } = state;
  clearTimeout(state.falling);
  state.unsaid = null;
  return unsaid;
}

/** @param {PlayState} state @param {Frame} frame @param {Frame|null} before @param {boolean} latest */
function sayAll(state, frame, before, latest) {
  setPicks(state, frame.scene.picks);
  showBar(state, frame);
  state.on.settled(frame, before, latest);
  refreshTip(state);
}

/** What was asked is no question any more. @param {PlayState} state */
function shut(state) {
  state.open = false;
  state.events.dispatchEvent(new Event("withdraw"));
}

/** What is offered by a frame again is not taken away before. @param {PlayState} state */
function close(state) {
  if (!state.open) offer(state, false);
}

/** @param {PlayState} state @param {boolean} open */
function offer(state, open) {
  if (!open) shut(state);
  const scene = open && state.frame?.scene;
  state.open = open;
  if (scene && !state.moving && Object.keys(scene.moves).length) fetchMoves(state);
  const offers = scene ? (state.moving?.offers(scene) ?? scene.offers) : {};
  // Whoever points at one of these is asked at once which is meant.
  if (Object.values(offers).some(({ length }) => length > 1)) fetchChoice(state);
  setOffers(state, offers, open);
  state.moving?.mark();
  openBar(state, open);
}

/** A game in which pieces are moved. @param {PlayState} state */
async function fetchMoves(state) {
  const { newMoving } = await import("./moves.js"), refresh = () => offer(state, state.open);
  state.moving ??= newMoving(state, refresh);
  refresh();
}

/** @param {Events} on @returns {PlayState} */
function newPlayState(on) {
  return {
    ...newState(),
    frame: null,
    queue: { waiting: [], shown: null, free: 0, remaining: 0, timer: 0, paused: false, quick: false },
    unsaid: null,
    falling: 0,
    open: false,
    moving: null,
    offers: new Map(),
    picks: new Map(),
    picked: new Set(),
    pickable: new Set(),
    stop: "",
    here: [0, 0],
    reading: false,
    pointed: { over: "", focused: "", told: "" },
    bar: { rows: [], buttons: new Map(), places: [], turn: null, waiting: false, height: 0 },
    boxes: new Map(),
    outlines: new Map(),
    hint: { waiting: false, action: "", marked: [], marks: [] },
    choice: null,
    asked: "",
    chosen: () => {},
    on,
  };
}
