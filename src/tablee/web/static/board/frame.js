// A frame and the picture in it, as types: no page loads this file. docs/live.md says what they mean.

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
 * @property {number} number of the latest event
 * @property {number} step the number of the latest event that changed the game: what an action answers to
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
 * @property {{seat: number, name: string, face: number, words: string}|null} remark what a bot says to it
 * @property {{after: number, until: number}} [missed] the events that were missed, of which this is the first frame
 * @property {string[]} [fresh] the nodes that came with the latest action
 *
 * A past position: its whole picture, and the keys of what came with it.
 * @typedef {{number: number, scene: Scene, came: string[]}} Past
 */

export {};
