"""Coming back with a key; and those who would like to come in the place of somebody else."""

import asyncio
import html
import json
import re
import sqlite3

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.features.accounts.authenticator import Authenticator, raw, text
from tests.server.features.accounts.test_device_links import ask_for_pass, use_pass
from tests.server.house import Guest, House

ELSEWHERE = "https://evil.example"


class Holder(Guest):
    """A guest with keys."""

    def __init__(self, house, **more):
        super().__init__(house, **more)
        self.origin = f"http://localhost:{house.port}"
        self.device = Authenticator("localhost", self.origin)

    @property
    def headers(self):
        return {**super().headers, "origin": self.origin}

    def post(self, path, form=None, **headers):
        """Send a form; a new cookie is kept, as browsers do."""
        status, found, page = self.house.request("POST", path, form, {**self.headers, **headers}, self.source)
        self._keep(found)
        return status, found, page

    def say(self, path, body, **headers):
        """Send what a script sends; returns status and answer."""
        sent = body if isinstance(body, str) else json.dumps(body)
        status, found, answer = self.house.post(path, sent, {**self.headers, **headers})
        self._keep({name.lower(): value for name, value in found.items()})
        return status, json.loads(answer) if answer.startswith("{") else answer

    def _keep(self, headers):
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]

    def me(self, path="/me"):
        return self.house.request("GET", path, headers=self.headers)[2]

    def sits(self, table):
        return f"/tables/{table}" in self.me("/")

    def make_words(self):
        status, _, page = self.post("/me/keys/words")
        assert status == 200
        return [html.unescape(word) for word in re.findall(r'<li translate="no">(.*)</li>', page)]

    def by_words(self, words, **more):
        return self.post("/sign-in", {"words": " ".join(words), "back": "/me", **more})

    def make_passkey(self, **headers):
        status, options = self.say("/me/keys/options", {})
        assert status == 200, options
        return self.say("/me/keys/passkey", self.device.make(options), **headers)

    def ask(self):
        status, options = self.say("/sign-in/options", {})
        assert status == 200, options
        return options

    def by_passkey(self, device, **headers):
        return self.say("/sign-in/passkey", device.show(self.ask()), **headers)

    def keys(self):
        return re.findall(r'name="key" value="([\w-]+)"', self.me())


@pytest.fixture
def zoe(house):
    """Somebody with a table, a name and a passkey."""
    zoe = Holder(house)
    zoe.table = zoe.open(name="Zoé")
    assert zoe.make_passkey() == (200, {"go": "/me#keys"})
    return zoe


# ---- coming back -------------------------------------------------------------------------------------------


def test_a_passkey_brings_one_back_in_another_browser_and_the_guests_tables_come_along(house, zoe):
    guest = Holder(house)
    table = guest.open(name="Guest")
    before = guest.cookie
    assert guest.by_passkey(zoe.device) == (200, {"go": "/me"})
    assert guest.cookie != before
    assert guest.sits(zoe.table)
    assert guest.sits(table)
    assert zoe.sits(table)
    assert 'value="Zoé"' in guest.me()
    assert guest.me().count("last used") == 1


def test_words_bring_one_back_however_they_are_typed(house):
    owner, guest = Holder(house, language="fr"), Holder(house)
    table = owner.open(name="Zoé")
    words = owner.make_words()
    assert len(words) == 8
    assert not all(word in owner.me() for word in words[2:])  # one of them may be part of another word there
    status, headers, _ = guest.by_words([word.upper() for word in words], back=f"/tables/{table}")
    assert (status, headers["location"]) == (303, f"/tables/{table}")
    assert guest.sits(table)


def test_a_wrong_word_is_told_apart_from_a_wrong_key(house):
    guest = Holder(house)
    words = guest.make_words()
    status, _, page = guest.by_words([*words[:-1], "xyzzy"])
    assert (status, "not in any key: xyzzy" in page) == (400, True)
    assert "you typed 7" in guest.by_words(words[:-1])[2]
    assert "no such key" in guest.by_words(words[::-1])[2]


def test_one_leads_back_to_this_house_alone(house):
    owner = Holder(house)
    words = owner.make_words()
    assert Holder(house).by_words(words, back="//evil.example")[1]["location"] == "/"


