// A card can be copied, or shared by whatever the device shares things with.

import { byId, copy, formById } from "../shared/page.js";

const field = /** @type {HTMLInputElement} */ (byId("card-text"));
const button = formById("card").querySelector("button");
if (button) button.hidden = false;

formById("card").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!navigator.share) return copy(field);
  // Who changes their mind has not failed.
  await navigator.share({ text: field.value }).catch(() => {});
});
