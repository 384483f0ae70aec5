"""However many games are finished, no page reads a table of games as a whole: the plans of both databases say so."""

import re

import asyncpg
import pytest

from tablee.server.features.history.model import BOTS, WON, Wanted
from tablee.server.features.lobby.store import LobbyStore
from tablee.server.features.moderation.store import ModerationStore
from tablee.server.features.notifications.store import _PRUNE_SENT
from tablee.server.features.ratings.store import RatingStore

GROWING = "directory|participants|former_participants|results|events|tables|rated_tables|rated_seats|ratings"
WHOLE = re.compile(rf"(?:SCAN|Seq Scan on) ({GROWING})\b(?! USING INDEX directory_unfinished)")


async def ask_all(store):
    """What shelf, lobby, my games, ladder, the host's page and what is done now and then ask for."""
    lobby, ratings, moderation = (
        LobbyStore(store.database),
        RatingStore(store.database),
        ModerationStore(store.database),
    )
    await store.entries_of("zoe", unfinished=True, most=20)
    await store.finished_games("zoe", Wanted(), 20, 0)
    await store.finished_games("zoe", Wanted("isis", BOTS, WON), 20, 40)
    await store.finished_games("zoe", Wanted(other="otto"), 20, 0)
    await store.figures_of("zoe")
    await store.decided_games("zoe", 50)
    await store.due(10)
    await lobby.tables(1, 40)
    await lobby.acquaintances("zoe", 20)
    await lobby.count_invitations("zoe", 1)
    await ratings.ladder("isis", "live", 100, 100)
    await ratings.waiting(10)
    await ratings.is_playing("zoe", "isis")
    await ratings.of("zoe")
    await ratings.history("zoe")
    await ratings.curves("zoe", 200)
    await moderation.entries(50)


@pytest.fixture
def asked(store, monkeypatch):
    """The queries that are asked, with their values."""
    queries, fetch = [(_PRUNE_SENT, 1)], store.database.fetch

    async def record(sql, *values):
        queries.append((sql, *values))
        return await fetch(sql, *values)

    monkeypatch.setattr(store.database, "fetch", record)
    return queries


async def plan_of(url, behind, sql, *values):
    if not behind.is_postgres:
        return "\n".join(row[3] for row in await behind(f"EXPLAIN QUERY PLAN {sql}", *values))
    connection = await asyncpg.connect(url)
    try:
        # An empty table is read as a whole unless that is ruled out.
        await connection.execute("SET enable_seqscan = off")
        return "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN {sql}", *values))
    finally:
        await connection.close()


async def test_no_page_reads_all_games(store, behind, database_url, asked):
    await ask_all(store)
    plans = {sql: await plan_of(database_url, behind, sql, *values) for sql, *values in asked}
    assert len(plans) > 12
    assert {sql: plan for sql, plan in plans.items() if WHOLE.search(plan)} == {}
