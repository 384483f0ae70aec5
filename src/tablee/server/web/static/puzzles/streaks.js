// What somebody has practised, remembered by this browser: which positions, how often in a row, and which comes next.

import { remember, remembered } from "../shared/settings.js";

/** @typedef {{id: string, grade: number}} Puzzle */

/** So many in a row that were right lead to a harder grade. */
const UP = 2;
/** What was missed comes again after so many others. */
const LATER = 6;

export class Streaks {
  /** How many were solved, and the longest row of them. @param {string} game */
  static of(game) {
    try {
      const { solved, longest } = JSON.parse(remembered(`puzzles-${game}`) ?? "{}");
      return { solved: Array.isArray(solved) ? solved.length : 0, longest: longest | 0 };
    } catch {
      return { solved: 0, longest: 0 };
    }
  }

  /** @param {string} game @param {Puzzle[]} puzzles */
  constructor(game, puzzles) {
    this.name = `puzzles-${game}`;
    this.puzzles = puzzles;
    this.streak = this.longest = this.climbed = 0;
    this.grade = 1;
    /** Solved, and missed, the latest last. @type {string[]} */
    this.solved = [];
    /** @type {string[]} */
    this.missed = [];
    /** Seen since the page was opened. @type {string[]} */
    this.seen = [];
    try {
      const { streak, longest, grade, solved, missed } = JSON.parse(remembered(this.name) ?? "{}");
      const known = (/** @type {unknown} */ ids) => (Array.isArray(ids) ? ids.filter((id) => this.find(id)) : []);
      Object.assign(this, { streak: streak | 0, longest: longest | 0, grade: Math.min(Math.max(grade | 0, 1), 5) });
      this.solved = known(solved);
      this.missed = known(missed);
    } catch {
      // Somebody has written something else there.
    }
  }

  /** @param {string} id */
  find(id) {
    return this.puzzles.find((puzzle) => puzzle.id === id);
  }

  /** What comes next: of the grade at which one stands, or near it; what was missed again after a while. */
  next() {
    const lately = this.seen.slice(-LATER), fresh = (/** @type {Puzzle} */ { id }) => !lately.includes(id);
    const open = this.puzzles.filter((puzzle) => fresh(puzzle) && !this.solved.includes(puzzle.id));
    const choice = open.length ? open : this.puzzles.filter(fresh);
    /** @param {Puzzle} puzzle */
    const worth = ({ id, grade }) => Math.abs(grade - this.grade) + (this.missed.includes(id) ? 0.5 : 0);
    return choice.reduce((best, puzzle) => (worth(puzzle) < worth(best) ? puzzle : best), choice[0] ?? this.puzzles[0]);
  }

  /** @param {string} id */
  show(id) {
    this.seen.push(id);
  }

  /** One has solved it or not. A second try that is right saves the streak, but does not add to it. @param {string} id @param {boolean} right @param {boolean} second */
  count(id, right, second) {
    const without = (/** @type {string[]} */ ids) => ids.filter((other) => other !== id);
    this.solved = without(this.solved);
    this.missed = without(this.missed);
    (right ? this.solved : this.missed).push(id);
    this.streak = right ? this.streak + Number(!second) : 0;
    this.longest = Math.max(this.longest, this.streak);
    this.climbed = right && !second ? this.climbed + 1 : 0;
    if (!right) this.grade = Math.max(1, this.grade - 1);
    else if (this.climbed >= UP) {
      this.grade = Math.min(5, this.grade + 1);
      this.climbed = 0;
    }
    const { streak, longest, grade, solved, missed } = this;
    remember(this.name, JSON.stringify({ streak, longest, grade, solved, missed }));
  }
}
