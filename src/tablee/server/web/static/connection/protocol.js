// What the page asks the server to do: each of its messages is built here. docs/contributors/live-messages.md says what they mean.

/** @import { Frame } from "../board/frame.js" */
/** @import { Commands } from "./messages.js" */

/** What somebody has seen who wants something: the one place that says so. @param {Frame} shown */
function seen({ step }) {
  return { step };
}

/** Does an answer belong to what is shown? @param {{step: number}} answer @param {Frame|null} shown */
export function isAbout(answer, shown) {
  return answer.step === shown?.step;
}

/** @type {Commands} */
export const command = {
  act: (shown, action, hold) => ({ do: "act", ...seen(shown), action, hold }),
  back: (shown) => ({ do: "ask_back", ...seen(shown) }),
  answerBack: (shown, yes) => ({ do: "answer_back", ...seen(shown), yes }),
  why: (shown, key) => ({ do: "why", ...seen(shown), key }),
  hint: (shown) => ({ do: "hint", ...seen(shown) }),
  words: (shown) => ({ do: "words", ...seen(shown) }),
  look: (number) => ({ do: "look", number }),
  seen: ({ number }) => ({ do: "seen", number }),
  ping: (now) => ({ do: "ping", now, hidden: document.hidden || undefined }),
  sit: (nonce) => ({ do: "sit", nonce }),
  unseat: (sitter) => ({ do: "unseat", sitter }),
  name: (name) => ({ do: "name", name }),
  beside: (name) => ({ do: "beside", name }),
  bot: (level) => ({ do: "bot", level }),
  first: (sitter) => ({ do: "first", sitter }),
  colour: (sitter, colour) => ({ do: "colour", sitter, colour }),
  start: () => ({ do: "start" }),
  lookAs: (seat) => ({ do: "look_as", seat }),
  hand: (seat) => ({ do: "hand", seat }),
  return: (seat) => ({ do: "return", seat }),
  leave: (seat) => ({ do: "leave", seat }),
  again: () => ({ do: "again" }),
  say: (kind, body) => ({ do: "say", kind, body }),
  write: (on) => ({ do: "write", on }),
  mute: (on, who) => ({ do: "mute", on, ...who }),
  report: (why, words, who) => ({ do: "report", why, words, ...who }),
};
