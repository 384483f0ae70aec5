// Games that are being set up: says how far they are, offers what has become ready, and goes on with a page that waits.

/** @typedef {{ready: boolean, share: number, words: string}} Told */

/** Milliseconds between two looks. */
const AGAIN = 1000;

function places() {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-readiness]")]);
}

/** @param {string} stage @returns {Promise<Record<string, Told>>} by game */
async function ask(stage) {
  const answer = await fetch(`/readiness.json?stage=${stage}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** @param {HTMLElement} place @param {Told} told */
function show(place, told) {
  const bar = place.querySelector("progress"), words = place.querySelector("[aria-live]");
  if (bar) bar.value = told.share;
  // Whoever hears the page hears what changes, and nothing twice.
  if (words && words.textContent !== told.words) words.textContent = told.words;
}

/** What waited for this may be used now. @param {HTMLElement} place */
function offer(place) {
  const waiting = document.getElementById("waiting");
  if (waiting) {
    location.replace(waiting.dataset.onward ?? "/");
    return;
  }
  for (const one of [place, ...place.querySelectorAll("[disabled]")]) one.removeAttribute("disabled");
  delete place.dataset.readiness;
  if (place.classList.contains("setting-up")) place.remove();
}

async function look() {
  try {
    for (const stage of new Set(places().map((place) => place.dataset.stage ?? "low"))) {
      const told = await ask(stage);
      for (const place of places().filter((one) => one.dataset.stage === stage)) {
        const one = told[place.dataset.readiness ?? ""];
        if (!one || one.ready) offer(place);
        else show(place, one);
      }
    }
  } catch {
    // The house does not answer just now: the next look may find it.
  }
  if (places().length) setTimeout(look, AGAIN);
}

setTimeout(look, AGAIN);

export {};
