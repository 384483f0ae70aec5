// The messages of the live connection as types; docs/live.md says what they mean.

/**
 * One thing in the picture: key, layer, shape, x, y, kind, text, label, size, turn, enter.
 * @typedef {[string, number, string, number, number, string, string, string, number, number, string]} Node
 *
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {Node[]} set
 * @property {string[]} gone
 * @property {Record<string, string[]>} offers
 * @property {number} hold
 * @property {BarRow[]} bar
 * @property {Record<string, string>} picks
 * @property {string} throw
 * @property {Record<string, string>} spoken
 * @property {number} window
 * @property {Box} window_at
 *
 * A box in the picture: x, y, width, height.
 * @typedef {[number, number, number, number]} Box
 *
 * @typedef {{text: string, action: string, kind: string, hint: string}} BarButton
 * @typedef {{buttons: BarButton[], words: string}} BarRow
 *
 * @typedef {{name: string, seat: number, score: number, winner: boolean, left: boolean}} Row
 * @typedef {{seat: number, words: string, points: number}} ScoreLine
 * @typedef {{headline: string, rows: Row[], lines: ScoreLine[], export: string}} Result
 *
 * @typedef {object} Frame
 * @property {"frame"} say
 * @property {number} number
 * @property {boolean} whole
 * @property {Scene} scene
 * @property {string} prompt
 * @property {boolean} yours
 * @property {number|null} turn
 * @property {[number, string][]} log
 * @property {boolean} back
 * @property {number|null} seat
 * @property {number|null} curtain
 * @property {Result|null} result
 * @property {{after: number, until: number}} [missed] the events that were missed, of which this is the first frame
 * @property {string[]} [fresh] the nodes that came with the latest action
 *
 * A past position: its whole picture, and the keys of what came with it.
 * @typedef {{number: number, scene: Scene, came: string[]}} Past
 *
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

/** Where in a node what stands. */
export const KEY = 0, LAYER = 1, SHAPE = 2, X = 3, Y = 4, KIND = 5, TEXT = 6, LABEL = 7, SIZE = 8, TURN = 9, ENTER = 10;

/** Is a node of this kind? @param {Node} node @param {string} kind */
export function isOf(node, kind) {
  return node[KIND].split(" ").includes(kind);
}
