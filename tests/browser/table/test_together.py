import json
import re

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitors
from tests.server.house import House


@pytest.fixture(scope="module")
def impatient_house(tmp_path_factory):
    """A server where somebody away is absent at once."""
    house = House(tmp_path_factory.mktemp("house"), message_rate=1e6, message_burst=1e6, absence=0.0)
    yield house
    house.kill()


@pytest.fixture
async def impatient_visitors(browser, impatient_house):
    visitors = Visitors(browser, impatient_house)
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def open_for_two_on_one_device(visitors, game, *, ways=(), **profile):
    """Zoé opens a table, Ali plays on the same device, and the game starts."""
    visitor = await visitors.arrive(f"/games/{game}/friends", **profile)
    await visitor.page.locator("[name=name]").fill("Zoé")
    await visitor.page.locator("#beside-fold summary").click()
    await visitor.page.locator("[name=beside_1]").fill("Ali")
    for option, value in ways:
        await visitor.page.locator(f'[name=option_{option}][value="{value}"]').evaluate("input => input.checked = true")
    await visitor.open_table()
    await visitor.page.locator("#start").click()
    return visitor


async def open_for_two(visitors):
    """Zoé and Ali, each with a browser, have started a game; whoever begins comes first."""
    host = await visitors.arrive("/games/isis/friends")
    await host.page.locator("[name=name]").fill("Zoé")
    await host.open_table()
    friend = await visitors.arrive(await host.page.evaluate("location.pathname"))
    await friend.page.locator("#name-form input").fill("Ali")
    await friend.page.locator("#name-form button").click()
    await expect(host.page.locator("#sitters")).to_contain_text("Ali")
    await host.page.locator("#start").click()
    for visitor in (host, friend):
        await expect(visitor.prompt).to_have_text(re.compile("Your turn|to play"))
    begins = "Your turn" in await host.prompt.inner_text()
    return (host, friend) if begins else (friend, host)


def frames(visitor):
    """All frames that a page has been sent."""
    return [message for text in visitor.heard if (message := json.loads(text))["say"] == "frame"]


async def test_two_people_pass_one_phone_to_and_fro(visitors):
    phone = await open_for_two_on_one_device(visitors, "isis", narrow=True)
    assert await phone.may_act()
    names = []
    for square in ("a1", "b1", "c1"):
        await expect(phone.prompt).to_have_text(re.compile("^(Zoé|Ali) – Your turn"))
        names.append((await phone.prompt.inner_text()).partition(" ")[0])
        await phone.point(f"square {square}")
        await expect(phone.prompt).not_to_have_text(re.compile(f"^{names[-1]} –"))
    assert names[0] == names[2] != names[1]
    assert await phone.no_sideways_scrolling()


async def test_who_looks_back_on_a_shared_device_comes_back_to_whose_turn_it_is(visitors):
    moderation = await open_for_two_on_one_device(visitors, "isis")
    for square in ("a1", "b1"):
        await moderation.point(f"square {square}")
        await expect(moderation.node(f"pawn {square}")).to_be_attached()
    assert await moderation.may_act()
    asked = await moderation.prompt.inner_text()
    await moderation.page.locator("#log .line").nth(1).click()
    await expect(moderation.page.locator("#looking-back")).to_be_visible()
    await expect(moderation.node("pawn b1")).not_to_be_attached()
    await expect(moderation.offered).to_have_count(0)
    await moderation.page.keyboard.press("Escape")
    await expect(moderation.node("pawn b1")).to_be_attached()
    await expect(moderation.prompt).to_have_text(asked)
    assert await moderation.may_act()


async def test_giving_up_says_what_comes_of_it_and_stays_where_it_was(visitors):
    moderation = await open_for_two_on_one_device(visitors, "isis")
    leave = moderation.page.locator("#leave")
    await expect(leave).to_be_visible()
    before = await leave.bounding_box()
    await moderation.point("square a1")
    await expect(moderation.page.locator("#back")).to_be_visible()
    assert await leave.bounding_box() == before
    await leave.click()
    await expect(moderation.page.locator("#confirm-leave")).to_contain_text("That ends the game.")


async def test_giving_up_is_offered_only_where_it_stays_once_the_table_is_laid(visitors):
    too_early = ".table:has(#stage[hidden]) #leave:not([hidden])"
    desk = await open_for_two_on_one_device(visitors, "isis")
    assert await desk.may_act()
    await desk.note(too_early, "#stage:not([hidden])")
    await desk.page.reload()  # who comes to a game is told that it is played before its picture is there
    await desk.has_seen("#stage:not([hidden])")
    await expect(desk.page.locator("#leave")).to_be_visible()
    assert not await desk.page.evaluate("(selector) => noted.has(selector)", too_early)


