// At a table by days, when it is others' turn: the way to the next table that waits for one.

import { make } from "../shared/page.js";
import { remember, remembered } from "../shared/settings.js";

/** So long one can see that one is about to be led on; what is pressed meanwhile keeps one here. In milliseconds. */
const PAUSE = 4_000;
const STAY = "stay";

export class NextTable {
  /** @param {HTMLElement} place after which it stands @param {string} table the one that is open */
  constructor(place, table) {
    this.place = place;
    this.table = table;
    this.line = make("p", "next-table");
    this.line.setAttribute("role", "status");
    this.end = new AbortController();
  }

  /** It is one's own turn, or the game is over: there is nothing to go on to. */
  withdraw() {
    this.end.abort();
    this.line.remove();
  }

  /** @param {boolean} played has one just acted here? Then one is led on, unless one would rather stay. */
  async offer(played) {
    this.withdraw();
    const { signal } = (this.end = new AbortController());
    const address = `/me/next-table.json?besides=${encodeURIComponent(this.table)}`;
    const { url = "", texts = {} } = await fetch(address, { signal }).then((answer) => answer.json()).catch(() => ({}));
    if (!url || signal.aborted) return;
    const link = /** @type {HTMLAnchorElement} */ (make("a", "button main", texts.next));
    const choice = /** @type {HTMLButtonElement} */ (make("button", "plain"));
    const label = () => (choice.textContent = remembered(STAY) ? texts.move_on : texts.stay);
    link.href = url;
    choice.type = "button";
    choice.addEventListener("click", () => {
      remember(STAY, remembered(STAY) ? "" : "yes");
      label();
    });
    label();
    this.line.replaceChildren(link, " ", choice);
    this.place.after(this.line);
    if (played && !remembered(STAY)) this.leadOn(link);
  }

  /** Never under a finger: whatever is touched, typed or opened meanwhile keeps one here. @param {HTMLAnchorElement} link */
  leadOn(link) {
    const { end } = this, { signal } = end, timer = setTimeout(() => link.click(), PAUSE);
    link.classList.add("leads-on");
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      link.classList.remove("leads-on");
    });
    for (const kind of ["pointerdown", "keydown", "wheel", "visibilitychange"]) {
      document.addEventListener(kind, () => end.abort(), { signal, capture: true, passive: true });
    }
  }
}
