// What the page asks the server to do: each of its messages is built here. docs/live.md says what they mean.

/** @import { Frame } from "../board/frame.js" */

/** What somebody has seen who wants something: the one place that says so. @param {Frame} shown */
function seen({ number }) {
  return { number };
}

/** Does an answer belong to what is shown? @param {{number: number}} answer @param {Frame|null} shown */
export function isAbout(answer, shown) {
  return answer.number === shown?.number;
}

/** Wishes by their names; `shown` is the frame on the screen. */
export const wish = {
  /** @param {Frame} shown @param {string} action */
  act: (shown, action) => ({ do: "act", ...seen(shown), action }),
  /** @param {Frame} shown */
  back: (shown) => ({ do: "back", ...seen(shown) }),
  /** @param {Frame} shown @param {string} key */
  why: (shown, key) => ({ do: "why", ...seen(shown), key }),
  /** @param {Frame} shown */
  hint: (shown) => ({ do: "hint", ...seen(shown) }),
  /** @param {Frame} shown */
  words: (shown) => ({ do: "words", ...seen(shown) }),
  /** @param {number} number of the event after which a position is to be seen */
  look: (number) => ({ do: "look", number }),
  /** @param {Frame} shown */
  seen: ({ number }) => ({ do: "seen", number }),
  ping: () => ({ do: "ping" }),
  /** @param {string} nonce */
  sit: (nonce) => ({ do: "sit", nonce }),
  /** @param {number} sitter */
  unseat: (sitter) => ({ do: "unseat", sitter }),
  /** @param {string} name */
  name: (name) => ({ do: "name", name }),
  /** @param {string} name */
  beside: (name) => ({ do: "beside", name }),
  /** @param {number} level */
  bot: (level) => ({ do: "bot", level }),
  start: () => ({ do: "start" }),
  /** @param {number|null|undefined} seat */
  lookAs: (seat) => ({ do: "look_as", seat }),
  /** @param {number|null|undefined} seat */
  hand: (seat) => ({ do: "hand", seat }),
  /** @param {number|null} seat */
  return: (seat) => ({ do: "return", seat }),
  /** @param {number|null} seat */
  leave: (seat) => ({ do: "leave", seat }),
  again: () => ({ do: "again" }),
};