async def test_a_curtain_hides_one_persons_secrets_from_the_other(visitors):
    ways = (("hands", "open"), ("predictions", "on"))
    phone = await open_for_two_on_one_device(visitors, "morisi", ways=ways, narrow=True, language="fr")
    curtain = phone.page.locator("#curtain")
    await expect(curtain).to_contain_text(re.compile("Passez l’appareil à (Zoé|Ali)"))
    await phone.page.keyboard.press("Escape")
    await expect(curtain).to_be_visible()
    first = await phone.page.locator("#curtain-lift").inner_text()
    await phone.page.locator("#curtain-lift").tap()
    await expect(curtain).to_be_hidden()
    for count in (1, 2, 3):
        await expect(phone.page.locator("#log li")).to_have_count(count)
        await phone.point(await phone.first_offered(re.compile("hex")))
    await expect(curtain).to_be_visible()
    await expect(phone.page.locator("#curtain-lift")).not_to_have_text(first)
    log = phone.page.locator("#log")
    await expect(log).to_contain_text("en secret")
    assert "Pronostic d" not in await log.inner_text()
    told = [any("Pronostic d" in line for _, line in frame["log"]) for frame in frames(phone)]
    assert (told[-2], told[-1]) == (True, False)
    await phone.page.locator("#curtain-lift").tap()
    await expect(curtain).to_be_hidden()
    assert "Pronostic d" not in await log.inner_text()


async def test_what_one_person_has_read_and_typed_is_gone_when_the_curtain_falls(visitors):
    ways = (("hands", "open"), ("predictions", "on"))
    device = await open_for_two_on_one_device(visitors, "morisi", ways=ways)
    curtain, more = device.page.locator("#curtain"), device.page.locator("#more-open")
    await device.page.locator("#curtain-lift").click()
    await expect(curtain).to_be_hidden()
    await more.click()
    await device.page.locator("#text-open").click()
    await expect(device.page.locator("#text-actions code").first).to_contain_text("predict")
    await device.page.locator("#typed").fill("predict Par")
    await device.page.locator("#log-tab").click()
    for count in (1, 2, 3):
        await expect(device.page.locator("#log li")).to_have_count(count)
        await device.point(await device.first_offered(re.compile("hex")))
    await expect(curtain).to_be_visible()
    await expect(device.page.locator("#text-places li")).to_have_count(0)
    assert "predict" not in await device.page.locator("#text-panel").inner_html()
    await expect(device.page.locator("#typed")).to_have_value("")


async def test_a_bot_plays_for_who_is_absent_and_the_seat_is_taken_back_with_one_click(impatient_visitors):
    one, two = await open_for_two(impatient_visitors)
    address = two.page.url
    await one.point("square a1")
    await two.page.goto("about:blank")
    await expect(one.page.locator("#notice")).to_contain_text("has been away")
    await one.page.locator("#notice-act").click()
    await expect(await one.people()).to_contain_text(re.compile("(Ada|Octave|Inès) plays meanwhile"))
    await expect(one.page.locator("#scene .name", has_text=re.compile("(Ada|Octave|Inès) for"))).to_be_visible()
    assert await one.may_act()
    await two.page.goto(address)
    await expect(two.page.locator("#notice")).to_contain_text("a bot is playing for you")
    await two.page.locator("#notice-act").click()
    await expect(two.page.locator("#notice")).to_be_hidden()
    await expect(one.page.locator("#people")).not_to_contain_text("meanwhile")
    await expect(one.page.locator("#log")).to_contain_text("is back and plays again")


async def test_one_goes_on_from_another_device(visitors):
    laptop, _ = await open_for_two(visitors)
    await laptop.point("square a1")
    await laptop.page.locator("#more-open").click()
    await laptop.page.locator("#go-on button").click()
    await expect(laptop.page.locator(".device-link-page")).to_contain_text("Anyone with this link can play as you.")
    link = await laptop.page.locator("#device-link-address").input_value()
    phone = await visitors.arrive(re.sub("^https?://[^/]*", "", link), narrow=True)
    await phone.page.get_by_role("button", name="Continue here").tap()
    await expect(phone.node("square a1")).to_be_attached()
    await expect(phone.page.locator("#leave")).to_be_visible()


async def test_the_same_people_play_again_in_turned_order(visitors):
    one, two = await open_for_two(visitors)
    await one.page.locator("#leave").click()
    await one.page.locator("#confirm-leave button[value=yes]").click()
    await two.page.locator("#again").click()
    await two.page.wait_for_url(lambda address: address != one.page.url)
    await one.page.locator("#next").click()
    await expect(two.page.locator("#sitters .here")).to_have_count(2)
    await two.page.locator("#start").click()
    assert await two.may_act()
    await expect(two.prompt).to_contain_text("Your turn")
