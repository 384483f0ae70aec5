// How far one has come with the puzzles of each game, as this browser remembers it.

import { text } from "../shared/page.js";
import { Streaks } from "./streaks.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-practised]"))) {
  const { solved, longest } = Streaks.of(place.dataset.practised ?? "");
  if (!solved) continue;
  const tally = text("tally", { solved, count: place.dataset.count ?? "" });
  place.textContent = longest ? `${tally}, ${text("longest", { count: longest })}` : tally;
}
