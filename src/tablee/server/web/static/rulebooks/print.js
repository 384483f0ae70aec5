// Printing: a button for it, and the light colours on paper, whatever somebody has chosen for the screen.

/** @param {Record<string, any>} changes */
function wear(changes) {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("settings") ?? "{}") ?? {};
  } catch {
    // Some browsers remember nothing, and say so in this way.
  }
  document.dispatchEvent(new CustomEvent("settings", { detail: { ...chosen, ...changes } }));
}

addEventListener("beforeprint", () => wear({ theme: "light" }));
addEventListener("afterprint", () => wear({}));
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-print]"))) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
