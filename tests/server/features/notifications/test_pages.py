"""How one is called is chosen on the page about oneself, by forms and by a small script."""

import asyncio
import json
import re

import pytest

from tests.server.features.notifications.push_service import claims_in
from tests.server.house import Guest, House, TimedHouse
from tests.server.table.tables import NOW

FORM = {"days": "digest", "hour": 9, "zone": "Europe/Paris", "live": "yes"}


@pytest.fixture
async def called_house(tmp_path, mail_server):
    house = await asyncio.to_thread(
        TimedHouse,
        tmp_path / "house",
        push_to_loopback=True,
        smtp_host="127.0.0.1",
        smtp_port=mail_server.port,
        smtp_tls="none",
        smtp_from="house@tablee.example",
        email_burst=3,
        email_rate=1e-6,
    )
    yield house
    house.kill()


async def ask(guest, path, form=None, method="POST", **headers):
    return await asyncio.to_thread(guest.house.request, method, path, form, guest.headers | headers)


async def look(guest, path="/me"):
    return (await ask(guest, path, method="GET"))[2]


async def hang(guest, subscription, **more):
    body = json.dumps(subscription | {"zone": "Europe/Paris"} | more)
    return await asyncio.to_thread(guest.house.post, "/me/notifications", body, guest.headers)


async def newcomer(house):
    return await asyncio.to_thread(Guest, house)


async def test_a_browser_is_called_for_a_turn_and_no_more_once_it_is_sent_away(called_house, push_service):
    one, two = await newcomer(called_house), await newcomer(called_house)
    key = json.loads(await look(one, "/me/notifications.json"))["key"]
    for guest, name in ((one, "one"), (two, "two")):
        status, _, body = await hang(guest, push_service.subscription(name))
        assert (status, json.loads(body)) == (200, {"go": "/me#notifications"})
        assert "Notifications are on in this browser." in await look(guest)
    table = await asyncio.to_thread(lambda: one.open(pace="days-2"))
    async with one.at(table) as first, two.at(table) as second:
        await first.sit()
        await second.sit()
        await second.hear("table")
        await first.say(do="start")
        await first.hear("table", status="playing")
    called_house.pass_time(6 * 60_000)
    async with asyncio.timeout(60):
        while not push_service.received:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    [ring] = push_service.received
    assert ring["text"]["path"] == f"/tables/{table}"
    assert claims_in(ring["headers"]["authorization"], key)["aud"] == f"http://127.0.0.1:{push_service.port}"
    rung = one if ring["path"] == "/one" else two
    assert json.loads(await look(rung, "/me/notifications.json"))["waiting"] == 1
    assert "<title>(1) Tablée" in await look(rung, "/")
    await ask(rung, "/me/notifications/remove", {"x": "y"})
    assert not json.loads(await look(rung, "/me/notifications.json"))["here"]


@pytest.mark.parametrize("endpoint", ["https://10.0.0.1/x", "https://localhost/x", "http://push.example/x", "x", ""])
async def test_no_address_within_is_taken_for_a_push_service(house, endpoint, push_service):
    guest = await newcomer(house)
    status, _, body = await hang(guest, push_service.subscription("x") | {"endpoint": endpoint})
    assert status == 400
    assert "Nothing has changed" in json.loads(body)["problem"]
    assert not json.loads(await look(guest, "/me/notifications.json"))["here"]


async def test_nonsense_is_refused_in_words(house, push_service):
    guest = await newcomer(house)
    good = push_service.subscription("x") | {"endpoint": "https://push.example/x"}
    for wrong in ({"keys": {}}, {"keys": {"p256dh": "a", "auth": "b"}}, {"endpoint": 5}):
        assert (await hang(guest, good | wrong))[0] == 400
    strange = guest.headers | {"origin": "https://elsewhere.example"}
    assert (await asyncio.to_thread(house.post, "/me/notifications", json.dumps(good), strange))[0] == 403
    for form, status in (({"zone": "Nowhere"}, 400), ({"days": "x"}, 400), ({"hour": "25"}, 400), ({"hour": "²"}, 400)):
        assert (await ask(guest, "/me/notifications/preferences", FORM | form))[0] == status


async def test_a_house_without_a_mail_server_offers_no_letters(house):
    guest = await newcomer(house)
    assert "email, to this address" not in await look(guest)
    assert (await ask(guest, "/me/notifications/email", {"address": "zoe@example.org"}))[0] == 404


async def test_what_one_is_called_for_is_kept_without_any_script(house):
    guest = await newcomer(house)
    status, headers, _ = await ask(guest, "/me/notifications/preferences", FORM)
    assert (status, headers["location"]) == (303, "/me#notifications")
    page = await look(guest)
    assert re.search(r'value="digest" checked', page)
    assert re.search(r'name="zone" value="Europe/Paris"', page)
    assert not re.search(r'name="lobby" value="yes" checked', page)
    kept = json.loads(await look(guest, "/me/everything.json"))["notifications"]["preferences"]
    assert (kept["days"], kept["hour"], kept["lobby"]) == ("digest", 9, False)


HOSTS = ["203.0.113.9", "203.0.113.9:80", "tablee.example:1", "[2001:db8::1]", "localhost:1"]


