// A checkbox that this browser remembers.

export class Preference {
  /** @param {HTMLElement|null} box not every game has it @param {() => void} change */
  constructor(box, change) {
    this.box = /** @type {HTMLInputElement|null} */ (box);
    if (!this.box) return;
    this.box.checked = remembered(this.box.id) === "on";
    this.box.addEventListener("change", () => {
      if (this.box) remember(this.box.id, this.on ? "on" : "off");
      change();
    });
  }

  get on() {
    return this.box?.checked ?? false;
  }
}

/** @param {string} name */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    // Some browsers remember nothing, and say so in this way.
    return null;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it holds for this page alone.
  }
}
