// What the server says and what the page asks for, as types: no page loads this file. docs/contributors/live-messages.md says what they mean,
// and what frames hold is in board/frame.js.

/** @import { Frame } from "../board/frame.js" */

/**
 * @typedef {object} Participant
 * @property {number} id
 * @property {string} name
 * @property {number} bot
 * @property {number} face of the bot that plays there, by its number; 0 if none does
 * @property {boolean} program is it a program of somebody's?
 * @property {string} note what lists say of a bot, or a program
 * @property {number|null} seat
 * @property {number|null} colour that it wears, or has chosen; null as long as that is open
 * @property {boolean} here
 * @property {number|null} away
 * @property {number} stand_in
 * @property {boolean} late does that bot play as their time was up?
 * @property {string} stand_in_name
 * @property {boolean} left
 * @property {Rating|null} rating where the game counts, if it is known well enough
 * @property {number} [told] when the page heard of it
 *
 * @typedef {object} Rating all in words; the last two are empty until it was counted what the game did
 * @property {string} points
 * @property {string} words with how sure it is
 * @property {string} change
 * @property {string} course from what to what
 *
 * @typedef {object} TableMessage
 * @property {"table"} say
 * @property {string} id
 * @property {"waiting"|"playing"|"over"|"closed"} status
 * @property {number} players
 * @property {boolean} solo
 * @property {string} pace how much time there is, in words; empty if there is no hurry
 * @property {boolean} rated
 * @property {string} uncounted why it did not count, in words
 * @property {string} commitment
 * @property {{sitter: number|null, seat: number|null, nonce: boolean, left: boolean, sitters: number[]}} you
 * @property {Participant[]} sitters
 * @property {number} first the sitter who was named to begin, 0 for the lot
 * @property {boolean} throws_for_start does the game throw for who begins?
 * @property {string[]} palette what the colours are called from which one may choose, while waiting
 * @property {{level: number, name: string, face: number}[]} bots who would come to the waiting room, one a level
 * @property {boolean} hints
 * @property {number} patience
 * @property {number} watching
 * @property {UndoQuestion|null} undo what somebody asks the others for
 * @property {string} message
 * @property {string} next
 *
 * @typedef {object} UndoQuestion
 * @property {number} seat that asks to take back
 * @property {string} words
 * @property {string} note what is to be known before one answers
 * @property {number[]} waits the seats that have not answered
 * @property {string} waiting for whom, in words
 * @property {{yes: string, no: string, withdraw: string}} texts of the buttons
 *
 * @typedef {object} PlanMessage one's own plan, in a game by days
 * @property {"plan"} say
 * @property {string} link where it is made; empty once the game is over
 * @property {string} words of the link
 * @property {[number, string][]} notes what has become of it, after which events
 *
 * @typedef {object} ClockMessage how the clocks stand, by seat, in milliseconds
 * @property {"clock"} say
 * @property {number} now what time it is for the server
 * @property {boolean} days
 * @property {number|null} runs the seat whose clock runs
 * @property {number|null} until when its time is up
 * @property {number[]} left until then, were it to run now
 * @property {number[]} bank for the whole game; by days, for holidays
 *
 * @typedef {object} Commands what the page asks for, as messages; `shown` is the frame on the screen
 * @property {(shown: Frame, action: string, hold?: string) => object} act
 * @property {(shown: Frame) => object} back take back, or ask the others to let one do so
 * @property {(shown: Frame, yes: boolean) => object} answerBack
 * @property {(shown: Frame, key: string) => object} why
 * @property {(shown: Frame) => object} hint
 * @property {(shown: Frame) => object} words
 * @property {(number: number) => object} look at the position after an event
 * @property {(shown: Frame) => object} seen
 * @property {(now?: number) => object} ping
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
 * @property {(kind: string, body: string) => object} say
 * @property {(on: boolean) => object} write freely
 * @property {(on: boolean, who: Who) => object} mute
 * @property {(why: string, words: string, who: Who) => object} report
 *
 * @typedef {{sitter?: number, said?: string}} Who somebody who sits here, or has said something here
 *
 * @typedef {object} ChatLine something that was said
 * @property {string} id
 * @property {number} at
 * @property {number} sitter 0 for somebody who looks on
 * @property {string} name
 * @property {string} words
 * @property {string} gesture its name, empty for words
 * @property {boolean} aside was it said among those who look on?
 * @property {boolean} own
 *
 * @typedef {object} ChatMessage
 * @property {"talk"} say
 * @property {ChatLine[]} lines
 * @property {boolean} whole are these all there are? Then the rest is said, too
 * @property {boolean} [writes] do I write freely?
 * @property {boolean} [may] may I talk at all?
 * @property {number[]} [muted] sitters whom I do not want to hear
 *
 * @typedef {{say: "called", calls: {table: string, kind: "match"|"invitation"|"tournament", words: string, at_once: boolean}[], seeking: string}} Invitations
 * @typedef {{say: "announcements", announcements: {id: string, text: string, language: string}[], from: string, read: string}} Announcements
 * @typedef {{say: "refused", code: string, message: string}} Refused
 * @typedef {{say: "why", message: string}} Why
 * @typedef {{say: "words", step: number, seats: string[], places: string[], actions: string[][]}} Words
 * @typedef {{say: "hint", step: number, action: string, words: string, why: string, bot: number}} Hint
 */

export {};
