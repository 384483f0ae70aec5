// Sounds are offered once, at the first game: who never hears of them never finds them in the settings.

import { byId } from "../shared/page.js";
import { change, remember, remembered, settings } from "../shared/settings.js";

const OFFERED = "sounds-offered";

export function offerSounds() {
  const place = byId("sound-offer");
  if (!place.hidden || settings.sound || remembered(OFFERED)) return;
  place.hidden = false;
  place.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    remember(OFFERED, "yes");
    place.hidden = true;
    if (button.dataset.sound === "on") change({ sound: true });
  });
}
