"""Games with dice in a real browser. The dice decide what can be done, so no test asks for a certain square."""

import json
import re

import pytest
from playwright.async_api import expect

import tablee
from tablee.games import find_game
from tests.browser.laid import lay
from tests.browser.table.test_play import BOARD_PLACES
from tests.browser.visitor import MOVING, Wire

WAIT = 60_000
SQUARE = re.compile("square")
THROWN = re.compile(r"\bthrown\b")
NOTE_MOVEMENTS = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  moved.push(this.dataset?.key);
  return animate.apply(this, how);
};
"""
"""Notes which nodes are ever moved."""
AT_REST = """
Promise.all([...document.querySelectorAll("#scene [aria-pressed]")].flatMap((die) => die.getAnimations())
  .map((movement) => movement.finished)).then(() => moved)
"""
"""Waits until the dice lie still; returns what has moved."""
FACES = "dice => dice.map(die => [die.querySelector('use').getAttribute('href'), die.getAttribute('class')])"


async def open_game(visitors, game, **profile):
    """Somebody who plays against a bot, and is to act; with what their page says."""
    visitor = await visitors.play(game, **profile)
    return visitor, visitor.sent


@pytest.fixture
async def thrower(visitors):
    """Somebody with a cup in front of them, and nothing to decide."""
    return await open_game(visitors, "morfals")


@pytest.fixture
async def chooser(visitors):
    """Somebody who has thrown, and may keep dice; with what their page says."""
    visitor, sent = await open_game(visitors, "morpyam")
    await throw(visitor)
    await expect(dice(visitor)).to_have_count(5)
    return visitor, sent


def main_button(visitor):
    return visitor.page.locator("#bar .main[aria-disabled=false]")


def dice(visitor):
    """The dice that can be picked."""
    return visitor.page.locator("#scene [aria-pressed]")


def said(sent, what):
    return [message for message in sent if message["do"] == what]


async def told(visitor):
    """How many lines the log has: while one is to act, another one comes only by what one does."""
    return await visitor.page.locator("#log li").count()


async def something_happens(visitor, lines):
    await expect(visitor.page.locator("#log li")).not_to_have_count(lines, timeout=WAIT)


async def throw(visitor):
    lines = await told(visitor)
    await visitor.point("cup")
    await something_happens(visitor, lines)


async def place_if_possible(visitor):
    """End the turn, unless the dice have ended it already."""
    assert await visitor.may_act()
    if square := await visitor.first_offered(SQUARE):
        await visitor.point(square)


def thrown_nodes(visitor):
    """The keys of all dice that have tumbled so far."""
    messages = [json.loads(text) for text in visitor.heard]
    nodes = [node for message in messages if message["say"] == "frame" for node in message["scene"]["set"]]
    return [node[0] for node in nodes if THROWN.search(node[5])]


async def focused_key(visitor):
    return await visitor.page.evaluate("document.activeElement.dataset.key ?? document.activeElement.id")


# ---- throwing ----------------------------------------------------------------------------------------------


async def by_the_cup(visitor):
    await visitor.point("cup")


async def by_the_button(visitor):
    await main_button(visitor).click()


async def by_keyboard_at_the_cup(visitor):
    await visitor.page.locator("#scene [tabindex='0']").focus()
    await visitor.page.keyboard.press("Enter")


async def by_keyboard_at_the_button(visitor):
    await main_button(visitor).focus()
    await visitor.page.keyboard.press("Space")


async def test_dice_are_thrown_by_mouse_and_keyboard(thrower):
    visitor, sent = thrower
    for how in (by_the_cup, by_the_button, by_keyboard_at_the_cup, by_keyboard_at_the_button):
        await main_button(visitor).wait_for(timeout=WAIT)
        lines, before, acted = await told(visitor), len(thrown_nodes(visitor)), len(said(sent, "act"))
        await how(visitor)
        await something_happens(visitor, lines)
        assert [message["action"] for message in said(sent, "act")[acted:]] == ["throw"]
        assert len(thrown_nodes(visitor)) > before
        await place_if_possible(visitor)


COVERED = """() => {
  const squares = [...document.querySelectorAll("#scene [data-key^='square '], #scene [data-key^='water ']")];
  return squares.map((square) => {
    const { left, top, width, height } = square.getBoundingClientRect(), name = square.dataset.key.split(" ")[1];
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)?.closest("g.node");
    const stands = document.querySelector(`#scene [data-key="cannibal ${name}"]`);
    return stands || hit === square ? "" : `${square.dataset.key} under ${hit?.getAttribute("class")}`;
  }).filter(Boolean);
}"""


def meals(table):
    """The actions that eat somebody."""
    standing = len(table.view(None)["board"])
    game = tablee.load(find_game("morfals").words.write(table.state))
    found = []
    for action in game.legal():
        if not action.startswith("place"):
            continue
        after = game.copy()
        after.play(action)
        if 0 < len(after.view(None)["board"]) < standing:
            found.append(action)
    return found


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_who_is_eaten_hides_no_square_from_the_mouse(visitors, house, motion):
    laid = await lay(house, f"meal {motion}", "morfals", meals)
    visitor = await visitors.arrive(laid.path, **laid.profile(laid.seat), reduced_motion=motion)
    await expect(visitor.node("square 5d").or_(visitor.node("water 5d"))).to_be_attached()
    async with laid.guest(house, laid.seat).at(laid.table.id) as seat:
        await seat.hear("events")
        await seat.act(meals(laid.table)[0])
    await expect(visitor.page.locator("#scene .trace").first).to_be_attached()
    assert await visitor.page.evaluate(COVERED) == []  # nor does anything that flies
    caught = visitor.page.locator("#scene .caught").first
    assert (await caught.evaluate("piece => piece.getAnimations().length") > 0) == (motion == "no-preference")
    await caught.evaluate("piece => Promise.all(piece.getAnimations().map((flight) => flight.finished.then(() => 1)))")
    assert await visitor.page.evaluate(COVERED) == []


async def test_whoever_plays_by_keyboard_only_has_to_press_enter(thrower):
    visitor, sent = thrower
    await main_button(visitor).focus()
    while not any("place" in message["action"] for message in said(sent, "act")):
        assert await visitor.may_act()
        lines = await told(visitor)
        await visitor.page.keyboard.press("Enter")
        await something_happens(visitor, lines)
    assert await visitor.may_act()
    focused = await visitor.page.evaluate("document.activeElement.closest('#bar, #scene') !== null")
    assert focused


async def test_dice_tumble_and_then_lie_as_they_fell(visitors):
    visitor = await visitors.arrive("/games/morpyam/bots", **MOVING)
    await visitor.page.add_init_script(NOTE_MOVEMENTS)
    await visitor.open_table()
    assert await visitor.may_act()
    await throw(visitor)
    await expect(dice(visitor)).to_have_count(5)
    keys = await dice(visitor).evaluate_all("dice => dice.map(die => die.dataset.key)")
    assert set(keys) <= set(await visitor.page.evaluate(AT_REST))
    for face, classes in await dice(visitor).evaluate_all(FACES):
        assert face.removeprefix("#") in classes.split()


async def test_nothing_moves_for_whoever_wants_no_motion(visitors):
    visitor, _ = await open_game(visitors, "morpyam", reduced_motion="reduce")
    await throw(visitor)
    await expect(visitor.page.locator("#scene .thrown")).to_have_count(5)
    assert await visitor.page.evaluate("document.getAnimations().length") == 0


async def test_dice_are_thrown_by_themselves_for_whoever_likes(thrower):
    visitor, sent = thrower
    lines = await told(visitor)
    await visitor.page.locator("#gear").click()
    await visitor.page.get_by_label("Throw automatically").check()
    await visitor.page.get_by_role("button", name="Done").click()
    await something_happens(visitor, lines)
    assert said(sent, "act")[0]["action"] == "throw"
    await visitor.page.reload()
    await visitor.page.locator("#gear").click()
    await expect(visitor.page.locator("#settings [name=throw]")).to_be_checked()
    await visitor.page.get_by_role("button", name="Done").click()
    # Whatever the dice say, sooner or later there is a square to choose, and never a throw to wait for.
    await expect(visitor.page.locator("#scene .offered[data-key^=square]").first).to_be_attached(timeout=WAIT)


async def test_a_game_without_dice_has_no_bar(visitors):
    visitor = await visitors.play("isis")
    await expect(visitor.page.locator("#bar")).to_be_hidden()


# ---- the bar and picking -----------------------------------------------------------------------------------


async def test_dice_that_are_picked_are_kept(chooser):
    visitor, sent = chooser
    die = dice(visitor).nth(2)
    shape = re.search(r"die-(\d)", await die.get_attribute("class"))
    for pressed in ("true", "false", "true"):
        await die.click()
        await expect(die).to_have_attribute("aria-pressed", pressed)
    await expect(visitor.page.locator("#scene .picked")).to_have_count(1)
    lines = await told(visitor)
    await visitor.page.locator("#bar button").first.click()
    await something_happens(visitor, lines)
    assert said(sent, "act")[-1]["action"] == f"keep {shape[1]}; roll"
    await expect(visitor.page.locator("#scene .picked")).to_have_count(0)


async def test_dice_are_picked_by_keyboard_and_none_need_be(chooser):
    visitor, sent = chooser
    await dice(visitor).first.focus()
    for key, count in (("Space", 1), ("Enter", 0), ("ArrowRight", 0), ("Enter", 1), ("Space", 0)):
        await visitor.page.keyboard.press(key)
        await expect(visitor.page.locator("#scene [aria-pressed=true]")).to_have_count(count)
    assert (await focused_key(visitor)).startswith("die ")
    lines = await told(visitor)
    await visitor.page.locator("#bar button").first.press("Enter")
    await something_happens(visitor, lines)
    assert said(sent, "act")[-1]["action"] == "keep -; roll"


async def test_picks_outlive_a_refusal(visitors):
    visitor = await visitors.arrive("/games/morpyam/bots")
    wire = await Wire.of(visitor.page)
    wire.refused = {"keep": json.dumps({"say": "refused", "code": "not_saved", "message": "Please try again."})}
    await visitor.open_table()
    assert await visitor.may_act()
    await throw(visitor)
    await dice(visitor).first.click()
    await visitor.page.locator("#bar button").first.click()
    await expect(visitor.page.locator("#toast")).to_have_text("Please try again.")
    await expect(visitor.page.locator("#scene [aria-pressed=true]")).to_have_count(1)
    await expect(visitor.page.locator("#bar button[aria-disabled=false]").first).to_be_visible()


async def test_nothing_can_be_pressed_twice(visitors):
    visitor = await visitors.arrive("/games/morfals/bots")
    wire = await Wire.of(visitor.page)
    await visitor.open_table()
    assert await visitor.may_act()
    wire.fall_silent()
    await main_button(visitor).click()
    button = visitor.page.locator("#bar button").first
    await expect(button).to_have_attribute("aria-disabled", "true")
    await expect(button).to_be_focused()
    await expect(visitor.offered).to_have_count(0)


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
async def test_the_board_stays_where_it_is_whatever_can_be_pressed(visitors, narrow):
    visitor = await visitors.arrive("/games/morpyam/bots", narrow=narrow)
    await visitor.page.add_init_script(BOARD_PLACES)
    await visitor.open_table()
    assert await visitor.may_act()
    await throw(visitor)
    await visitor.page.locator("#bar").evaluate("bar => bar.replaceChildren()")
    assert await visitor.page.evaluate("places.size") == 1
    assert await visitor.no_sideways_scrolling()


PLACES = """all => Object.fromEntries(all.map((one) => {
  const { x, y } = one.getBoundingClientRect();
  return [one.textContent, [Math.round(x), Math.round(y)]];
}))"""


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
async def test_a_button_stays_where_it_is_while_its_neighbour_goes(visitors, narrow):
    visitor, _ = await open_game(visitors, "morpyam", narrow=narrow)
    calls = visitor.page.locator("#bar button.risk, #acts #leave")
    await expect(visitor.page.locator("#acts #leave")).to_be_visible()
    before = await calls.evaluate_all(PLACES)
    await throw(visitor)
    await expect(dice(visitor)).to_have_count(5)
    after = await calls.evaluate_all(PLACES)
    assert set(before) - set(after) == {"first throw"}, "it can be called before the first throw alone"
    assert after == {text: before[text] for text in after}
    await expect(visitor.page.locator("#bar .room")).to_have_text("", use_inner_text=True)


async def test_digits_that_press_a_button_look_like_keys_and_stay_away_from_a_telephone(visitors):
    cap = """button => {
      const { content, borderBottomWidth, marginLeft } = getComputedStyle(button, "::after");
      return [content !== "none", borderBottomWidth === "2px", parseFloat(marginLeft) > 4];
    }"""
    for narrow, expected in ((False, [True] * 3), (True, [False])):
        visitor, _ = await open_game(visitors, "morpyam", narrow=narrow)
        assert (await visitor.page.locator("#bar button").nth(3).evaluate(cap))[: len(expected)] == expected


async def test_the_first_button_is_on_the_screen_of_a_telephone(visitors):
    visitor = await visitors.play("morpyam", narrow=True, language="fr")
    await expect(main_button(visitor)).to_be_in_viewport(ratio=1)
    heights = await visitor.page.locator("#bar button").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert min(heights) >= 44


# ---- tips and reasons --------------------------------------------------------------------------------------


def tip(visitor):
    return visitor.page.locator("#tip")


def closed_square(visitor):
    """A square that offers nothing now."""
    return visitor.page.locator("#scene .explained[data-key^=square]:not(.offered)").first


async def test_things_say_what_they_are_under_the_mouse(chooser):
    visitor, _ = chooser
    square = closed_square(visitor)
    await square.hover()
    await expect(tip(visitor)).to_have_text(await square.get_attribute("aria-label"))
    await expect(tip(visitor)).to_be_in_viewport(ratio=1)
    await visitor.page.keyboard.press("Escape")
    await expect(tip(visitor)).to_be_hidden()
    button = visitor.page.locator("#bar .hinted").first
    await button.hover()
    await expect(tip(visitor)).to_have_text(await button.get_attribute("aria-description"))
    await visitor.page.locator("#prompt").hover()
    await expect(tip(visitor)).to_be_hidden()


async def test_things_say_what_they_are_to_the_keyboard(chooser):
    visitor, _ = chooser
    await dice(visitor).first.focus()
    for _ in range(2):
        await visitor.page.keyboard.press("ArrowLeft")
    key = await focused_key(visitor)
    assert key.startswith("square ")
    await expect(tip(visitor)).to_have_text(await visitor.node(key).get_attribute("aria-label"))
    assert await tip(visitor).get_attribute("aria-hidden") == "true"


async def touch(visitor, target, meanwhile):
    """Lay a finger on something, and lift it after something else."""
    box = await target.bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = await visitor.page.context.new_cdp_session(visitor.page)
    await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    await meanwhile()
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_a_long_press_explains_and_does_nothing_else(visitors):
    visitor, sent = await open_game(visitors, "morpyam", narrow=True)
    button = visitor.page.locator("#bar .hinted").first
    await button.scroll_into_view_if_needed()
    await touch(visitor, button, lambda: expect(tip(visitor)).to_be_visible())
    await expect(tip(visitor)).to_have_text(await button.get_attribute("aria-description"))
    await expect(tip(visitor)).to_be_in_viewport(ratio=1)
    # The finger's tap is over once another one is answered.
    await closed_square(visitor).tap()
    await expect(visitor.page.locator("#toast")).to_be_visible()
    await expect(tip(visitor)).to_have_text(await closed_square(visitor).get_attribute("aria-label"))
    assert said(sent, "act") == []


async def test_whoever_points_at_the_wrong_square_is_told_why(chooser):
    visitor, sent = chooser
    square = closed_square(visitor)
    await square.click()
    toast = visitor.page.get_by_role("alert")
    await expect(toast).to_have_text(re.compile(r"\w+"))
    await toast.evaluate("toast => toast.replaceChildren()")
    await square.press("Enter")
    await expect(toast).to_have_text(re.compile(r"\w+"))
    assert [message["key"] for message in said(sent, "why")] == [await square.get_attribute("data-key")] * 2


async def test_whoever_watches_asks_nothing(visitors):
    visitor, _ = await open_game(visitors, "morpyam")
    watcher = await visitors.arrive(await visitor.page.evaluate("location.pathname"))
    await expect(watcher.node("cup")).to_be_attached()
    await closed_square(watcher).click()
    await throw(visitor)
    await expect(watcher.page.locator("#scene .thrown")).to_have_count(5)
    assert said(watcher.sent, "seen")
    assert said(watcher.sent, "why") == []


def places_last(table):
    """Is somebody to place a cannibal, and that is all of the turn?"""
    view = table.view(None)
    return view["phase"] == "place" and len(set(view["dice"])) > 1 and min(view["hands"]) > 2


async def test_one_gesture_ends_a_turn_and_last_one_can_be_called_all_through_it(visitors, house):
    table = await lay(house, "announcing", "morfals", places_last, options={"last_man": "announce"})
    visitor = await visitors.arrive(table.path, **table.profile(table.seat))
    call = visitor.page.get_by_role("button", name="Last one!")
    await expect(call).to_have_attribute("aria-disabled", "false", timeout=WAIT)
    await call.click()
    await expect(visitor.page.locator("#toast")).to_contain_text("at the end of your turn")
    await visitor.page.locator("#scene .offered").first.click()
    await expect(visitor.prompt).to_have_text("Your turn is over: pass the dice.", timeout=WAIT)
    await expect(call).to_be_visible()
    await main_button(visitor).click()
    await expect(visitor.page.locator("#log li").last).to_have_text(re.compile("passes the dice"), timeout=WAIT)
    await expect(call).to_have_count(0, timeout=WAIT)
