// What every page does once it is there: it opens the settings, and lets the browser keep what the house needs, so that
// there is a page even without a connection.

const { worker: address } = document.body.dataset;
const gear = /** @type {HTMLElement} */ (document.getElementById("gear"));

if (address && "serviceWorker" in navigator) {
  // Not before the page is there: whoever comes for the first time should not wait for it.
  addEventListener("load", () => navigator.serviceWorker.register(address, { scope: "/" }).catch(() => {}));
}

gear.hidden = false;
gear.addEventListener("click", () => import("./settings_dialog.js").then(({ open }) => open(), () => document.dispatchEvent(new Event("unfetched"))));
// Moves that were made without a connection, by days: they are sent, and it is said what became of them.
if (localStorage.moves) import("./kept_moves.js");
export {};
