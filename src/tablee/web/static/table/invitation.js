// The invitation: a link to copy or, where the device can, to share as it shares everything.

import { byId, copy, formById } from "../house/page.js";

export function listenToInvitation() {
  const link = /** @type {HTMLInputElement} */ (byId("invite-link"));
  formById("invite-form").addEventListener("submit", (event) => {
    event.preventDefault();
    copy(link);
  });
  const share = byId("share");
  share.hidden = !navigator.canShare?.({ url: link.value });
  // Whoever changes their mind there has shared nothing, and knows it.
  share.addEventListener("click", () => navigator.share({ title: document.title, url: link.value }).catch(() => {}));
}
