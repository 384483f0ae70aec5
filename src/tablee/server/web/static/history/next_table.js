// At a table by days, when it is others' turn: the way to the next table that waits for one.

import { make } from "../shared/page.js";
import { remember, remembered } from "../shared/settings.js";

/** So long one can see that one is about to be led on; what is pressed meanwhile keeps one here. In milliseconds. */
const PAUSE = 4_000;
const STAY = "stay";

/** @type {{line: HTMLElement, end: AbortController}|null} */
let shown = null;
let asked = 0;

/** It is one's own turn, or the game is over: there is nothing to go on to. */
export function withdraw() {
  asked += 1;
  shown?.end.abort();
  shown?.line.remove();
  shown = null;
}

/**
 * @param {HTMLElement} place after which it stands
 * @param {string} table the one that is open
 * @param {boolean} played has one just acted here? Then one is led on, unless one would rather stay.
 */
export async function offer(place, table, played) {
  withdraw();
  const own = asked;
  const answer = await fetch(`/me/next-table.json?besides=${encodeURIComponent(table)}`).catch(() => null);
  if (!answer?.ok || own !== asked) return;
  const { url, texts } = await answer.json();
  if (!url || own !== asked) return;
  const line = make("p", "next-table"), link = /** @type {HTMLAnchorElement} */ (make("a", "button main", texts.next));
  const choice = /** @type {HTMLButtonElement} */ (make("button", "plain")), end = new AbortController();
  const label = () => (choice.textContent = remembered(STAY) ? texts.move_on : texts.stay);
  link.href = url;
  choice.type = "button";
  choice.addEventListener("click", () => {
    remember(STAY, remembered(STAY) ? "" : "yes");
    label();
  });
  label();
  line.append(link, " ", choice);
  line.setAttribute("role", "status");
  place.after(line);
  shown = { line, end };
  if (played && !remembered(STAY)) leadOn(link, end);
}

/** Never under a finger: whatever is touched, typed or opened meanwhile keeps one here. @param {HTMLAnchorElement} link @param {AbortController} end */
function leadOn(link, end) {
  const timer = setTimeout(() => link.click(), PAUSE), { signal } = end;
  link.classList.add("leads-on");
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    link.classList.remove("leads-on");
  });
  for (const kind of ["pointerdown", "keydown", "wheel", "visibilitychange"]) {
    document.addEventListener(kind, () => end.abort(), { signal, capture: true, passive: true });
  }
}
