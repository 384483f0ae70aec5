// The sentence above the picture: what to do, who is thinking and how long already, or what a bot would do.

import { byId, face, make, text } from "../shared/page.js";

/** @import { PlayState, Saying, State, Thinker } from "../board/state.js" */

/** A prompt of more letters is set smaller where there is little room, and one of many more anywhere. */
const LONG = 72, LONGEST = 115;
/** A bot that answers within this time has not been seen to think; one that takes longer than that is excused. */
const SOON = 250, LATE = 4000;

/** @param {State} state @param {string} words @param {boolean} [yours] is it the turn of whoever looks? @param {string} [note] */
export function say(state, words, yours = false, note = "") {
  state.prompt.plain = { words, note, kind: yours ? "yours" : "" };
  draw(state);
}

/** A hint, or that it is being looked for; nothing takes it away. @param {State} state @param {Saying|null} advice */
export function advise(state, advice) {
  state.prompt.advice = advice;
  draw(state);
}

/** A hint has been asked for. @param {PlayState} state */
export function waitForHint(state) {
  clearHint(state);
  state.hint.waiting = true;
  advise(state, { words: text("seeking_hint"), kind: "thinks" });
}

/** @param {PlayState} state */
export function clearHint(state) {
  for (const element of state.hint.marked) element.classList.remove("advised");
  for (const mark of state.hint.marks) mark.remove();
  state.hint = { waiting: false, action: "", marked: [], marks: [] };
  advise(state, null);
}

/** A bot is to act since an event, or none is. @param {State} state @param {Thinker|null} bot @param {number} number */
export function think(state, bot, number) {
  const { prompt } = state;
  if (bot && prompt.thought?.number === number) return;
  clearTimeout(prompt.timer);
  prompt.thought = bot && { bot, number, note: "" };
  if (bot) wait(state, SOON, "thinks", () => wait(state, LATE, "still_thinks"));
  else draw(state);
}

/** @param {State} state @param {number} time @param {string} note @param {() => void} [then] */
function wait(state, time, note, then) {
  const { prompt } = state;
  prompt.timer = setTimeout(() => {
    if (prompt.thought) prompt.thought.note = text(note, { name: prompt.thought.bot.name });
    draw(state);
    then?.();
  }, time);
}

/** @param {State} state @returns {Saying} */
function saying({ prompt: { plain, advice, thought } }) {
  if (advice) return advice;
  return thought?.note ? { ...plain, note: thought.note, face: thought.bot.face, kind: "thinks" } : plain;
}

/** @param {State} state */
function draw(state) {
  const said = saying(state), { words, note, face: number, kind } = said, place = byId("prompt"), looks = JSON.stringify(said);
  if (looks === state.prompt.looks) return;
  state.prompt.looks = looks;
  const { length } = note && kind !== "thinks" ? `${words} ${note}` : words;
  place.className = `prompt ${kind ?? ""}`;
  place.classList.toggle("long", length > LONG);
  place.classList.toggle("longest", length > LONGEST);
  place.classList.toggle("silent", length === 0);
  const sentence = make("span", "", words);
  if (note) sentence.append(" ", make("span", "note", note));
  place.replaceChildren(...(number || kind === "thinks" ? [portrait(kind === "thinks", number)] : []), sentence);
}

/** A face if it has one, with dots if somebody is to see that it thinks. @param {boolean} thinks @param {number} [number] */
function portrait(thinks, number) {
  const place = make("span", "portrait");
  if (number) place.append(face(number));
  if (thinks) {
    const dots = make("span", "dots");
    dots.append(make("i"), make("i"), make("i"));
    place.append(dots);
  }
  return place;
}
