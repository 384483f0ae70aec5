// The board, as table, lesson and replay use it: a picture to look at, with its window, its tips and its prompt.

import { byId } from "../house/page.js";
import { listenToGestures } from "./gestures.js";
import { freshKeys, markFresh, removePart, showScene } from "./picture.js";
import { say, think } from "./prompt.js";
import { listenForTips, refreshTip } from "./tips.js";
import { isZoomed, resetZoom } from "./zoom.js";
import { listenToZoomButtons, settleZoomButtons } from "./zoom_buttons.js";

/** @import { Scene } from "./frame.js" */
/** @import { Motion } from "./picture.js" */
/** @import { State, Thinker } from "./state.js" */

/** @template {State} [S=State] */
export class Board {
  /** @param {S} state */
  constructor(state) {
    this.state = state;
    listenToGestures(state);
    listenToZoomButtons(state);
    listenForTips(state);
  }

  /** Shows a position. @param {Scene} scene @param {boolean} whole @param {Motion} motion @param {string[]} came what came last */
  show(scene, whole, motion, came) {
    showScene(this.state, scene, whole, motion);
    markFresh(this.state, came);
    refreshTip(this.state);
  }

  /** The picture is new: its buttons look for a place. */
  settle() {
    settleZoomButtons(this.state);
  }

  /** All that is on the screen, to be shown again. @param {Scene} scene as it came @returns {{scene: Scene, came: string[]}} */
  snapshot(scene) {
    const set = [...this.state.parts.values()].map(({ node }) => node);
    return { scene: { ...scene, set, gone: [] }, came: freshKeys(this.state) };
  }

  /** Takes all away at once: nothing flies from here to where the next things are. */
  wipe() {
    if (isZoomed(this.state)) resetZoom(this.state);
    for (const key of [...this.state.parts.keys()]) removePart(this.state, key);
  }

  /** @param {string} words @param {boolean} [yours] is it the turn of whoever looks? @param {string} [note] */
  say(words, yours, note) {
    say(this.state, words, yours, note);
  }

  /** A bot is to act since an event, or none is. @param {Thinker|null} bot @param {number} number */
  think(bot, number) {
    think(this.state, bot, number);
  }

  focus() {
    this.state.svg.focus({ preventScroll: true });
  }
}

/** @returns {State} */
export function newState() {
  return {
    svg: /** @type {any} */ (byId("scene")),
    parts: new Map(),
    layers: new Map(),
    zoom: { layers: 0, box: [0, 0, 0, 0], scale: 1, offset: [0, 0], groups: null, corner: [true, true] },
    fingers: { down: new Map(), dragging: false, tapped: null },
    tip: { target: null, hovering: false, held: false, pressed: [-99, -99], timer: 0, tell: () => {} },
    prompt: { plain: { words: "" }, advice: null, thought: null, timer: 0 },
    events: new EventTarget(),
  };
}
