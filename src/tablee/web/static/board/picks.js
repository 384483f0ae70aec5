// What a person has picked, like dice to keep: known to this page alone until an action says it.

export class Picks {
  constructor() {
    /** What each node adds to an action, by key. @type {Map<string, string>} */
    this.texts = new Map();
    /** @type {Set<string>} */
    this.picked = new Set();
  }

  /** While the same things can be picked, what is picked stays so. @param {Record<string, string>} texts */
  show(texts) {
    const now = Object.entries(texts);
    if (JSON.stringify(now) === JSON.stringify([...this.texts])) return;
    this.texts = new Map(now);
    this.picked.clear();
  }

  /** @param {string} key */
  toggle(key) {
    if (!this.picked.delete(key)) this.picked.add(key);
  }

  /** An action with the picks in their place. @param {string} action */
  fill(action) {
    const words = [...this.texts].filter(([key]) => this.picked.has(key)).map(([, text]) => text);
    return action.replaceAll("{picks}", () => words.join("") || "-");
  }
}
