// What the server says and what the page wishes, as types: no page loads this file. docs/live.md says what they mean,
// and what frames hold is in board/frame.js.

/** @import { Frame } from "../board/frame.js" */

/**
 * @typedef {object} Sitter
 * @property {number} id
 * @property {string} name
 * @property {number} bot
 * @property {number} face of the bot that plays there, by its number; 0 if none does
 * @property {string} note what lists say of a bot
 * @property {number|null} seat
 * @property {number|null} colour that it wears, or has chosen; null as long as that is open
 * @property {boolean} here
 * @property {number|null} away
 * @property {number} stand_in
 * @property {string} stand_in_name
 * @property {boolean} left
 * @property {number} [told] when the page heard of it
 *
 * @typedef {object} TableMessage
 * @property {"table"} say
 * @property {string} id
 * @property {"waiting"|"playing"|"over"|"closed"} status
 * @property {number} players
 * @property {boolean} solo
 * @property {string} commitment
 * @property {{sitter: number|null, seat: number|null, nonce: boolean, left: boolean, sitters: number[]}} you
 * @property {Sitter[]} sitters
 * @property {number} first the sitter who was named to begin, 0 for the lot
 * @property {boolean} throws_for_start does the game throw for who begins?
 * @property {string[]} palette what the colours are called from which one may choose, while waiting
 * @property {{level: number, name: string, face: number}[]} bots who would come to the waiting room, one a level
 * @property {boolean} hints
 * @property {number} patience
 * @property {number} watching
 * @property {string} message
 * @property {string} next
 *
 * @typedef {object} Wishes what the page asks for, as messages; `shown` is the frame on the screen
 * @property {(shown: Frame, action: string) => object} act
 * @property {(shown: Frame) => object} back
 * @property {(shown: Frame, key: string) => object} why
 * @property {(shown: Frame) => object} hint
 * @property {(shown: Frame) => object} words
 * @property {(number: number) => object} look at the position after an event
 * @property {(shown: Frame) => object} seen
 * @property {() => object} ping
 * @property {(nonce: string) => object} sit
 * @property {(sitter: number) => object} unseat
 * @property {(name: string) => object} name
 * @property {(name: string) => object} beside
 * @property {(level: number) => object} bot
 * @property {(sitter: number) => object} first
 * @property {(sitter: number, colour: number|null) => object} colour
 * @property {() => object} start
 * @property {(seat: number|null|undefined) => object} lookAs
 * @property {(seat: number|null|undefined) => object} hand
 * @property {(seat: number|null) => object} return
 * @property {(seat: number|null) => object} leave
 * @property {() => object} again
 *
 * @typedef {{say: "called", calls: {table: string, kind: "match"|"invitation", words: string}[], seeking: string}} Called
 * @typedef {{say: "refused", code: string, message: string}} Refused
 * @typedef {{say: "why", message: string}} Why
 * @typedef {{say: "words", step: number, seats: string[], places: string[], actions: [string, string][]}} Words
 * @typedef {{say: "hint", step: number, action: string, words: string, why: string, bot: number}} Hint
 */

export {};
