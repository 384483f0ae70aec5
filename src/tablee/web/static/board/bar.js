// The bar under the picture: buttons for what is no thing in it. They keep their elements, and with them the focus.

import { byId, make } from "../house/page.js";

/** @typedef {import("./scene.js").BarRow} BarRow */
/** @typedef {import("./scene.js").BarButton} BarButton */

export class Bar {
  /** @param {(action: string) => void} act @param {SVGSVGElement} scene where the focus goes when a button is gone */
  constructor(act, scene) {
    this.act = act;
    this.scene = scene;
    this.list = byId("bar");
    /** @type {HTMLElement[]} */
    this.rows = [];
    /** By their actions. @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    /** Has the keyboard gone to the scene only because nothing was left to press here? */
    this.waiting = false;
    // A key held down is one wish.
    this.list.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
  }

  /** @param {BarRow[]} rows */
  show(rows) {
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null;
    const kept = new Set(rows.flatMap(({ buttons }) => buttons.map(({ action }) => action)));
    for (const [action, button] of this.buttons) {
      if (kept.has(action)) continue;
      button.remove();
      this.buttons.delete(action);
    }
    arrange(this.list, rows.map((row, at) => this.row(row, at)));
    this.number(rows.flatMap(({ buttons }) => buttons));
    this.keepFocus(/** @type {HTMLElement|null} */ (focused));
  }

  /** @param {boolean} open may anything be pressed? */
  open(open) {
    // A button that is really disabled would lose the focus.
    for (const button of this.buttons.values()) button.setAttribute("aria-disabled", String(!open));
  }

  /** The first nine have a digit as their key. @param {BarButton[]} buttons */
  number(buttons) {
    for (const [at, { action }] of buttons.slice(0, 9).entries()) {
      this.buttons.get(action)?.setAttribute("aria-keyshortcuts", String(at + 1));
    }
  }

  /** @param {BarRow} row @param {number} at */
  row({ words, buttons }, at) {
    const row = (this.rows[at] ??= newRow());
    row.setAttribute("aria-label", words);
    const before = /** @type {HTMLElement} */ (row.firstElementChild);
    before.textContent = words;
    before.hidden = !words;
    arrange(row, [before, ...buttons.map((button) => this.button(button))]);
    return row;
  }

  /** @param {BarButton} button */
  button({ text, action, kind, hint }) {
    const button = this.buttons.get(action) ?? this.add(action);
    button.className = `button ${kind}${hint ? " hinted" : ""}`;
    button.textContent = text;
    button.setAttribute("aria-description", hint);
    return button;
  }

  /** @param {string} action */
  add(action) {
    const button = make("button");
    button.setAttribute("type", "button");
    button.setAttribute("aria-disabled", "true");
    button.addEventListener("click", () => button.getAttribute("aria-disabled") === "true" || this.act(action));
    this.buttons.set(action, button);
    return button;
  }

  /** @param {HTMLElement|null} focused what had the focus before */
  keepFocus(focused) {
    if (focused?.isConnected) {
      if (document.activeElement !== focused) focused.focus({ preventScroll: true });
      return;
    }
    this.waiting = focused !== null || (this.waiting && document.activeElement === this.scene);
    if (!this.waiting) return;
    const main = /** @type {HTMLElement|null} */ (this.list.querySelector(".main"));
    (main ?? this.scene).focus({ preventScroll: true });
    this.waiting = !main;
  }
}

function newRow() {
  const row = make("div", "bar-row");
  row.setAttribute("role", "group");
  row.append(make("span", "bar-words"));
  return row;
}

/**
 * Lets a parent have just these children. One that is moved loses the focus: only what must be is moved.
 * @param {HTMLElement} parent @param {HTMLElement[]} children
 */
function arrange(parent, children) {
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
}
