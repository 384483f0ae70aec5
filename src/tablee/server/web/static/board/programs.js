// Programs of people are named with a sign before their names: who listens hears the word for it instead.

import { make } from "../shared/page.js";

const SIGN = "⚙\uFE0E";

/** Lets every sign on a part of the page be spoken, now and from now on. @param {HTMLElement} root @param {string} word */
export function speakSigns(root, word) {
  /** @param {Node} node */
  const wrap = (node) => {
    if (node.nodeType !== Node.TEXT_NODE) return node.childNodes.forEach(wrap);
    const parts = node.textContent?.split(SIGN) ?? [], parent = node.parentElement;
    if (parts.length < 2 || !parent || parent.closest("svg, option, .program-sign")) return;
    /** @type {Text} */ (node).replaceWith(...parts.flatMap((words, at) => at ? [sign(word), words] : [words]));
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) (type === "characterData" ? [target] : addedNodes).forEach(wrap);
  }).observe(root, { childList: true, subtree: true, characterData: true });
  wrap(root);
}

/** @param {string} word */
function sign(word) {
  const element = make("span", "program-sign", SIGN);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", word);
  element.style.fontSize = ".85em";
  return element;
}
