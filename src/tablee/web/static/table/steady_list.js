// A list whose lines keep their elements: rewriting it takes the keyboard's focus away from nobody.

import { face } from "../house/faces.js";
import { byId, make } from "../house/page.js";

/**
 * @typedef {object} Line
 * @property {string} key
 * @property {string} kind
 * @property {string} words
 * @property {number} [level] of a bot, which has a face
 * @property {string} [note]
 * @property {string} [button] what is written on the line's button, if it has one
 * @property {string} [label] what a screen reader says instead
 */

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
    lines.forEach((line, at) => {
      const element = this.lines.get(line.key) ?? this.add(line.key);
      // An element that is moved loses the focus: move only what must be.
      if (this.list.children[at] !== element) this.list.insertBefore(element, this.list.children[at] ?? null);
      write(element, line);
    });
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
function write(element, { kind, words, level = 0, note = "", button = "", label = "" }) {
  const [portrait, ...parts] = /** @type {HTMLElement[]} */ ([...element.children]);
  portrait.hidden = !level;
  if (level && !portrait.firstChild) portrait.append(face(level));
  element.className = kind;
  [words, note, button].forEach((text, at) => {
    parts[at].textContent = text;
    parts[at].hidden = !text;
  });
  if (label) parts[2].setAttribute("aria-label", label);
  else parts[2].removeAttribute("aria-label");
}