async def test_sockets_of_the_guest_are_hung_up_and_the_seat_is_the_persons_at_once(house, zoe):
    guest, friend = Holder(house), Guest(house)
    table = guest.open(name="Guest")
    async with friend.at(table) as looking, guest.at(table) as old:
        await looking.hear("table")
        assert (await old.hear("table"))["you"]["sitter"] == 1
        assert guest.by_passkey(zoe.device)[0] == 200
        with pytest.raises(ConnectionClosed) as closed:
            await old.hear("pong")
        assert closed.value.rcvd.code == 4401
        async with guest.at(table) as again, zoe.at(table) as elsewhere:
            assert (await again.hear("table"))["you"]["sitter"] == 1
            assert (await elsewhere.hear("table"))["you"]["sitter"] == 1


def test_keys_are_listed_and_thrown_away_with_a_warning_for_the_last(zoe):
    words = zoe.make_words()
    assert "your last key" not in zoe.me()
    passkey, of_words = zoe.keys()
    zoe.post("/me/keys/remove", {"key": of_words})
    assert zoe.keys() == [passkey]
    assert "your last key" in zoe.me()
    assert Holder(zoe.house).by_words(words)[0] == 400


def test_in_the_download_there_is_no_secret_and_after_deletion_no_way_back(house):
    owner = Holder(house)
    owner.open(name="Zoé")
    words = owner.make_words()
    owner.make_passkey()
    found = json.loads(owner.me("/me/everything.json"))
    assert [sorted(key) for key in found["keys"]] == [["kind", "name", "since", "used"]] * 2
    owner.post("/me/delete", {"sure": "yes"})
    guest = Holder(house)
    assert guest.by_words(words)[0] == 400
    assert guest.by_passkey(owner.device)[0] == 400


# ---- attacks -----------------------------------------------------------------------------------------------


def test_a_challenge_is_answered_once(house, zoe):
    guest = Holder(house)
    answer = zoe.device.show(guest.ask())
    assert guest.say("/sign-in/passkey", answer)[0] == 200
    assert guest.say("/sign-in/passkey", answer)[0] == 400
    mallory = Holder(house)
    assert mallory.say("/sign-in/passkey", answer)[0] == 400
    assert not mallory.sits(zoe.table)


def test_a_challenge_of_another_session_or_for_another_purpose_is_none(house, zoe):
    mallory, victim = Holder(house), Holder(house)
    assert mallory.say("/sign-in/passkey", zoe.device.show(victim.ask()))[0] == 400
    _, options = zoe.say("/me/keys/options", {})
    assert zoe.say("/sign-in/passkey", zoe.device.show(options))[0] == 400
    made = mallory.device.make({"challenge": text(bytes(32)), "user": {"id": ""}})
    assert mallory.say("/me/keys/passkey", made)[0] == 400


def test_nobody_adds_a_key_to_another_person(house, zoe):
    """What was asked of Zoé's browser is of no use to another, and the person that an answer names is not believed."""
    mallory = Holder(house)
    mallory.open(name="Mallory")
    _, asked_of_zoe = zoe.say("/me/keys/options", {})
    assert mallory.say("/me/keys/passkey", mallory.device.make(asked_of_zoe))[0] == 400
    _, asked = mallory.say("/me/keys/options", {})
    asked["user"]["id"] = asked_of_zoe["user"]["id"]
    assert mallory.say("/me/keys/passkey", mallory.device.make(asked))[0] == 200
    stranger = Holder(house)
    assert stranger.by_passkey(mallory.device)[0] == 400  # it says Zoé, and is Mallory's
    assert not stranger.sits(zoe.table)


def test_nobody_takes_a_passkey_that_is_anothers(house, zoe):
    mallory = Holder(house)
    mallory.open(name="Mallory")
    mallory.device.id = zoe.device.id
    assert mallory.make_passkey()[0] == 400
    assert Holder(house).by_passkey(mallory.device)[0] == 400


@pytest.mark.parametrize("lie", ["host", "origin", "signature", "counter", "unknown"])
def test_a_passkey_that_lies_opens_nothing(house, zoe, lie):
    guest, device = Holder(house), zoe.device
    assert guest.by_passkey(device)[0] == 200
    mallory = Holder(house)
    if lie == "host":
        device.host = "evil.example"
    elif lie == "origin":
        device.origin = ELSEWHERE
    elif lie == "counter":
        device.counter = 0  # a copy from before
    answer = device.show(mallory.ask())
    if lie == "signature":
        answer["response"]["signature"] = text(raw(answer["response"]["signature"])[:-1] + b"\x00")
    elif lie == "unknown":
        answer["id"] = answer["rawId"] = text(b"another")
    status, told = mallory.say("/sign-in/passkey", answer)
    assert (status, "problem" in told) == (400, True)
    assert not mallory.sits(zoe.table)


