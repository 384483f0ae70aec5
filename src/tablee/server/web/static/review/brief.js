// What decided a game, beside its result: made by itself when the game ends and the server has time, else on request.

import { byId } from "../shared/page.js";

/** Milliseconds between two looks at how far it is, and how many looks there are at most. */
const AGAIN = 2000, MOST = 150;

/** @param {boolean} fresh has the game ended just now, for somebody who played it? */
export async function tellBriefly(fresh) {
  const place = byId("brief");
  place.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-ask]")) ask("").then(() => follow(place));
  });
  if (fresh) await ask("offer=1");
  await follow(place);
}

function source() {
  return `/tables/${byId("table").dataset.table}/story`;
}

/** @param {string} body */
async function ask(body) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  // Without an answer there is no story yet: the next look says so.
  await fetch(source(), { method: "POST", headers, body }).catch(() => {});
}

/** Shows how far it is, again as long as it goes on. @param {HTMLElement} place */
async function follow(place) {
  for (let looks = 0; looks < MOST; looks += 1) {
    const answer = await fetch(`${source()}?brief`).catch(() => null);
    if (answer?.ok) {
      const told = new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild;
      if (told) place.replaceChildren(told);
      place.hidden = false;
      if (told?.getAttribute("data-told") !== "going") return;
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}
