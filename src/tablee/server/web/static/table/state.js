// What the page knows of its table, and what its parts tell each other, as types: no page loads this file.

/** @template Part @typedef {import("../shared/page.js").Later<Part>} Later a part that is fetched when it is needed */

/**
 * @typedef {object} TableState what the page knows of its table
 * @property {HTMLElement} page
 * @property {import("../board/api.js").PlayApi} board the picture; its `state.frame` is what was shown last
 * @property {import("../connection/connection.js").Connection} connection
 * @property {import("../connection/messages.js").TableMessage|null} info what the server said last of the table and of who sits here
 * @property {boolean} connected
 * @property {boolean} offline is there no connection, though one may come back?
 * @property {boolean} keeps are moves kept that are made without a connection, whatever becomes of the page?
 * @property {boolean} pending has somebody acted, and not been answered yet?
 * @property {number} late the timer that shows such a wait, if it is long
 * @property {{step: number, message: object, action: string, key: string}|null} unsent what nobody has answered yet, and the step that it answers to
 *
 * @property {import("../board/log.js").Log} log what has happened
 * @property {Later<import("./looking_back.js").LookingBack>} past who looks back at it
 * @property {import("./attention.js").Missed} missed what has happened while somebody was away
 * @property {import("../seats/sitting.js").Sitting} sitting whether one sits here
 * @property {Later<import("../seats/participants.js").Participants>} sitters who sits here
 * @property {import("../seats/plates.js").Plates} plates what the page adds to the panels: faces, ratings, clocks
 * @property {Later<import("./clocks.js").Clocks>} clocks how much time everybody has, where there are clocks
 * @property {Later<import("../ratings/ratings.js").Ratings>} ratings how well everybody plays, where the game counts
 * @property {Promise<void>|null} signs where a program plays, its sign is spoken
 * @property {Later<import("./remarks.js").Remarks>} remarks what bots say now and then
 * @property {import("../chat/chat_toggle.js").ChatToggle} chat what people say
 * @property {Later<import("./goal.js").Goal>} goal what one plays for, for who comes for the first time
 * @property {Later<import("../seats/together.js").Together>} together several on one device, and those who are away
 * @property {Later<import("./result.js").ResultPanel>} result how the game ended
 * @property {import("./attention.js").Attention} attention of who looks elsewhere
 * @property {Later<import("./confirm.js").Confirm>} confirm asks before something is played
 * @property {Later<import("../seats/undo_question.js").UndoQuestionPanel>} undo what somebody asks the others for
 * @property {Later<import("./auto_throw.js").AutoThrow>} autoThrow throws dice by itself
 * @property {Later<import("./text_play.js").TextPlay>} textPlay the table in words
 */

/**
 * @typedef {object} Line of a list of people
 * @property {string} key
 * @property {string} kind
 * @property {string} words
 * @property {number} [face] of a bot, by its number; a person's is drawn from the words
 * @property {boolean} [program] is it a program, which has no face?
 * @property {number|null} [colour] the mark of it stands before the name
 * @property {string} [note]
 * @property {string} [button] what is written on the line's button, if it has one
 * @property {string} [label] what a screen reader says instead
 * @property {string} [about] what is said of the button that tells more about somebody, if there is one
 *
 * @typedef {object} Listener of a connection
 * @property {(message: any) => void} hear
 * @property {(connected: boolean, code: number) => void} connection the code says why there is none
 * @property {() => string} shape in which pictures are wished for
 * @property {() => number|null} after the number of the last event that was shown
 *
 * @typedef {object} TextCommands of who plays by text
 * @property {() => void} ask for the table in words, as it is now
 * @property {(action: string) => boolean} act
 */

export {};
