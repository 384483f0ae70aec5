// What is heard when a frame comes after another.

import { ENTER, hasThrown } from "../board/scene.js";

/** @import { Frame } from "../board/frame.js" */
/** @import { Sound } from "../house/sound.js" */

/** @param {Frame} frame @param {Frame|null} before @returns {Sound[]} */
export function soundsOf(frame, before) {
  if (!before || frame.whole) return [];
  if (frame.result && !before.result) return ["end"];
  /** @type {Sound[]} */
  const piece = hasThrown(frame.scene) ? ["dice"] : frame.scene.set.some((node) => node[ENTER]) ? ["knock"] : [];
  return frame.yours && !before.yours && frame.turn !== before.turn ? [...piece, "turn"] : piece;
}
