// The buttons for what is no action of the game: a hint, taking back, giving up.

import { byId } from "../house/page.js";

/** @param {import("../board/scene.js").TableMessage|null} table @param {boolean} back @param {boolean} hint which may be asked for now */
export function showActs(table, back, hint) {
  const playing = table?.status === "playing" && table.you.seat !== null && !table.you.left;
  byId("acts").hidden = byId("leave").hidden = !playing;
  byId("back").hidden = !playing || !back;
  byId("hint").hidden = !playing || !table?.hints;
  byId("hint").setAttribute("aria-disabled", String(!hint));
}
