// The push settings on the account page.

import { ask, canPush, subscribe, Refused } from "./push.js";
import { byId, text } from "../shared/page.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-zone]"))) field.value = zone;

const button = /** @type {HTMLButtonElement} */ (byId("push-on"));
byId("push").hidden = !canPush();
byId("push-cannot").hidden = canPush();
button.addEventListener("click", async () => {
  button.disabled = true;
  complain("");
  try {
    await subscribe(await ask());
    location.hash = "notifications";
    location.reload();
  } catch (error) {
    complain(error instanceof Refused ? error.message : text("not_sent"));
  }
  button.disabled = false;
});
// Unsubscribe in the browser, too: nothing of ours may wait at the push service.
byId("push-off").addEventListener("submit", () => {
  navigator.serviceWorker.ready.then(async ({ pushManager }) => (await pushManager.getSubscription())?.unsubscribe());
});

/** @param {string} words */
function complain(words) {
  const problem = byId("push-problem");
  problem.textContent = words;
  problem.hidden = !words;
}
