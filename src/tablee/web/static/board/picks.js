// What a person has picked, like dice to keep.

/** @import { PlayState } from "./state.js" */

/** While the same things can be picked, what is picked stays so. @param {PlayState} state @param {Record<string, string>} texts */
export function setPicks(state, texts) {
  const now = Object.entries(texts);
  if (JSON.stringify(now) === JSON.stringify([...state.picks])) return;
  state.picks = new Map(now);
  state.picked.clear();
}

/** An action with the picks in their place. @param {PlayState} state @param {string} action */
export function fillPicks({ picks, picked }, action) {
  const words = [...picks].filter(([key]) => picked.has(key)).map(([, text]) => text);
  return action.replaceAll("{picks}", () => words.join("") || "-");
}
