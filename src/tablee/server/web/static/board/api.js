// How the rest of the page uses a board, as types: no page loads this file. What a board knows is in its state.

/** @import { Frame, Scene } from "./frame.js" */
/** @import { PlayState, State, Thinker } from "./state.js" */

/** What is seen to move: everything, only what was there before, or nothing. @typedef {"all"|"moves"|"none"} Motion */
/** The hint of a bot of that level. @typedef {{action: string, words: string, why?: string, bot?: number}} Advice */

/**
 * @typedef {object} Api a board to look at
 * @property {State} state
 * @property {(scene: Scene, whole: boolean, motion: Motion, came: string[]) => void} show a position, and what came last
 * @property {(scene: Scene) => {scene: Scene, came: string[]}} snapshot all that is on the screen, to be shown again; the
 *   scene is the one that came last
 * @property {(keys: string[]) => void} light marks what is meant, and nothing else; a key that ends in a space stands for all
 *   that begin so
 * @property {() => void} settle the picture is new: the buttons of its window look for a place
 * @property {() => void} wipe takes all away at once: nothing flies from here to where the next things are
 * @property {(words: string, yours?: boolean, note?: string) => void} say above the picture, to whose turn it is
 * @property {(bot: Thinker|null, number: number) => void} think a bot is to act since an event, or none is
 * @property {() => void} focus the keyboard goes to the picture
 *
 * @typedef {object} Acting what can be done besides where one can play
 * @property {PlayState} state
 * @property {() => boolean} isUpToDate is the latest frame of all on the screen?
 * @property {(frame: Frame) => void} add shows a frame when its time has come
 * @property {() => void} skip shows the end of a finale at once
 * @property {() => void} forget what waits: something else begins
 * @property {() => void} release who has acted on what is shown has seen it
 * @property {(paused: boolean) => void} pause somebody looks at something else: what comes waits
 * @property {() => void} sayRest says what the frame on the screen has still to say
 * @property {() => void} hush lets it say nothing more
 * @property {(open: boolean) => void} offer lets it offer all that it has, or nothing
 * @property {(action: string) => string} fill an action with what was picked for it
 * @property {(key: string) => Element|undefined} find the node of that key, or the button for an action
 * @property {() => void} focusOnWork whoever uses the keyboard need not look for what can be done
 * @property {() => void} waitForHint one has been asked for
 * @property {(advice: Advice) => void} showHint
 * @property {() => void} clearHint
 *
 * @typedef {Omit<Api, "state"> & Acting} PlayApi a board on which one can play
 */

export {};
