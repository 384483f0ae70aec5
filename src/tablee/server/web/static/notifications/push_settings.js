// The part of the page about oneself that lets this browser be rung.

import { ask, canRing, hang, Refused } from "./bells.js";
import { byId, text } from "./page.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-zone]"))) field.value = zone;

const button = /** @type {HTMLButtonElement} */ (byId("bell-on"));
byId("bell").hidden = !canRing();
byId("bell-cannot").hidden = canRing();
button.addEventListener("click", async () => {
  button.disabled = true;
  complain("");
  try {
    await hang(await ask());
    location.hash = "bells";
    location.reload();
  } catch (error) {
    complain(error instanceof Refused ? error.message : text("not_sent"));
  }
  button.disabled = false;
});
// The browser forgets it, too: nothing of ours may wait at the push service.
byId("bell-off").addEventListener("submit", () => {
  navigator.serviceWorker.ready.then(async ({ pushManager }) => (await pushManager.getSubscription())?.unsubscribe());
});

/** @param {string} words */
function complain(words) {
  const problem = byId("bell-problem");
  problem.textContent = words;
  problem.hidden = !words;
}
