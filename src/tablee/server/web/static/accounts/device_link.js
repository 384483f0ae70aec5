// The page with one's personal link: the link can be copied.

import { byId, copy, formById } from "../shared/page.js";

formById("device-link").addEventListener("submit", (event) => {
  event.preventDefault();
  copy(/** @type {HTMLInputElement} */ (byId("device-link-address")));
});