async def test_who_asks_for_a_letter_does_not_choose_where_its_links_lead(called_house, mail_server):
    for place, host in enumerate(HOSTS[:3]):  # so many letters are sent to one person
        guest, to = await newcomer(called_house), f"zoe{place}@example.org"
        assert (await ask(guest, "/me/notifications/email", {"address": to}, host=host))[0] == 303
        letter = await mail_server.letter()
        links = re.findall(r"\w+://[^/]+/", letter.get_content() + letter["List-Unsubscribe"])
        assert set(links) == {"http://tablee.example/"}


async def test_a_house_without_a_name_writes_no_letters(tmp_path, mail_server):
    house = await asyncio.to_thread(
        House, tmp_path, allow_host=(), smtp_host="127.0.0.1", smtp_port=mail_server.port, smtp_from="house@example.org"
    )
    try:
        guest = await newcomer(house)
        for host in HOSTS:
            status, _, body = await ask(guest, "/me/notifications/email", {"address": "zoe@example.org"}, host=host)
            assert status == (421 if "tablee" in host else 404), body
        assert "email, to this address" not in await look(guest)
    finally:
        house.kill()


async def test_an_address_is_written_to_once_its_reader_has_said_yes_and_left_without_signing_in(
    called_house, mail_server
):
    guest, stranger = await newcomer(called_house), await newcomer(called_house)
    assert (await ask(guest, "/me/notifications/email", {"address": "zoe@example.org, all@example.org"}))[0] == 400
    assert (await ask(guest, "/me/notifications/email", {"address": "zoe@example.org"}))[0] == 303
    letter = await mail_server.letter()
    assert mail_server.received[0][0] == "zoe@example.org"
    assert "http://tablee.example/notifications/confirm/" in letter.get_content(), "not where whoever asks would like"
    confirm, leave = re.search(r"/notifications/confirm/\S+", letter.get_content())[0], letter["List-Unsubscribe"]
    assert "Open the link in it" in await look(guest)
    assert "Yes, email me" in await look(stranger, confirm), "a look changes nothing"
    assert "Open the link in it" in await look(guest)
    assert (await ask(stranger, confirm, {"x": "y"}, origin=f"http://localhost:{called_house.port}"))[0] == 200
    assert "Emails go to zoe@example.org." in await look(guest)
    assert (await ask(stranger, confirm, {"x": "y"}))[0] == 404, "it works once"
    mine = json.loads(await look(guest, "/me/everything.json"))["notifications"]
    assert mine["email"]["address"] == "zoe@example.org"
    path = re.search(r"/notifications/unsubscribe/[^>]+", leave)[0]
    assert path not in json.dumps(mine)
    assert "Stop the emails?" in await look(stranger, path)
    assert "Emails go to" in await look(guest), "a look changes nothing"
    by_itself = {"origin": "null", "cookie": ""}
    assert (await ask(stranger, path, {"List-Unsubscribe": "One-Click"}, **by_itself))[0] == 200
    assert "Emails go to" not in await look(guest)


async def test_nobodys_mailbox_is_filled_by_others(called_house, mail_server):
    people = [await newcomer(called_house) for _ in range(4)]
    answers = [(await ask(one, "/me/notifications/email", {"address": "ZOE@example.org"}))[0] for one in people]
    assert answers == [303, 303, 303, 429]
    await mail_server.letter(2)


async def test_a_link_that_is_nobodys_says_so(house):
    guest = await newcomer(house)
    assert "This link has expired" in await look(guest, "/notifications/confirm/x")
    assert "No more emails will go to this address" in await look(guest, "/notifications/unsubscribe/x")


async def test_who_is_forgotten_is_called_no_more(called_house, push_service):
    guest = await newcomer(called_house)
    await hang(guest, push_service.subscription("one"))
    kept = json.loads(await look(guest, "/me/everything.json"))["notifications"]
    assert kept["browsers"] == [
        {"service": f"127.0.0.1:{push_service.port}", "language": "en", "since": kept["browsers"][0]["since"]}
    ]
    assert kept["browsers"][0]["since"] > NOW // 2
    await ask(guest, "/me/delete", {"sure": "yes"})
    assert not json.loads(await look(guest, "/me/notifications.json"))["here"]


async def test_a_webhook_is_kept_if_it_takes_a_test_message(called_house, push_service):
    guest = await newcomer(called_house)
    push_service.answers = [404]
    for address in (push_service.address("hook"), "https://10.0.0.1/x", "http://hook.example/x", "x"):
        assert (await ask(guest, "/me/notifications/webhook", {"address": address}))[0] == 400
        assert "Messages are posted" not in await look(guest)
    assert (await ask(guest, "/me/notifications/webhook", {"address": push_service.address("hook")}))[0] == 303
    assert push_service.texts[-1]["kind"] == "hello"
    page = await look(guest)
    assert "Messages are posted at 127.0.0.1." in page
    assert push_service.address("hook") not in page
    kept = json.loads(await look(guest, "/me/everything.json"))["notifications"]["webhook"]
    assert kept["service"] == "127.0.0.1"
    await ask(guest, "/me/notifications/webhook/remove", {"x": "y"})
    assert "Messages are posted" not in await look(guest)
