// What the page knows of its table, as a type: no page loads this file.

/**
 * @typedef {object} TableState
 * @property {HTMLElement} page
 * @property {import("../board/playable.js").PlayableBoard} board the picture; its `frame` is what was shown last
 * @property {import("./connection.js").Connection} connection
 * @property {import("./messages.js").TableMessage|null} info what the server said last of the table and of who sits here
 * @property {boolean} connected
 * @property {boolean} pending has somebody acted, and not been answered yet?
 *
 * @property {import("../board/log.js").Log} log what has happened
 * @property {import("./looking_back.js").LookingBack} past who looks back at it
 * @property {import("./missed.js").Missed} missed what has happened while somebody was away
 * @property {import("./sitters.js").Sitters} sitters who sits here
 * @property {import("./together.js").Together} together several on one device, and those who are away
 * @property {import("./result.js").ResultPanel} result how the game ended
 * @property {import("./attention.js").Attention} attention of who looks elsewhere
 * @property {import("./confirm.js").Confirm} confirm asks before something is played
 * @property {import("./auto_throw.js").AutoThrow} autoThrow throws dice by itself
 * @property {import("./text_play.js").TextPlay} textPlay the table in words
 */

export {};
