// The table page: hears the server, shows frames, and sends what the person does.

import { showActs } from "./side_acts.js";
import { Attention } from "./attention.js";
import { Bar } from "../board/bar.js";
import { Choice } from "../board/action_choice.js";
import { Confirm } from "./confirm.js";
import { Corner } from "../board/zoom_buttons.js";
import { Frames } from "../board/frame_queue.js";
import { Gestures } from "../board/gestures.js";
import { Hints } from "../board/hint_marks.js";
import { listKeys, listenForKeys } from "../house/shortcuts.js";
import { layOut, shape } from "../board/layout.js";
import { Live } from "./connection.js";
import { Log } from "../board/log.js";
import { LookingBack } from "./looking_back.js";
import { showConnection } from "./connection_notice.js";
import { tumbling } from "../board/motion.js";
import { Offers } from "../board/offers.js";
import { isCalm } from "../board/pace.js";
import { announce, byId, text, toast } from "../house/page.js";
import { People, waitingText } from "./sitters.js";
import { Picks } from "../board/picks.js";
import { Previews } from "../board/previews.js";
import { Prompt } from "../board/prompt.js";
import { ResultPanel } from "./result.js";
import { Picture } from "../board/picture.js";
import { whenChanged } from "../house/settings.js";
import { Since } from "./missed.js";
import { hasThrown, play, soundOf } from "../house/sound.js";
import { TextPlay } from "./text_play.js";
import { Throwing } from "./auto_throw.js";
import { Tips } from "../board/tips.js";
import { Together } from "./together.js";

/** @typedef {import("../board/scene.js").Frame} Frame */
/** @typedef {import("../board/scene.js").TableMessage} TableMessage */

const page = byId("table");
const picture = new Picture(/** @type {any} */ (byId("scene")));
const frames = new Frames(showFrame);
const picks = new Picks();
new Gestures(picture);
const corner = new Corner(picture);
const choice = new Choice(picture.svg);
const offers = new Offers(picture, picks, { choose, act, why });
const bar = new Bar(act, picture.svg);
const prompt = new Prompt();
const hints = new Hints(picture, offers, bar, prompt, askHint);
const previews = new Previews(picture);
const tips = new Tips((target) => picture.zoom.box(target), (target) => previews.tell(target));
picture.zoom.addEventListener("change", () => tips.follow());
const confirm = new Confirm(act, (key) => picture.parts.get(key)?.element ?? bar.buttons.get(key));
const since = new Since(() => frames.shown);
const attention = new Attention();
const log = new Log(lookBack);
const past = new LookingBack(picture, frames, log, { ask: askPast, change: showPresent });
const people = new People(send);
const together = new Together(send, () => people.refresh());
const result = new ResultPanel(send);
const textPlay = new TextPlay({ ask: askWords, act });
const throwing = new Throwing((frame) => shown === frame && isOpen(), act);

/** @type {Frame|null} */
let shown = null;
/** @type {TableMessage|null} */
let table = null;
let pending = false;
let connected = false;
let wordsTimer = 0;
/** What the frame on the screen has still to say. @type {(() => void)|null} */
let unsaid = null;

const live = new Live(page.dataset.table ?? "", { hear, connection, shape, after: () => frames.shown });

/** @param {object} message */
function send(message) {
  if (!live.wish(message)) toast(text("lost"));
}

/** @param {any} message */
function hear(message) {
  if (message.say === "table") showTable(message);
  else if (message.say === "frame") receive(message);
  else if (message.say === "refused") refuse(message);
  else if (message.say === "why") toast(message.message);
  else if (message.say === "words") message.number === shown?.number && textPlay.show(message);
  else if (message.say === "hint") advise(message);
  else if (message.say === "past") past.receive(message);
}

/** @param {boolean} now @param {number} code */
function connection(now, code) {
  const was = connected;
  connected = now;
  since.connect(now);
  showConnection(now, code);
  past.reconnect(now);
  if (now) {
    people.reconnect();
    if (table && !was) toast(text("back_online"));
  } else {
    frames.forget();
  }
  // What is offered comes with the first frame of a new connection.
  pending = false;
  page.classList.remove("busy");
  withdraw();
  hints.clear();
  watchBot();
  refreshActs();
}

/** @param {Frame} frame */
function receive(frame) {
  since.miss(frame);
  frames.add(frame);
  past.show();
  // Somebody who looks elsewhere sees the title alone: it says what is new even before it is shown.
  if (document.hidden) attention.heed(frame);
}

/** @param {import("../board/scene.js").Refused} message */
function refuse(message) {
  pending = false;
  if (!textPlay.refuse(message.message)) toast(message.message);
  past.tryAgain();
  if (hints.waiting) hints.clear();
  offer();
  refreshActs();
}

/** @param {TableMessage} message */
function showTable(message) {
  table = message;
  page.dataset.state = message.status;
  for (const sitter of message.sitters) sitter.told = performance.now();
  people.show(message);
  together.showTable(message);
  result.next(message.next, message.you.sitter !== null);
  if (shown) unsaid ?? showPrompt(shown);
  else prompt.say(waitingText(message));
  if (message.status === "closed") prompt.say(message.message || text("closed"));
  watchBot();
  refreshActs();
}

