// At a table by days: a quiet offer to be called when it is one's turn. Whoever has taken it is not asked again.

import { ask, canPush, subscribe, Refused } from "./push.js";
import { make } from "../shared/page.js";

/** @param {HTMLElement} place after which it stands */
export async function offer(place) {
  if (!canPush() || Notification.permission === "denied") return;
  const known = await ask();
  if (known.here) return;
  const line = make("p", "push-offer"), button = /** @type {HTMLButtonElement} */ (make("button", "plain", known.texts.offer));
  line.setAttribute("role", "status");
  button.type = "button";
  button.addEventListener("click", async () => {
    button.disabled = true;
    line.textContent = await subscribe(known).then(
      () => known.texts.done,
      (error) => (error instanceof Refused ? error.message : known.texts.not_sent),
    );
  });
  line.append(button);
  place.after(line);
}
