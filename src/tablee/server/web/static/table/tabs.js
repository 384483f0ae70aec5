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
    if (chosen) hideTab(tab.id, false);
  }
  const tab = byId(id);
  panelOf(tab).dispatchEvent(new Event("shown"));
  return tab;
}

/**
 * A tab that goes leaves the moves. Which are there the side itself says, too: a style that asks for what is in something
 * (`:has`) is asked anew with every change of the page.
 * @param {string} id @param {boolean} hidden
 */
export function hideTab(id, hidden) {
  const tab = byId(id);
  if (hidden && isChosen(tab)) choose("log-tab");
  tab.hidden = hidden;
  byId("side").classList.toggle(`with-${id}`, !hidden);
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
