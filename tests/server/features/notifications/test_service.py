"""People are called though they are elsewhere: once for a turn, by whichever server, and never who knows."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tablee.server.features.lobby.model import INVITATION, Invitation
from tablee.server.features.notifications.deliveries import AGAIN, Deliveries
from tablee.server.features.notifications.model import (
    DAYS_DELAY,
    LIVE_DELAY,
    EmailAddress,
    NotificationPreferences,
    PushSubscription,
    Webhook,
)
from tablee.server.features.notifications.push import public_half
from tablee.server.features.notifications.service import Notifier
from tablee.server.realtime import messages
from tablee.server.realtime.connection import Connection
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.settings import Settings
from tablee.server.storage import NotSaved, open_store
from tablee.server.table.clock import A_DAY, AN_HOUR
from tests.server.features.notifications.push_service import AUTH, claims_in
from tests.server.realtime.test_clocks import Time, a_table
from tests.server.table.clocked import DAYS, LIVE
from tests.server.table.tables import NOW

SETTINGS = Settings("", push_to_loopback=True, host_contact="Zoé Martin, zoe@example.org")


@pytest.fixture
def time():
    return Time()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else f"sqlite:///{tmp_path}/t.db"


class Server:
    """A server that looks when it is told to."""

    def __init__(self, url, time, settings=SETTINGS):
        self.store, self.time = open_store(url), time
        self.hub = Hub(self.store, bots=None, clock=time)
        self.deliveries = Deliveries(self.store, settings, time)
        self.ringer = Notifier(self.store, self.hub.connections, self.deliveries, time)

    async def look(self, later=0):
        """Look after a while, and wait until all is sent."""
        self.time.now += later
        await self.ringer.look()
        await self.deliveries.finish()

    async def knows(self, person, push_service, wishes=None, language="en"):
        """Somebody has a browser that can be rung."""
        await self.store.rename(person, person.title(), 1)
        known = (await self.store.database.fetch("SELECT id FROM persons WHERE id = $1", person))[0][0]
        session = f"browser of {known}"
        insert = "INSERT INTO sessions (id, person, since, seen, device) VALUES ($1, $2, 1, 1, '')"
        await self.store.database.execute((insert, session, person))
        keys = push_service.subscription(person)["keys"]
        where = push_service.address(person)
        bell = PushSubscription(session, person, where, keys["p256dh"], AUTH, language, "https://tablee.example", 1)
        assert await self.store.notifications.add_subscription(bell, 9)
        await self.store.notifications.set_preferences(person, wishes or NotificationPreferences(since=1))

    async def play(self, table):
        """Whoever is to act plays their turn."""
        async with self.hub.visit(table) as live:
            seat = live.table.to_act
            while live.table.to_act == seat:
                await live.decide(_first_action)


def _first_action(table, now):
    return table.act(table.to_act, table.step, table.actions(table.to_act)[0], now)


@asynccontextmanager
async def servers(url, time, count=1):
    async with AsyncExitStack() as stack:
        opened = [Server(url, time) for _ in range(count)]
        for one in opened:
            stack.push_async_callback(one.store.close)
            stack.push_async_callback(one.hub.close)
        yield opened


async def test_who_is_away_is_called_once_for_a_turn_in_their_language(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service, language="fr")
        await server.look()
        assert push_service.received == []
        for _ in range(3):
            await server.look(DAYS_DELAY)
        [ring] = push_service.received
        assert ring["text"]["title"] == "À vous de jouer – Isis & Osiris"
        assert ring["text"]["body"] in ("avec Zoé", "avec Ali")
        assert ring["text"]["path"] == f"/tables/{table}"
        assert ring["text"]["waiting"] == 1
        assert set(ring["text"]) == {"title", "body", "path", "waiting"}
        headers = ring["headers"]
        assert headers["urgency"] == "normal"
        assert len(headers["topic"]) == 32
        assert 0 < int(headers["ttl"]) <= 28 * 86_400
        key = await server.deliveries.key()
        claims = claims_in(headers["authorization"], public_half(key))
        assert claims["aud"] == f"http://127.0.0.1:{push_service.port}"
        assert claims["sub"] == "mailto:zoe@example.org"
        assert claims["exp"] > time.now // 1000


async def test_the_next_turn_calls_again_and_what_happens_beside_the_game_does_not(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service)
        await server.look(DAYS_DELAY)
        async with server.hub.visit(table) as live:
            for participant in live.people:
                await live.decide(
                    lambda table, now, participant=participant: table.rename(participant, "Someone else", now)
                )
        await server.look(DAYS_DELAY)
        assert len(push_service.received) == 1
        await server.play(table)
        await server.look(DAYS_DELAY)
        await server.look(DAYS_DELAY)
        assert len({one["path"] for one in push_service.received}) == len(push_service.received) == 2
        await server.play(table)
        await server.look(DAYS_DELAY)
        assert len(push_service.received) == 3


async def test_who_is_asked_to_let_somebody_undo_is_told_once_until_they_have_answered(url, time, push_service):
    async with servers(url, time, 2) as [server, other]:
        table = await a_table(server.hub, DAYS)
        await server.play(table)
        await server.play(table)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service, NotificationPreferences(since=time.now + 1, live=False))
        time.now += 2
        async with server.hub.visit(table) as live:
            asker = live.table.to_act
            await live.decide(lambda table, now: table.ask_back(asker, table.step, now))
            await server.look()
            assert push_service.received == []
            for one in (server, other):
                await one.look(DAYS_DELAY)
            [ring] = [one for one in push_service.received if "Undo" in one["text"]["title"]]
            assert ring["text"]["title"] == "Undo? – Isis & Osiris"
            name = live.table.seats[asker].name
            assert ring["text"] | {"waiting": 0} == {
                "title": "Undo? – Isis & Osiris",
                "body": f"{name} asks whether you allow it.",
                "path": f"/tables/{table}",
                "waiting": 0,
            }
            await live.decide(lambda table, now: table.answer_back(1 - asker, table.step, now, yes=False))
            await server.look(DAYS_DELAY)
            assert [one["text"]["title"] for one in push_service.received].count("Undo? – Isis & Osiris") == 1


async def test_a_question_that_was_played_over_calls_nobody(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        await server.play(table)
        await server.play(table)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service, NotificationPreferences(since=1))
        async with server.hub.visit(table) as live:
            seat = live.table.to_act
            await live.decide(lambda table, now: table.ask_back(seat, table.step, now))
            assert await server.store.notifications.undo_questions() != []
        await server.play(table)
        await server.look(DAYS_DELAY)
        assert not any("Undo" in one["text"]["title"] for one in push_service.received)


async def test_of_several_servers_one_calls(postgres_url, time, push_service):
    async with servers(postgres_url, time, 3) as all_of_them:
        first = all_of_them[0]
        table = await a_table(first.hub, DAYS)
        for person in ("zoé", "ali"):
            await first.knows(person, push_service)
        assert len({await one.deliveries.key() for one in all_of_them}) == 1
        time.now += DAYS_DELAY
        for rung in (1, 2):
            await asyncio.gather(*(one.look() for one in all_of_them))
            assert len(push_service.received) == rung
            await first.play(table)
            time.now += DAYS_DELAY


async def test_who_looks_at_the_table_on_whichever_server_is_not_called(postgres_url, time, push_service):
    async with servers(postgres_url, time, 2) as (one, other):
        table = await a_table(one.hub, LIVE)
        for person in ("zoé", "ali"):
            await one.knows(person, push_service)
        looking = [Connection("", "en", scenes=True) for _ in range(2)]
        for connection, person in zip(looking, ("zoé", "ali"), strict=True):
            connection.person, connection.table = person, table
            other.hub.connections.note(connection)
        await other.look()
        await one.look(LIVE_DELAY)
        assert push_service.received == []
        await one.play(table)
        for connection in looking:
            connection.is_looking = False
        await other.look()
        await one.look(LIVE_DELAY)
        assert len(push_service.received) == 1
        assert push_service.received[0]["headers"]["urgency"] == "high"


async def test_a_page_says_when_nobody_sees_it(url, time):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, LIVE)
        connection = Connection("", "en", scenes=True)
        async with server.hub.visit(table) as live:
            for hidden in (True, False):
                await live.commands.handle(connection, messages.PingCommand(hidden=hidden))
                assert connection.is_looking is not hidden


async def test_who_has_played_meanwhile_is_not_called(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        first = (await server.store.entry(table)).turn
        async with server.hub.visit(table) as live:
            await server.knows(live.people[first], push_service)
        await server.look(DAYS_DELAY - 1)
        await server.play(table)
        await server.look(AN_HOUR)
        assert push_service.received == []


async def test_time_that_runs_out_is_warned_of_once(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service, NotificationPreferences(days="no", since=1))
        due = (await server.store.entry(table)).due
        await server.look(due - NOW - DAYS.turn // 4 - 1)
        assert push_service.received == []
        for _ in range(3):
            await server.look(AN_HOUR)
        [told] = push_service.texts
        assert told["title"] == "Your time runs out – Isis & Osiris"


async def test_who_is_warned_is_not_called_for_the_same_turn_at_once(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service)
        due = (await server.store.entry(table)).due
        await server.look(due - NOW - AN_HOUR)  # the house was shut
        await server.look(60_000)
        assert [told["title"] for told in push_service.texts] == ["Your time runs out – Isis & Osiris"]


async def test_an_invitation_calls_once(url, time, push_service):
    async with servers(url, time) as [server]:
        await server.knows("zoé", push_service)
        call = Invitation("zoé", "table-of-otto", "otto", INVITATION, "isis", 2, NOW, NOW + A_DAY, name="Otto")
        await server.store.rename("otto", "Otto", 1)
        await server.store.lobby.invite([call])
        for _ in range(3):
            await server.look(60_000)
        [told] = push_service.texts
        assert (told["title"], told["body"]) == ("You are invited", "Otto invites you to Isis & Osiris.")


async def test_what_waits_is_told_together_once_a_day(url, time, push_service):
    wishes = NotificationPreferences(days="digest", hour=18, zone="Europe/Paris", since=1)
    async with servers(url, time) as [server]:
        for person in ("zoé", "ali", "eva"):
            await server.knows(person, push_service, wishes)
        tables = [await a_table(server.hub, DAYS, people=3) for _ in range(9)]
        for _ in range(12):
            await server.look(2 * AN_HOUR)
        waiting = [(await server.store.entry(table)).turn for table in tables]
        assert len(push_service.received) == len(set(waiting)), "one for each to whom it fell to begin"
        assert all("wait" in one["title"] and one["path"] == "/" for one in push_service.texts)
        assert sum(one["body"].count("Isis") for one in push_service.texts) >= 8
        assert push_service.received[0]["headers"]["urgency"] == "low"
        await server.look(A_DAY)
        assert len(push_service.received) == len(set(waiting)), "the same turn is not told of twice"


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_its_push_service_does_not_know_any_more_is_forgotten(url, time, push_service, status):
    async with servers(url, time) as [server]:
        await a_table(server.hub, DAYS, people=2)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service)
        push_service.answers = [status]
        await server.look(DAYS_DELAY)
        rung = push_service.received[0]["path"].strip("/")
        assert await server.store.notifications.subscriptions_of("zoé" if "zo" in rung else "ali") == []
        await server.look(AN_HOUR)
        assert len(push_service.received) == 1


async def test_a_push_service_that_cannot_is_asked_again_a_few_times_later_and_later(url, time, push_service):
    async with servers(url, time) as [server]:
        await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service)
        push_service.answers = [500, 503, 429, 500, 500, 500]
        await server.look(DAYS_DELAY)
        for tried, wait in enumerate(AGAIN, start=1):
            await server.look(wait - 1)
            assert len(push_service.received) == tried
            await server.look(1)
            assert len(push_service.received) == tried + 1
        await server.look(A_DAY // 4)
        assert len(push_service.received) == 1 + len(AGAIN)


async def test_nobody_is_asked_again_for_somebody_who_has_played(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        entry = await server.store.entry(table)
        async with server.hub.visit(table) as live:
            await server.knows(live.people[entry.turn], push_service)
        push_service.answers = [503]
        await server.look(DAYS_DELAY)
        await server.play(table)
        await server.look(AN_HOUR)
        assert len(push_service.received) == 1


async def test_an_answer_that_is_lost_is_not_asked_for_again(url, time, push_service):
    async with servers(url, time) as [server]:
        await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service)
        push_service.answers = [b""]
        await server.look(DAYS_DELAY)
        await server.look(AN_HOUR)
        assert len(push_service.received) == 1


async def test_a_crash_between_deciding_and_sending_loses_one_call_and_never_makes_two(url, time, push_service):
    async with servers(url, time, 2) as (one, other):
        await a_table(one.hub, DAYS)
        for person in ("zoé", "ali"):
            await one.knows(person, push_service)
        one.deliveries.send = [].append
        await one.look(DAYS_DELAY)
        await other.look(AN_HOUR)
        assert push_service.received == []


async def test_if_the_database_cannot_say_who_may_call_nobody_does(url, time, push_service):
    async with servers(url, time) as [server]:
        await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.knows(person, push_service)

        async def not_saved(*_):
            raise NotSaved

        server.store.notifications.claim, take = not_saved, server.store.notifications.claim
        with pytest.raises(NotSaved):
            await server.look(DAYS_DELAY)
        assert push_service.received == []
        server.store.notifications.claim = take
        await server.look()
        assert len(push_service.received) == 1


async def test_an_address_that_is_not_confirmed_gets_nothing(url, time):
    async with servers(url, time) as [server]:
        await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.store.rename(person, person, 1)
            await server.store.notifications.set_preferences(person, NotificationPreferences(since=1))
            await server.store.notifications.add_mailbox(
                EmailAddress(person, "zoe@example.org", unsubscribe=person), "code", 10**15
            )
        assert await server.store.notifications.turns("turn") == ([], "")


async def test_a_webhook_is_posted_to_once_for_a_turn_and_forgotten_when_it_has_gone(url, time, push_service):
    async with servers(url, time) as [server]:
        table = await a_table(server.hub, DAYS)
        for person in ("zoé", "ali"):
            await server.store.rename(person, person.title(), 1)
            await server.store.notifications.set_preferences(person, NotificationPreferences(since=1))
            hook = Webhook(person, push_service.address(person), "fr", "https://tablee.example", 1)
            await server.store.notifications.set_webhook(hook)
        push_service.answers = [204, 410]
        for _ in range(3):
            await server.look(DAYS_DELAY)
        [post] = push_service.received
        assert post["text"]["title"] == "À vous de jouer – Isis & Osiris"
        assert post["text"]["url"] == f"https://tablee.example/tables/{table}"
        assert post["text"]["text"].endswith(post["text"]["url"])
        assert set(post["text"]) == {"text", "title", "body", "url", "kind"}
        await server.play(table)
        await server.look(DAYS_DELAY)
        left = [await server.store.notifications.webhook_of(person) for person in ("zoé", "ali")]
        assert sorted(hook is None for hook in left) == [False, True], "the one that answered 410 has gone"
