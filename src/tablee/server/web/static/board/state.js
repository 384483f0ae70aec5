// All that a board knows, as a type: no page loads this file. The other files of this folder hold functions that work on
// it, and `Board` is how the rest of the page uses them.

/** @import { BarButton, Box, Frame, Node, Scene } from "./frame.js" */
/** @typedef {[number, number]} Point a place in the units of the picture */
/**
 * A node, and how it is drawn.
 * @typedef {object} Part
 * @property {Node} node
 * @property {SVGGElement} element
 * @property {SVGGElement} body
 * @property {string} looks what is drawn in the body
 * @property {boolean} rolled has it shown the faces of a die that tumbles?
 * @property {number} marks what of it shows that something may be done there
 * @property {boolean} readable is it reached by the keyboard though it offers nothing?
 */
/** @typedef {{words: string, note?: string, face?: number, kind?: string}} Saying with the face of a bot, by its number */
/** @typedef {{name: string, face: number}} Thinker a bot that is to act */

/**
 * @typedef {object} State what a board knows that is only looked at
 * @property {SVGSVGElement} svg the picture
 * @property {Map<string, Part>} parts all that is in it, by the keys of the nodes
 * @property {Element[]} traces of what was taken away: where it stood is seen until something else is done
 * @property {Map<number, SVGGElement>} layers which lie one above the other
 * @property {Zoom} zoom
 * @property {Fingers} fingers
 * @property {Tip} tip
 * @property {Prompt} prompt
 * @property {EventTarget} events "window": there is one for the first time; "zoom": things in it are seen elsewhere now
 *
 * @typedef {object} Zoom the window, a part of the picture that can be zoomed and moved
 * @property {number} layers those below this number lie in it; 0: there is no window
 * @property {Box} box where it is
 * @property {number} scale how much larger things are seen in it
 * @property {Point} offset where the zero of the land is seen
 * @property {Groups|null} groups made for the first scene that has a window
 * @property {[boolean, boolean]} corner where its buttons are: at the right? at the bottom?
 *
 * @typedef {object} Groups the elements of the window
 * @property {SVGElement[]} rims its clip and its frame
 * @property {SVGGElement} window
 * @property {SVGGElement} land what is zoomed and moved
 * @property {SVGGElement} sky where things fly that would be clipped
 *
 * @typedef {object} Fingers what drags the land
 * @property {Map<number, Point>} down where each is on the screen
 * @property {boolean} dragging do they, or did they before the last was lifted? Then the click that may follow means nothing
 * @property {MouseEvent|null} tapped the latest tap, if it hit nothing that is offered
 *
 * @typedef {object} Tip what a thing is, in words beside it
 * @property {Element|null} target what it is about, or will be in a moment
 * @property {boolean} hovering is that because of a mouse?
 * @property {boolean} held has a long press shown it? Then the tap that ends it does nothing else
 * @property {Point} pressed where on the screen a finger or a mouse was last pressed
 * @property {number} timer until it is shown
 * @property {(target: Element|null) => void} tell hears what it is about
 *
 * @typedef {object} Prompt the sentence above the picture
 * @property {Saying} plain what is said
 * @property {Saying|null} advice what is said instead as long as nothing happens
 * @property {{bot: Thinker, number: number, note: string}|null} thought who is thinking, and since which event
 * @property {number} timer until that is said
 * @property {string} looks what stands there
 */

/**
 * @typedef {object} Play what it knows besides if one can play on it
 * @property {Frame|null} frame the one on the screen
 * @property {Queue} queue of those that are to be shown
 * @property {(() => void)|null} unsaid what the frame on the screen has still to say, when the dice lie
 * @property {number} falling the timer of the dice
 * @property {boolean} open may anything be done now?
 * @property {Moving|null} moving piece, then place: fetched where a game has such moves
 * @property {Map<string, string[]>} offers the actions that nodes offer now, by key
 * @property {Map<string, string>} picks what each node that can be picked adds to an action, by key
 * @property {Set<string>} picked what has been picked, like dice to keep: known to this page alone until an action says it
 * @property {Set<string>} pickable what can be picked now
 * @property {string} stop the key of the node where the keyboard stands
 * @property {Point} here where that is, even when the node there is gone
 * @property {boolean} reading has the keyboard gone there to read? Then nothing that is offered elsewhere calls it away
 * @property {{over: string, focused: string, told: string}} pointed the keys of what is pointed at: by a mouse or a finger
 *   that is down, by the keyboard, and by a long press
 * @property {Map<string, DOMRect>} boxes of what was outlined, by shape, kind and text: a box that is asked for lets the
 *   page be laid out
 * @property {Map<string, SVGGElement>} outlines that have been drawn, by kind and box
 * @property {Bar} bar
 * @property {Hint} hint
 * @property {Promise<typeof import("../play/action_choice.js")>|null} choice what asks which of several actions is meant
 * @property {string} asked the key of the node of which it is asked what is meant
 * @property {(action: string) => void} chosen waits for the answer to which of several actions is meant
 * @property {Events} on what the page does when something happens here
 *
 * @typedef {State & Play} PlayState
 *
 * @typedef {object} Moving
 * @property {() => string[]} held the keys that have been pointed at, for an action that needs more of them
 * @property {(scene: Scene) => Record<string, string[]>} offers
 * @property {(key: string) => boolean} hold somebody points at an offer; returns whether that plays nothing yet
 * @property {() => void} mark shows what is held and where it may go
 *
 * @typedef {object} Queue frames, each of which is shown for as long as it must stay
 * @property {Frame[]} waiting
 * @property {number|null} shown the number of the last event that was shown
 * @property {number} free when the next may be shown
 * @property {number} remaining how long that was when somebody looked away
 * @property {number} timer until then
 * @property {boolean} paused does somebody look at something else?
 * @property {boolean} quick do so many wait that they are only leafed through?
 *
 * @typedef {object} Bar the buttons under the picture
 * @property {HTMLElement[]} rows
 * @property {Map<string, HTMLElement>} buttons by their actions
 * @property {BarButton[][]} places what stands where in each row, or has stood there in this turn
 * @property {number|null} turn whose turn that is
 * @property {number} height of all of it, in pixels
 * @property {boolean} waiting has the keyboard gone to the picture only because nothing was left to press here?
 *
 * @typedef {object} Hint
 * @property {boolean} waiting has somebody asked for one?
 * @property {string} action what is advised now
 * @property {Element[]} marked the buttons and nodes that are marked
 * @property {Element[]} marks what marks the latter
 *
 * @typedef {object} Events
 * @property {(action: string, key?: string) => boolean} act somebody wants that, and whether it is played; the key is that
 *   of the node which offers it
 * @property {(key: string) => void} why somebody wonders why a node offers nothing
 * @property {() => void} hint somebody wants one
 * @property {(before: Frame|null) => boolean} marking is what came until this frame marked still?
 * @property {(frame: Frame, before: Frame|null) => void} drawn its picture is on the screen
 * @property {(frame: Frame, before: Frame|null, latest: boolean) => void} settled the dice lie: all may be said of it
 * @property {boolean} [terse] has only the latest frame anything to say?
 */

export {};
