// Says that it is one's turn to somebody who looks elsewhere: in the title, by a dot on the icon, by a notification.

import { text } from "../shared/page.js";
import { settings } from "../shared/settings.js";

/** @import { Frame } from "../board/frame.js" */

export class Attention {
  constructor() {
    this.icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
    this.plain = this.icon.href;
    this.dotted = this.plain.replace("icon.svg", "icon-turn.svg");
    this.yours = false;
    /** @type {Notification|null} */
    this.notice = null;
    document.addEventListener("visibilitychange", () => document.hidden || this.notice?.close());
  }

  /** @param {Frame} frame the latest, whether it has been shown or not */
  heed({ yours, prompt }) {
    document.title = yours ? `● ${text("your_turn")} – ${text("game")}` : `${text("game")} – Tablée`;
    // A browser fetches an icon that is set anew.
    if (yours !== this.yours) this.icon.href = yours ? this.dotted : this.plain;
    if (yours && !this.yours && document.hidden && settings.notify) this.notify(prompt);
    // The icon of the installed page says at how many tables it is one's turn; others have none.
    if (yours !== this.yours && matchMedia("(display-mode: standalone)").matches) import("../lobby/waiting_here.js").then(({ look }) => look());
    this.yours = yours;
  }

  /** @param {string} body */
  async notify(body) {
    const title = `${text("your_turn")} – ${text("game")}`;
    const looks = { body, icon: this.dotted, tag: location.pathname };
    try {
      this.notice = new Notification(title, looks);
      this.notice.onclick = () => focus();
    } catch {
      // Some phones leave notifications to the worker of the page, if there is one.
      const worker = await navigator.serviceWorker?.getRegistration();
      await worker?.showNotification(title, looks).catch(() => {});
    }
  }
}
