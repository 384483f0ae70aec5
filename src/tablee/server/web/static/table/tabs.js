// The tabs beside the board: one of them is shown, arrows lead to the others. A panel hears "shown" when it is.

import { byId } from "../shared/page.js";

/** @type {Record<string, number>} */
const ARROWS = { ArrowLeft: -1, ArrowRight: 1 };

export function listenToTabs() {
  byId("tabs").addEventListener("click", ({ target }) => {
    const tab = target instanceof Element ? target.closest("[role=tab]") : null;
    if (tab) choose(tab.id);
  });
  byId("tabs").addEventListener("keydown", (event) => {
    const step = ARROWS[event.key], tabs = all().filter(({ hidden }) => !hidden);
    if (!step) return;
    event.preventDefault();
    const next = tabs.at((tabs.findIndex(isChosen) + step) % tabs.length);
    if (next) choose(next.id).focus();
  });
}

/** @param {string} id of a tab */
export function choose(id) {
  for (const tab of all()) {
    const chosen = tab.id === id, panel = panelOf(tab);
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    panel.hidden = !chosen;
    if (chosen) tab.hidden = false;
  }
  const tab = byId(id);
  panelOf(tab).dispatchEvent(new Event("shown"));
  return tab;
}

/** A tab that goes leaves the moves. @param {string} id @param {boolean} hidden */
export function hideTab(id, hidden) {
  const tab = byId(id);
  if (hidden && isChosen(tab)) choose("log-tab");
  tab.hidden = hidden;
}

/** @param {Element} tab */
function isChosen(tab) {
  return tab.getAttribute("aria-selected") === "true";
}

/** @param {Element} tab */
function panelOf(tab) {
  return byId(tab.getAttribute("aria-controls") ?? "");
}

function all() {
  return /** @type {HTMLElement[]} */ ([...byId("tabs").querySelectorAll("[role=tab]")]);
}
