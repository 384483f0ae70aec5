// A list whose lines keep their elements: rewriting it takes the keyboard's focus away from nobody.

import { arrange, byId, face, make, portrait, symbol, write } from "../shared/page.js";

/** @import { Line } from "../table/state.js" */

export class SteadyList {
  /**
   * @param {string} id of the list @param {(key: string) => void} [press] the button of a line
   * @param {(key: string) => void} [about] the button that tells more about somebody
   */
  constructor(id, press = () => {}, about = () => {}) {
    this.list = byId(id);
    this.press = press;
    this.about = about;
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
    const about = make("button", "plain about", "…");
    about.addEventListener("click", () => this.about(key));
    const parts = [make("span", "seat-mark"), make("span", "portrait"), make("span", "who"), make("span", "note")];
    element.append(...parts, button, about);
    this.lines.set(key, element);
    return element;
  }
}

/** @param {HTMLElement} element @param {Line} line */
function fill(element, { kind, words, face: number = 0, program = false, colour = null, note = "", button = "", label = "", about = "" }) {
  const [mark, place, ...parts] = /** @type {HTMLElement[]} */ ([...element.children]);
  showOnce(mark, colour === null ? "" : `mark-${colour}`, () => symbol(`#mark-${colour}`, "-15 -15 30 30"));
  mark.hidden = !document.getElementById(mark.dataset.shown ?? "");
  showOnce(place, number ? String(number) : kind === "free" ? "" : words, () => (number ? face(number) : program ? letter(words) : person(words)));
  element.className = `${kind}${colour === null ? "" : ` seat-${colour}`}`;
  [words, note, button].forEach((text, at) => {
    parts[at].textContent = text;
    parts[at].hidden = !text;
  });
  write(parts[2], "aria-label", label || null);
  parts[3].hidden = !about;
  write(parts[3], "aria-label", about || null);
  return element;
}

/** Draws something only if it is not there already. @param {HTMLElement} place @param {string} name @param {() => Element} draw */
function showOnce(place, name, draw) {
  if (place.dataset.shown === name) return;
  place.dataset.shown = name;
  place.replaceChildren(...(name ? [draw()] : []));
}

/** The first letter of a program's name stands where others have their face. @param {string} name */
function letter(name) {
  const place = make("span", "initial", [...name][0]?.toUpperCase());
  write(place, "aria-hidden", "true");
  return place;
}

/** @param {string} name */
function person(name) {
  return Object.assign(make("img", "face"), { src: portrait(name), alt: "" });
}
