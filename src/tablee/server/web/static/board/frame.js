// A frame and the picture in it, as types: no page loads this file. docs/contributors/live-messages.md says what they mean.

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
 * @property {Record<string, string[]>} moves the keys at which one points for an action, one after the other
 * @property {number} hold
 * @property {BarRow[]} bar
 * @property {Record<string, string>} picks
 * @property {string} throw
 * @property {Record<string, string>} spoken
 * @property {Record<string, string[]>} depicted
 * @property {number} window
 * @property {Box} window_at
 * @property {Box|null} free where in a wide picture the page lays its own words
 *
 * A box in the picture: x, y, width, height.
 * @typedef {[number, number, number, number]} Box
 *
 * @typedef {{text: string, action: string, kind: string, hint: string}} BarButton
 * @typedef {{buttons: BarButton[], words: string}} BarRow
 *
 * @typedef {{name: string, seat: number, colour: number, score: number, rank: number, winner: boolean, left: boolean, late: boolean, own: boolean}} Row
 *
 * What a seat has earned in a line of the score sheet, and the nodes that it counts; a key that ends in a space stands
 * for all that begin so.
 * @typedef {{points: number, keys: string[], words: string, shown: string}} Cell
 * @typedef {{words: string, cells: (Cell|null)[]}} SheetLine
 *
 * @typedef {object} Result
 * @property {string} title who has won
 * @property {string} decision what decided it, if there is something to say
 * @property {string} headline both in one sentence
 * @property {Row[]} rows ranked
 * @property {SheetLine[]} sheet
 * @property {Record<string, string>|null} level what to ask for to play against bots one level up or down
 * @property {string} level_words which of the two
 * @property {string} export
 *
 * How the end is shown before the result: pictures one after the other, each the difference to the one before.
 * @typedef {{beats: {scene: Scene, words: string, stay: number}[], told: string}} Finale
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
 * @property {boolean} back may one take back without asking?
 * @property {string} undo what the button says by which one takes back, or asks to; empty if there is nothing to take back
 * @property {{seat: number, colour: number, words: string}[]} since what the others have done since one's own turn, a line each
 * @property {number|null} seat
 * @property {number|null} curtain
 * @property {Result|null} result
 * @property {Finale|null} [finale] what is shown before the picture
 * @property {boolean} [beat] is it a picture of a finale, and nothing else?
 * @property {{seat: number, name: string, face: number, words: string}|null} remark what a bot says to it
 * @property {{after: number, until: number}} [missed] the events that were missed, of which this is the first frame
 * @property {string[]} [fresh] the nodes that came with the latest action
 *
 * A past position: its whole picture, and the keys of what came with it.
 * @typedef {{number: number, scene: Scene, came: string[]}} Past
 */

export {};
