// The board: a picture to look at, with its window, its tips and its prompt.

import { byId, focusOn } from "../shared/page.js";
import { listenToGestures } from "../play/gestures.js";
import { freshKeys, light, markFresh, removePart, showScene } from "./picture.js";
import { say, think } from "../play/prompt.js";
import { listenForTips, refreshTip } from "../play/tips.js";
import { isZoomed, listenToZoomButtons, resetZoom, settleZoomButtons } from "./zoom.js";

/** @import { Api } from "./api.js" */
/** @import { State } from "./state.js" */

/** @param {State} state @returns {Api} */
export function newBoard(state) {
  listenToGestures(state);
  listenToZoomButtons(state);
  listenForTips(state);
  return {
    state,
    show(scene, whole, motion, came) {
      showScene(state, scene, whole, motion);
      markFresh(state, came);
      refreshTip(state);
    },
    snapshot(scene) {
      const set = [...state.parts.values()].map(({ node }) => node);
      return { scene: { ...scene, set, gone: [] }, came: freshKeys(state) };
    },
    light: (keys) => light(state, keys),
    settle: () => settleZoomButtons(state),
    wipe() {
      if (isZoomed(state)) resetZoom(state);
      markFresh(state, []);
      for (const key of [...state.parts.keys()]) removePart(state, key);
    },
    say: (...words) => say(state, ...words),
    think: (bot, number) => think(state, bot, number),
    focus: () => focusOn(state.svg),
  };
}

/** @returns {State} */
export function newState() {
  return {
    svg: /** @type {any} */ (byId("scene")),
    parts: new Map(),
    traces: [],
    layers: new Map(),
    zoom: { layers: 0, box: [0, 0, 0, 0], scale: 1, offset: [0, 0], groups: null, corner: [true, true] },
    fingers: { down: new Map(), dragging: false, tapped: null },
    tip: { target: null, hovering: false, held: false, pressed: [-99, -99], timer: 0, tell: () => {} },
    prompt: { plain: { words: "" }, advice: null, thought: null, timer: 0, looks: "" },
    events: new EventTarget(),
  };
}
