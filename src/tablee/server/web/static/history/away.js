// At a table by days: which of the others are on holiday, beside their time.

import { make } from "../shared/page.js";

/** @param {HTMLElement} place the list of clocks, whose rows are made anew now and then @param {string} table */
export async function showAway(place, table) {
  const { away = {} } = await fetch(`/tables/${encodeURIComponent(table)}/away.json`).then((answer) => answer.json()).catch(() => ({}));
  const mark = () => {
    for (const row of /** @type {HTMLElement[]} */ ([...place.children])) {
      const words = away[row.dataset.seat ?? ""];
      if (words && !row.querySelector(".away")) row.append(make("span", "away", words));
    }
  };
  if (!Object.keys(away).length) return;
  mark();
  new MutationObserver(mark).observe(place, { childList: true });
}
