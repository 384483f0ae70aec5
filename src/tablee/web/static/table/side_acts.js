// The buttons for what is no action of the game: a hint, taking back, giving up.

import { byId } from "../house/page.js";

/** @import { TableMessage } from "./messages.js" */

/** @param {TableMessage|null} info @param {boolean} back @param {boolean} hint which may be asked for now */
export function showSideActs(info, back, hint) {
  const playing = info?.status === "playing" && info.you.seat !== null && !info.you.left;
  byId("acts").hidden = byId("leave").hidden = !playing;
  byId("back").hidden = !playing || !back;
  byId("hint").hidden = !playing || !info?.hints;
  byId("hint").setAttribute("aria-disabled", String(!hint));
}
