// The sentence above the picture: what to do, who is thinking and how long already, or what a bot would do.

import { face } from "../house/faces.js";
import { byId, make, text } from "../house/page.js";

/** @typedef {import("./scene.js").Sitter} Sitter */
/** @typedef {{words: string, note?: string, level?: number, kind?: string}} Saying */

/** A prompt of more letters is set smaller where there is little room, and one of many more anywhere. */
const LONG = 72, LONGEST = 115;
/** A bot that answers within this time has not been seen to think; one that takes longer than that is excused. */
const SOON = 250, LATE = 4000;

export class Prompt {
  constructor() {
    this.place = byId("prompt");
    /** What the table says. @type {Saying} */
    this.plain = { words: "" };
    /** What is said instead as long as nothing happens. @type {Saying|null} */
    this.advice = null;
    /** Who is thinking, and since which event. @type {{bot: Sitter, number: number, note: string}|null} */
    this.thought = null;
    this.timer = 0;
  }

  /** @param {string} words @param {boolean} [yours] is it the turn of whoever looks? @param {string} [note] */
  say(words, yours = false, note = "") {
    this.plain = { words, note, kind: yours ? "yours" : "" };
    this.draw();
  }

  /** A hint, or that it is being looked for; nothing takes it away. @param {Saying|null} advice */
  advise(advice) {
    this.advice = advice;
    this.draw();
  }

  /** A bot is to act since an event, or none is. @param {Sitter|null} bot @param {number} number */
  think(bot, number) {
    if (bot && this.thought?.number === number) return;
    clearTimeout(this.timer);
    this.thought = bot && { bot, number, note: "" };
    if (bot) this.wait(SOON, "thinks", () => this.wait(LATE, "still_thinks"));
    else this.draw();
  }

  /** @param {number} time @param {string} note @param {() => void} [then] */
  wait(time, note, then) {
    this.timer = setTimeout(() => {
      if (this.thought) this.thought.note = text(note, { name: thinker(this.thought.bot) });
      this.draw();
      then?.();
    }, time);
  }

  /** @returns {Saying} */
  get saying() {
    if (this.advice) return this.advice;
    if (!this.thought?.note) return this.plain;
    return { ...this.plain, note: this.thought.note, level: this.thought.bot.bot || this.thought.bot.stand_in, kind: "thinks" };
  }

  draw() {
    const { words, note, level, kind } = this.saying;
    const { length } = note && !level ? `${words} ${note}` : words;
    this.place.className = `prompt ${kind ?? ""}`;
    this.place.classList.toggle("long", length > LONG);
    this.place.classList.toggle("longest", length > LONGEST);
    this.place.classList.toggle("silent", length === 0);
    const sentence = make("span", "", words);
    if (note) sentence.append(" ", make("span", "note", note));
    this.place.replaceChildren(...(level || kind === "thinks" ? [portrait(kind === "thinks", level)] : []), sentence);
  }
}

/** The name of the bot itself, also while it plays for somebody. @param {Sitter} bot */
function thinker(bot) {
  return bot.stand_in_name || bot.name;
}

/** A face if it has one, with dots if somebody is to see that it thinks. @param {boolean} thinks @param {number} [level] */
function portrait(thinks, level) {
  const place = make("span", "portrait");
  if (level) place.append(face(level));
  if (thinks) {
    const dots = make("span", "dots");
    dots.append(make("i"), make("i"), make("i"));
    place.append(dots);
  }
  return place;
}
