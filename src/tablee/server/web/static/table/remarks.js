// What bots say now and then: in a bubble over the page, for a few seconds, unless somebody wants them silent.

import { byId, face, make } from "../shared/page.js";
import { settings, whenChanged } from "../shared/settings.js";

/** @import { Frame } from "../board/frame.js" */

/** How long it stays, and for every letter that is to be read. */
const STAY = 3000, LETTER = 60;

export class Remarks {
  constructor() {
    this.place = byId("remark");
    this.timer = 0;
    whenChanged(() => !settings.talk && this.hide());
  }

  /** @param {NonNullable<Frame["remark"]>} remark */
  show({ name, words, face: number }) {
    const sentence = make("span");
    sentence.append(make("b", "", name), " ", words);
    this.place.replaceChildren(face(number), sentence);
    this.place.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), STAY + LETTER * words.length);
  }

  hide() {
    this.place.hidden = true;
  }
}
