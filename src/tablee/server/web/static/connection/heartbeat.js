// Notices when the other side has fallen silent: a network that is gone does not say so.

/** After so long without a word we ask whether anybody is there. */
const QUIET = 20_000;
/** After a command a word should come much sooner. Not every command has an answer, so we ask before we worry. */
const SOON = 1_500;
/** After so long without an answer to that, nobody is there. */
const PATIENCE = 8_000;
/** Opening a connection may take a little longer. */
const OPENING = 15_000;

export class Heartbeat {
  /** @param {() => void} ask sends something that is always answered @param {() => void} silent nobody is there */
  constructor(ask, silent) {
    this.ask = ask;
    this.silent = silent;
    /** What we wait for. @type {"nothing"|"word"|"answer"} */
    this.waiting = "nothing";
    this.timer = 0;
  }

  /** A connection is being opened. */
  start() {
    this.wait("answer", OPENING);
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** Whatever comes shows that somebody is there. */
  heard() {
    this.wait("nothing", QUIET);
  }

  wished() {
    if (this.waiting === "nothing") this.wait("word", SOON);
  }

  /** Is anybody there? */
  check() {
    // Nobody minds while nobody looks; whoever comes back to the page checks again.
    if (this.waiting === "answer" || document.hidden) return;
    this.wait("answer", PATIENCE);
    this.ask();
  }

  /** @param {"nothing"|"word"|"answer"} what @param {number} time */
  wait(what, time) {
    this.stop();
    this.waiting = what;
    this.timer = setTimeout(() => (what === "answer" ? this.silent() : this.check()), time);
  }
}
