// At a table that counts: what the game did to everybody's rating. What it is stands on the plates.

import { announce, byId, make, text } from "../shared/page.js";

/** @import { Participant, TableMessage } from "../connection/messages.js" */

export class Ratings {
  constructor() {
    /** @type {TableMessage|null} */
    this.info = null;
    this.planned = 0;
    /** What was said of one's own. */
    this.told = "";
    this.watch = new MutationObserver(() => this.plan());
    this.watch.observe(byId("scores"), { childList: true });
  }

  /** @param {TableMessage} info */
  meet(info) {
    this.info = info;
    this.plan();
  }

  /** However much has changed, they are shown once, with the next picture. */
  plan() {
    cancelAnimationFrame(this.planned);
    this.planned = requestAnimationFrame(() => this.info && this.show(this.info));
  }

  /** @param {TableMessage} info */
  show({ sitters, uncounted, you }) {
    for (const sitter of sitters) showInResult(sitter);
    showWhyNot(uncounted);
    this.tell(sitters.find(({ id }) => id === you.sitter)?.rating?.course ?? "");
    // What was changed here is no reason to do so again.
    this.watch.takeRecords();
  }

  /** Whoever listens hears once what the game did to them, after how it ended. @param {string} course */
  tell(course) {
    if (course === this.told || !byId("scores").childElementCount) return;
    if (course) announce(text("your_rating", { course }));
    this.told = course;
  }
}

/** @param {Participant} sitter */
function showInResult({ colour, rating }) {
  const name = byId("scores").querySelector(`.seat-${colour} th`);
  name?.querySelector(".rating-course")?.remove();
  if (!name || !rating?.course) return;
  const line = make("span", "rating-course", `${rating.course} `);
  line.append(make("b", "", rating.change));
  name.append(line);
}

/** @param {string} why */
function showWhyNot(why) {
  byId("result").querySelector(".uncounted")?.remove();
  if (why) byId("decision").after(make("p", "quiet uncounted", why));
}
