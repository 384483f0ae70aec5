// What the server says, as types: no page loads this file. docs/live.md says what it means, and what frames hold is in
// board/scene.js.

/**
 * @typedef {object} Sitter
 * @property {number} id
 * @property {string} name
 * @property {number} bot
 * @property {number|null} seat
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
 * @property {boolean} hints
 * @property {number} patience
 * @property {number} watching
 * @property {string} message
 * @property {string} next
 *
 * @typedef {{say: "refused", code: string, message: string}} Refused
 * @typedef {{say: "why", message: string}} Why
 * @typedef {{say: "words", number: number, seats: string[], places: string[], actions: [string, string][]}} Words
 * @typedef {{say: "hint", number: number, action: string, words: string, bot: number}} Hint
 */

export {};
