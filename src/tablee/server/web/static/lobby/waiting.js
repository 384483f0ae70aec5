// What waits for somebody, on the icon and in the title; looked at anew when they come back to the shelf.

import { mark } from "./waiting_here.js";

/** @param {Document} page */
function own(page) {
  return /** @type {HTMLElement} */ (page.getElementById("own-tables"));
}

async function renew() {
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const here = own(document), there = own(fresh);
  const icon = /** @param {Document} page */ (page) => /** @type {HTMLLinkElement} */ (page.querySelector('link[rel="icon"]'));
  document.title = fresh.title;
  icon(document).setAttribute("href", icon(fresh).getAttribute("href") ?? "");
  // What somebody is about to press stays where it is.
  if (!here.contains(document.activeElement)) here.replaceChildren(...there.childNodes);
  here.dataset.waiting = there.dataset.waiting;
  mark(Number(here.dataset.waiting));
}

mark(Number(own(document).dataset.waiting));
document.addEventListener("visibilitychange", () => document.hidden || renew());
