// The page of a tournament while it is open or goes on: asked for now and then, and put in its place. Whoever waits here is
// led to their table when a round at one sitting begins; whoever comes back from there is left in peace.

import { showLocalTimes } from "./show_local_times.js";

const SOON = 5_000, LATER = 20_000;
const here = /** @type {HTMLElement} */ (document.getElementById("tournament"));
const { status, pace } = here.dataset;

/**
 * @param {Node|null} latest as the server wrote it last: afterwards its times are shown by one's own clock
 * @returns {Promise<Node|null>} as it is written now
 */
async function look(latest) {
  const answer = await fetch(location.pathname, { cache: "no-store" });
  const fresh = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html").getElementById("tournament");
  if (!fresh) return latest;
  const call = calledTo(fresh);
  if (call && call !== calledTo(here)) location.assign(call);
  else if (fresh.dataset.status !== status) location.reload();
  // What somebody is about to press stays where it is.
  if (fresh.isEqualNode(latest) || here.contains(document.activeElement)) return latest;
  const written = fresh.cloneNode(true);
  here.replaceChildren(...fresh.childNodes);
  showLocalTimes();
  return written;
}

/** One's table of this round. @param {HTMLElement} page */
function calledTo(page) {
  return page.querySelector("a[data-call]")?.getAttribute("href") ?? "";
}

/** @param {Node|null} latest */
function wait(latest) {
  // If the server does not answer just now, the next look may find it.
  setTimeout(async () => wait(await look(latest).catch(() => latest)), pace === "days" ? LATER : SOON);
}

if (status === "open" || status === "running") wait(null);