@pytest.mark.parametrize("body", ["", "[]", "{}", "null", "\x00", '{"id": 5}', "{" * 5000, '{"id":"x","response":{}}'])
def test_nonsense_is_refused_and_changes_nothing(zoe, body):
    for path in ("/sign-in/passkey", "/me/keys/passkey"):
        assert zoe.say(path, body)[0] == 400
    assert len(zoe.keys()) == 1


def test_a_page_elsewhere_can_sign_nobody_in_and_make_no_key(house, zoe):
    """Else a visitor would play, unknowingly, in the attacker's name; and their tables would be the attacker's."""
    mallory, victim = Holder(house), Holder(house)
    words = mallory.make_words()
    table = victim.open(name="Victim")
    before = victim.cookie
    assert victim.post("/sign-in", {"words": " ".join(words)}, origin=ELSEWHERE)[0] == 403
    assert victim.say("/sign-in/passkey", zoe.device.show(victim.ask()), origin=ELSEWHERE)[0] == 403
    for path in ("/sign-in/options", "/me/keys/options", "/me/keys/passkey", "/me/keys/words", "/me/keys/remove"):
        assert victim.post(path, {}, origin=ELSEWHERE)[0] == 403
    assert victim.post("/me/public", {"public": "yes"}, origin=ELSEWHERE)[0] == 403
    assert victim.cookie == before
    assert victim.sits(table)
    assert not mallory.sits(table)


def test_a_cookie_that_somebody_has_planted_is_worth_nothing_after_signing_in(house, zoe):
    """Neither the planted one, nor one that its planter has got from it before."""
    mallory, accomplice = Holder(house), Holder(house)
    mallory.open(name="Mallory")
    use_pass(accomplice, ask_for_pass(mallory))
    victim = Holder(house)
    victim.cookie = mallory.cookie
    assert victim.by_passkey(zoe.device)[0] == 200
    assert victim.sits(zoe.table)
    for one in (mallory, accomplice):
        assert not one.sits(zoe.table)
        assert "Nothing is stored about you yet" in one.me()


def test_a_planted_cookie_is_worth_nothing_after_a_key_was_made(house):
    for make in (Holder.make_words, Holder.make_passkey):
        mallory, victim = Holder(house), Holder(house)
        victim.cookie = mallory.cookie
        table = victim.open(name="Victim")
        make(victim)
        assert victim.sits(table)
        assert not mallory.sits(table)


def test_people_with_keys_are_never_merged(house, zoe):
    otto = Holder(house)
    table = otto.open(name="Otto")
    words = otto.make_words()
    assert otto.by_passkey(zoe.device)[0] == 200
    assert not otto.sits(table)
    assert otto.sits(zoe.table)
    assert otto.by_words(words)[0] == 303
    assert otto.sits(table)
    assert not zoe.sits(table)


def test_guesses_at_one_key_are_counted_together_wherever_they_come_from(tmp_path):
    house = House(tmp_path, guess_burst=3.0, guess_rate=0.001)
    try:
        owner = Holder(house)
        words = owner.make_words()
        wrong = [*words[:-2], words[-1], words[-2]] if words[-1] != words[-2] else [*words[:-1], words[0]]
        tries = [Holder(house, source=f"127.0.0.{place}").by_words(wrong)[0] for place in range(2, 7)]
        assert tries == [400, 400, 400, 429, 429]
        assert owner.by_words(words)[0] == 429  # not even with the right words
    finally:
        house.kill()


def test_one_browser_does_not_try_many_keys(tmp_path):
    house = House(tmp_path, guess_burst=3.0, guess_rate=0.001)
    try:
        guest = Holder(house)
        words = guest.make_words()
        turned = [words[place:] + words[:place] for place in range(1, 6)]
        assert [guest.by_words(one)[0] for one in turned] == [400, 400, 400, 429, 429]
    finally:
        house.kill()


def test_of_words_nothing_is_kept_that_could_be_read(tmp_path):
    house = House(tmp_path)
    try:
        owner = Holder(house)
        words = owner.make_words()
        with sqlite3.connect(house.database) as database:
            [(key, secret)] = database.execute("SELECT id, secret FROM sign_in_keys").fetchall()
        database.close()
        assert not any(word in key or word.encode() in secret for word in words)
        assert len(secret) == 48
    finally:
        house.kill()


async def test_many_who_try_keys_do_not_keep_others_waiting(house):
    guests = [Holder(house) for _ in range(3)]
    words = guests[0].make_words()
    tries = [asyncio.to_thread(guest.by_words, words[::-1]) for guest in guests]
    answers = await asyncio.gather(*tries, asyncio.to_thread(house.request, "GET", "/health"))
    assert [answer[0] for answer in answers] == [400, 400, 400, 200]
