// Sounds, for whoever wants them: they are offered once, and what makes them is fetched when the first is heard.

import { byId } from "./page.js";
import { change, remember, remembered, settings, whenChanged } from "./settings.js";

/** @typedef {import("./synthesis.js").Sound} Sound */

/** @param {Sound} sound */
export function play(sound) {
  if (settings.sound && !document.hidden) import("./synthesis.js").then((made) => made.sound(sound));
}

const OFFERED = "sounds-offered";
/** Who has answered nothing for so long, in milliseconds, has answered: moves need the room. */
const PATIENCE = 90_000;

export function offerSounds() {
  const place = byId("sound-offer");
  if (!place.hidden || settings.sound || remembered(OFFERED)) return;
  place.hidden = false;
  const withdraw = () => {
    remember(OFFERED, "yes");
    place.hidden = true;
  };
  setTimeout(withdraw, PATIENCE);
  place.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    withdraw();
    if (button.dataset.sound === "on") change({ sound: true });
  });
}

// Whoever has just asked for sounds hears at once how they are.
let wanted = settings.sound;
whenChanged(() => {
  if (settings.sound && !wanted) play("turn");
  wanted = settings.sound;
});
