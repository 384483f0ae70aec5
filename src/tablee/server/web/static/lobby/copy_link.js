// A link that can be copied: to a club, or to a tournament, whose page puts a fresh form in place of this one.

import { copy } from "../shared/page.js";

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".copy-link")) return;
  event.preventDefault();
  copy(/** @type {HTMLInputElement} */ (form.querySelector("input")));
});
