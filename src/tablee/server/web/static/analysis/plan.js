// The plan board: "if they do this, I do that". One plays for everybody, as far as nothing is thrown or hidden, and keeps
// lines. The server follows them and plays what fits; the page knows no rules, and nothing gives an opinion.

import { shape } from "../board/layout.js";
import { newPlayableBoard } from "../play/playable.js";
import { announce, byId, focusOn, make, text, toast } from "../shared/page.js";
import { listenForKeys } from "../shared/shortcuts.js";
import { ask } from "../lessons/teacher.js";

/** @import { PlayApi } from "../board/api.js" */
/** @import { Frame } from "../board/frame.js" */
/** @typedef {{words: string, own: boolean}} Step */
/** @typedef {{tried: string[], steps: Step[]}} Line */
/** @typedef {{step: number, lines: Line[], forced: boolean}} Plan */
/** @typedef {{frames: Frame[], tried: string[], steps: Step[], turn: string, open: boolean, answers: boolean}} Picture */

/**
 * @typedef {object} Planning
 * @property {HTMLElement} page
 * @property {PlayApi} board
 * @property {Plan} plan as it is stored
 * @property {string[]} tried since the present position
 * @property {string[][]} before what had been tried before each action
 * @property {boolean} open may anything be tried now?
 * @property {number} asked which request is the latest: answers to earlier ones are of no interest
 * @property {() => void} afterwards what is to be done once the frame is on the screen
 */

/** @type {{table: string, plan: Plan}} */
const given = JSON.parse(byId("plan").textContent ?? "{}");
const forced = /** @type {HTMLInputElement} */ (byId("forced"));
const planning = newPlanning(byId("lesson"));

/** @param {HTMLElement} page @returns {Planning} */
function newPlanning(page) {
  const board = newPlayableBoard({
    act: (action) => act(planning, action),
    why: () => {},
    hint: () => {},
    marking: () => false,
    drawn: () => {},
    settled: ({ scene: { bar, window } }) => {
      page.classList.toggle("with-map", window > 0);
      page.classList.toggle("with-bar", bar.length > 0 || window > 0);
      planning.afterwards();
    },
    terse: true,
  });
  return { page, board, plan: given.plan, tried: [], before: [], open: false, asked: 0, afterwards: () => {} };
}

/** Shows what comes of an action, or of none. @param {Planning} planning @param {string} action @param {string[]} tried */
async function show(planning, action, tried) {
  const { board, plan } = planning;
  planning.open = false;
  offer(planning);
  board.forget();
  board.release();
  const wish = { step: plan.step, tried, action, shape: shape() };
  const reply = /** @type {Picture|null|undefined} */ (await ask(planning, `/tables/${given.table}/plan/try`, wish));
  if (reply === undefined) return;
  if (!reply) {
    planning.open = true;
    return offer(planning);
  }
  if (action) planning.before.push(tried);
  planning.tried = reply.tried;
  planning.afterwards = () => settled(planning, reply);
  board.add(reply.frames[0]);
}

/** @param {Planning} planning @param {Picture} reply */
function settled(planning, { turn, open, steps, answers }) {
  const { board, before } = planning;
  planning.open = open;
  board.say(turn, true);
  announce([steps.at(-1)?.words ?? "", turn].join(" "));
  const focused = document.activeElement;
  for (const id of ["back", "restart"]) byId(id).hidden = !before.length;
  byId("add").hidden = !answers;
  if (focused?.matches("[hidden]")) focusOn(byId("step-title"));
  byId("tried").hidden = !steps.length;
  byId("tried").replaceChildren(...steps.map(step));
  offer(planning);
}

/** @param {Step} step */
function step({ words, own }) {
  return make("li", own ? "own" : "", words);
}

/** @param {Planning} planning */
function offer({ board, open }) {
  board.offer(board.state.frame !== null && open && board.isUpToDate());
}

/** @param {Planning} planning @param {string} action @returns {boolean} */
function act(planning, action) {
  if (!planning.open) return false;
  show(planning, planning.board.fill(action), planning.tried);
  return true;
}

/** @param {Planning} planning @param {string[]} tried */
function start(planning, tried) {
  planning.before = tried.map((_, at) => tried.slice(0, at));
  show(planning, "", tried);
}

/** Stores all lines. @param {Planning} planning @param {string[][]} lines */
async function save(planning, lines) {
  const wish = { step: planning.plan.step, lines, forced: forced.checked };
  const reply = /** @type {Plan|null|undefined} */ (await ask(planning, `/tables/${given.table}/plan`, wish));
  if (!reply) {
    forced.checked = planning.plan.forced;
    return false;
  }
  planning.plan = reply;
  showPlan(planning);
  toast(text("saved"));
  return true;
}

/** @param {Planning} planning */
function showPlan(planning) {
  const { lines } = planning.plan;
  byId("no-lines").hidden = lines.length > 0;
  byId("remove-all").hidden = lines.length < 2;
  byId("lines").replaceChildren(...lines.map((line, at) => shownLine(planning, line, at)));
}

/** @param {Planning} planning @param {Line} line @param {number} at */
function shownLine(planning, { tried, steps }, at) {
  const item = make("li"), list = make("ol"), buttons = make("p");
  list.append(...steps.map(step));
  const others = () => planning.plan.lines.filter((_, place) => place !== at).map((line) => line.tried);
  buttons.append(
    button("show", at, () => start(planning, tried)),
    button("remove", at, async () => (await save(planning, others())) && focusOn(byId("plan-title"))),
  );
  item.append(list, buttons);
  return item;
}

/** @param {string} name @param {number} at @param {() => void} press */
function button(name, at, press) {
  const made = /** @type {HTMLButtonElement} */ (make("button", "button", text(name)));
  made.type = "button";
  made.setAttribute("aria-label", text(`${name}_line`, { number: at + 1 }));
  made.addEventListener("click", press);
  return made;
}

byId("back").addEventListener("click", () => show(planning, "", planning.before.pop() ?? []));
byId("restart").addEventListener("click", () => start(planning, []));
byId("add").addEventListener("click", async () => {
  if (await save(planning, [...planning.plan.lines.map(({ tried }) => tried), planning.tried])) start(planning, []);
});
byId("remove-all").addEventListener("click", async () => (await save(planning, [])) && focusOn(byId("plan-title")));
forced.addEventListener("change", () => save(planning, planning.plan.lines.map(({ tried }) => tried)));
showPlan(planning);
start(planning, []);
listenForKeys();
