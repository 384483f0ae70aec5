// The page that is shown when nobody answers: it tries again by itself, and lists the rulebooks that are at hand.

const PAUSE = 3000;

const again = /** @type {HTMLAnchorElement} */ (document.getElementById("try-again"));
// Under its own address the page is only looked at; anywhere else it stands in for the page that was asked for.
if (!location.pathname.startsWith("/offline")) again.href = location.href;

async function tryAgain() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) location.replace(again.href);
  } catch {
    // Nobody there yet.
  }
}

async function listRules() {
  for (const item of document.querySelectorAll("#kept-rules li")) {
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
    const kept = "caches" in window && (await caches.match(link.href));
    if (!(item instanceof HTMLElement) || !kept) continue;
    item.hidden = false;
    /** @type {HTMLElement} */ (document.getElementById("kept")).hidden = false;
  }
}

addEventListener("online", tryAgain);
setInterval(tryAgain, PAUSE);
listRules();

export {};
