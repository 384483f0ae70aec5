// The page with one's personal link: the link can be copied.

import { byId, copy, formById } from "./page.js";

formById("pass").addEventListener("submit", (event) => {
  event.preventDefault();
  copy(/** @type {HTMLInputElement} */ (byId("pass-link")));
});
