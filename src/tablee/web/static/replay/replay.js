// The replay of a game that is over: one position after the other, forwards, backwards, or at once.

import { Corner } from "../board/zoom_buttons.js";
import { Gestures } from "../board/gestures.js";
import { layOut, shape } from "../board/layout.js";
import { Log } from "../board/log.js";
import { announce, byId, copy, formById, text, toast } from "../house/page.js";
import { Player } from "./controls.js";
import { Positions } from "./positions.js";
import { Prompt } from "../board/prompt.js";
import { Picture } from "../board/picture.js";
import { Tips } from "../board/tips.js";

const picture = new Picture(/** @type {any} */ (byId("scene")));
new Gestures(picture);
const corner = new Corner(picture);
const tips = new Tips((target) => picture.zoom.box(target), () => {});
picture.zoom.addEventListener("change", () => tips.follow());
const prompt = new Prompt();
const log = new Log((number) => player.jump(positions.at(number)));
const player = new Player(show);
const eyes = /** @type {HTMLSelectElement} */ (byId("eyes"));
const link = /** @type {HTMLInputElement} */ (byId("share-link"));

let positions = new Positions([]);
let shown = -1;

/** Shows a position. @param {number} at @param {boolean} playing */
function show(at, playing) {
  const step = at - shown, { number, came } = positions.frames[at];
  shown = at;
  if (step === 1) picture.show(positions.frames[at].scene, false);
  else picture.show(positions.whole(at), true, step === -1 ? "moves" : "none");
  picture.mark(came);
  log.mark(number);
  prompt.say(log.words(number));
  if (!playing) announce(log.words(number));
  tips.refresh();
  address(number);
}

/** The address leads to the position, and to nothing else. @param {number} number */
function address(number) {
  const here = new URL(location.href);
  here.searchParams.set("at", String(number));
  here.searchParams.set("eyes", eyes.value);
  link.value = here.href;
  history.replaceState(null, "", here);
  // Whoever changes the language stays here.
  const back = /** @type {HTMLInputElement|null} */ (document.querySelector("input[name=back]"));
  if (back) back.value = here.pathname + here.search;
}

/** Loads the game as somebody saw it, and shows the position of an event. @param {number|null} number null: the first */
async function load(number) {
  player.pause();
  const source = new URL(`/tables/${byId("table").dataset.table}/replay.json`, location.href);
  source.searchParams.set("eyes", eyes.value);
  source.searchParams.set("shape", shape());
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(String(answer.status));
  const { frames, log: lines } = await answer.json();
  positions = new Positions(frames);
  shown = -1;
  log.add(lines, true);
  player.open(frames.length, number === null ? 0 : positions.at(number));
  corner.settle();
}

/** @param {number|null} number */
function reload(number) {
  load(number).catch(() => toast(text("failed")));
}

/** The same position, seen otherwise. */
function again() {
  reload(positions.frames[shown]?.number ?? null);
}

eyes.addEventListener("change", again);
layOut(again);
formById("share").addEventListener("submit", (event) => {
  event.preventDefault();
  copy(link);
});

const asked = new URLSearchParams(location.search);
const wish = asked.get("eyes") ?? "";
if ([...eyes.options].some(({ value }) => value === wish)) eyes.value = wish;
reload(/^\d+$/.test(asked.get("at") ?? "") ? Number(asked.get("at")) : null);