/** @param {Frame} frame @param {boolean} latest */
function showFrame(frame, latest) {
  const first = shown === null, before = shown;
  sayRest();
  shown = frame;
  pending = false;
  byId("stage").hidden = false;
  withdraw();
  hints.clear();
  if (before && frame.whole && frame.seat !== before.seat) textPlay.forget();
  picture.show(frame.scene, frame.whole, frames.quick ? "none" : "all", since.catchesUp);
  if (frame.fresh) picture.mark(frame.fresh);
  if (frame.whole) corner.settle();
  previews.refresh();
  if (!frames.quick) soundOf(frame, before).forEach(play);
  unsaid = () => showWords(frame, latest, first);
  // Words would give away what the dice are going to show.
  if (!isCalm() && !frames.quick && hasThrown(frame)) wordsTimer = setTimeout(sayRest, tumbling());
  else sayRest();
  live.send({ do: "seen", number: frame.number });
}

function sayRest() {
  clearTimeout(wordsTimer);
  const say = unsaid;
  unsaid = null;
  say?.();
}

/** @param {Frame} frame @param {boolean} latest @param {boolean} first */
function showWords(frame, latest, first) {
  picks.show(frame.scene.picks);
  bar.show(frame.scene.bar);
  // A picture with a window fills its place from the start: room for a bar that comes later would make it jump.
  if (frame.scene.bar.length || frame.scene.window) page.classList.add("with-bar");
  together.showFrame(frame);
  showPrompt(frame);
  attention.heed(frame);
  const news = log.add(frame.log, frame.whole);
  if (!first) announce([...news, frame.yours ? frame.prompt : "", frame.result?.headline ?? ""].join(" "));
  result.show(frame.result);
  refreshActs();
  if (latest) offer();
  if (latest) textPlay.follow();
  watchBot();
  tips.refresh();
  throwing.follow(frame);
  if (latest) since.tell(frame.number, log.lines);
}

/** @param {Frame} frame */
function showPrompt(frame) {
  const watching = table && table.you.sitter === null && !frame.result;
  prompt.say(together.prompt(frame), frame.yours, watching ? text("you_watch") : "");
}

/** Lets it be seen that a bot is thinking, once all that it has done before is on the screen. */
function watchBot() {
  const turn = unsaid === null && connected && frames.upToDate ? (shown?.turn ?? null) : null;
  const bot = table?.sitters.find((sitter) => (sitter.bot || sitter.stand_in) && turn !== null && sitter.seat === turn);
  prompt.think(bot ?? null, shown?.number ?? 0);
  people.think(bot ?? null);
}

/** Something may be done only when the latest frame is on the screen and nothing is under way. */
function isOpen() {
  return shown !== null && unsaid === null && connected && !pending && frames.upToDate && !past.active;
}

function offer() {
  if (shown && isOpen()) {
    offers.set(shown.scene.offers, true);
    bar.open(true);
  } else {
    withdraw();
  }
  page.classList.toggle("busy", pending);
}

function withdraw() {
  confirm.clear();
  choice.withdraw();
  offers.clear();
  bar.open(false);
}

/** Asks why a node offers nothing: whose turn it is has a right to know. @param {string} key */
function why(key) {
  if (shown?.yours && isOpen()) live.send({ do: "why", number: shown.number, key });
}

function refreshActs() {
  showActs(table, Boolean(shown?.back) && !pending, mayAskHint());
}

/** @param {string} action @param {string} [key] of the node that offers it @returns {boolean} whether it is played */
function act(action, key = "") {
  if (!shown || pending || confirm.asks(action, key, action === shown.scene.throw)) return false;
  if (!live.wish({ do: "act", number: shown.number, action: picks.fill(action) })) return false;
  pending = true;
  since.clear();
  offer();
  refreshActs();
  frames.release();
  return true;
}

/** @param {string[]} actions @returns {Promise<string>} */
function choose(actions) {
  return choice.ask(actions, shown?.scene.spoken ?? {}, hints.action);
}

/** The table in words, once the latest frame is on the screen. */
function askWords() {
  if (shown && frames.upToDate) live.send({ do: "words", number: shown.number });
}

function mayAskHint() {
  return Boolean(table?.hints && shown?.yours && isOpen() && !hints.waiting);
}

function askHint() {
  if (shown && mayAskHint() && live.wish({ do: "hint", number: shown.number })) hints.wait();
  refreshActs();
}

/** A hint for what is no longer on the screen is none. @param {import("../board/scene.js").Hint} hint */
function advise(hint) {
  if (shown && hint.number === shown.number && isOpen()) hints.show(hint, shown.scene);
  refreshActs();
}

/** @param {number} number */
function lookBack(number) {
  if (!shown) return;
  sayRest();
  past.look(number, shown.scene);
}

/** @param {number} number */
function askPast(number) {
  return live.wish({ do: "look", number });
}

/** Somebody begins to look back, or comes back: what is offered now is taken away, or offered again. */
function showPresent() {
  throwing.stop();
  hints.clear();
  previews.refresh();
  offer();
  refreshActs();
  if (!past.active) throwing.follow(shown);
}

byId("back").addEventListener("click", () => shown && send({ do: "back", number: shown.number }));

listenForKeys();
listKeys();
whenChanged(() => throwing.follow(shown));
layOut(() => {
  frames.forget();
  live.renew();
});
