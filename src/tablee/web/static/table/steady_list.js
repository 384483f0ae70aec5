// A list whose lines keep their elements: rewriting it takes the keyboard's focus away from nobody.

import { arrange, byId, face, make, write } from "../house/page.js";

/** @import { Line } from "./state.js" */

export class SteadyList {
  /** @param {string} id of the list @param {(key: string) => void} [press] the button of a line */
  constructor(id, press = () => {}) {
    this.list = byId(id);
    this.press = press;
    /** @type {Map<string, HTMLElement>} */
    this.lines = new Map();
  }

  /** @param {Line[]} lines */
  show(lines) {
    const kept = new Set(lines.map(({ key }) => key));
    for (const [key, element] of this.lines) {
      if (kept.has(key)) continue;
      element.remove();
      this.lines.delete(key);
    }
    arrange(this.list, lines.map((line) => fill(this.lines.get(line.key) ?? this.add(line.key), line)));
  }

  /** @param {string} key */
  add(key) {
    const element = make("li");
    const button = make("button", "plain");
    button.addEventListener("click", () => this.press(key));
    element.append(make("span", "portrait"), make("span", "who"), make("span", "note"), button);
    this.lines.set(key, element);
    return element;
  }
}

/** @param {HTMLElement} element @param {Line} line */
function fill(element, { kind, words, level = 0, note = "", button = "", label = "" }) {
  const [portrait, ...parts] = /** @type {HTMLElement[]} */ ([...element.children]);
  portrait.hidden = !level;
  if (level && !portrait.firstChild) portrait.append(face(level));
  element.className = kind;
  [words, note, button].forEach((text, at) => {
    parts[at].textContent = text;
    parts[at].hidden = !text;
  });
  write(parts[2], "aria-label", label || null);
  return element;
}
