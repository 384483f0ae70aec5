"""What PostgreSQL has beside the tables that both databases share, and each migration that brings it up to date."""

from collections.abc import Sequence

from asyncpg import Connection

from tablee.server.storage.schema import check_version, for_postgres

_ONLY_POSTGRES = """
-- A token is never given twice. It is a key, so that taking a lease over waits for commits under the former token,
-- while prolonging a lease does not.
CREATE SEQUENCE lease_tokens;
CREATE TABLE leases (
    table_id text COLLATE "C" PRIMARY KEY, server text NOT NULL,
    token bigint NOT NULL DEFAULT nextval('lease_tokens') UNIQUE, until bigint NOT NULL
) WITH (fillfactor = 50);

-- The elements of a JSON array, as SQLite's function of the same name returns them.
CREATE FUNCTION json_each(list text) RETURNS TABLE (value json) LANGUAGE sql IMMUTABLE
    AS 'SELECT json_array_elements(list::json)';

-- Where a text begins in bytes, as SQLite's function says; 0 if it is not there.
CREATE FUNCTION instr(body bytea, part text) RETURNS integer LANGUAGE sql IMMUTABLE
    AS $$SELECT position(convert_to(part, 'UTF8') IN body)$$;
-- Tables at which somebody asks to undo, or has asked: a move changes nothing in this index.
CREATE INDEX directory_undo ON directory (table_id) WHERE instr(body, '"undo":') > 0;

-- Store all that a commit of many tables brings, in one call. Events come in the order of their tables, so that two
-- servers that store events of the same tables wait for each other instead of being deadlocked.
CREATE FUNCTION keep_together(
    fenced text[], fences bigint[],
    opened text[], openings bytea[], seeds bytea[],
    event_tables text[], event_numbers bigint[], event_bodies bytea[],
    sat_tables text[], sat_participants bigint[], sat_people text[],
    risen_tables text[], risen_participants bigint[],
    entered text[], bodies bytea[], statuses text[], numbers bigint[], turns bigint[], moves bigint[], dues bigint[],
    moved_tables text[], moved_numbers bigint[], moved_turns bigint[], moved_times bigint[], moved_dues bigint[],
    seen_tables text[], seen_participants bigint[], seen_numbers bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    held bigint;
BEGIN
    IF cardinality(fenced) > 0 THEN
        WITH held AS (
            SELECT FROM leases JOIN unnest(fenced, fences) AS one (name, fence) ON table_id = name AND token = fence
            FOR KEY SHARE OF leases
        ) SELECT count(*) FROM held INTO held;
        IF held < cardinality(fenced) THEN
            RAISE EXCEPTION 'a lease has gone to another server' USING ERRCODE = 'TB001';
        END IF;
    END IF;
    IF cardinality(opened) > 0 THEN
        INSERT INTO tables (id, opening, seed) SELECT * FROM unnest(opened, openings, seeds);
    END IF;
    IF cardinality(event_tables) > 0 THEN
        INSERT INTO events (table_id, number, body) SELECT * FROM unnest(event_tables, event_numbers, event_bodies);
        IF EXISTS (
            SELECT FROM unnest(event_tables, event_numbers) AS one (name, place) WHERE place > 1
            AND NOT EXISTS (SELECT FROM events WHERE table_id = name AND number = place - 1)
        ) THEN
            RAISE EXCEPTION 'the log is shorter than it was' USING ERRCODE = 'TB002';
        END IF;
    END IF;
    IF cardinality(sat_tables) > 0 THEN
        INSERT INTO participants (table_id, participant, person)
        SELECT * FROM unnest(sat_tables, sat_participants, sat_people);
    END IF;
    IF cardinality(risen_tables) > 0 THEN
        DELETE FROM participants USING unnest(risen_tables, risen_participants) AS one (name, who)
        WHERE table_id = name AND participant = who;
    END IF;
    IF cardinality(entered) > 0 THEN
        INSERT INTO directory (table_id, body, status, number, turn, moved, due)
        SELECT * FROM unnest(entered, bodies, statuses, numbers, turns, moves, dues)
        ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, status = excluded.status,
            number = excluded.number, turn = excluded.turn, moved = excluded.moved, due = excluded.due;
    END IF;
    IF cardinality(moved_tables) > 0 THEN
        UPDATE directory SET number = latest, turn = next, moved = at, due = expected
        FROM unnest(moved_tables, moved_numbers, moved_turns, moved_times, moved_dues)
            AS one (name, latest, next, at, expected)
        WHERE table_id = name;
    END IF;
    IF cardinality(seen_tables) > 0 THEN
        UPDATE participants SET seen = latest
        FROM unnest(seen_tables, seen_participants, seen_numbers) AS one (name, who, latest)
        WHERE table_id = name AND participant = who AND seen < latest;
    END IF;
END
$$;

CREATE FUNCTION stand_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO former_participants VALUES (old.table_id, old.participant, old.person) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER stand_up AFTER DELETE ON participants FOR EACH ROW EXECUTE FUNCTION stand_up();
CREATE FUNCTION end_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM push_subscriptions WHERE session = old.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER end_subscription AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION end_subscription();

-- An entry that cannot be read has no results.
CREATE FUNCTION note_results(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    WITH finished AS MATERIALIZED (
        SELECT table_id, status, moved, convert_from(body, 'UTF8')::jsonb AS told
        FROM directory WHERE table_id = name
    ), seated AS MATERIALIZED (
        SELECT (one ->> 'sitter')::bigint AS participant, (one ->> 'level')::bigint AS level,
            (one ->> 'seat')::bigint AS seat, (told -> 'winners') @> (one -> 'seat') AS won
        FROM finished, jsonb_array_elements(told -> 'sitters') AS one
        WHERE jsonb_typeof(one -> 'seat') = 'number'
    )
    INSERT INTO results (table_id, participant, game, ended, took, moves, people, bots, won, points, beaten)
    SELECT table_id, participant,
        coalesce(told ->> 'game', ''),
        moved,
        greatest(0, moved - coalesce((told ->> 'opened')::bigint, moved)),
        (SELECT count(*) FROM events WHERE events.table_id = name AND instr(body, '"act"') > 0),
        (SELECT count(*) FROM seated WHERE level = 0),
        (SELECT count(*) FROM seated WHERE level > 0),
        CASE status WHEN 'over' THEN own.won::int END,
        CASE status WHEN 'over' THEN (told -> 'scores' ->> own.seat::int)::bigint END,
        coalesce((
            SELECT sum(DISTINCT 1 << level::int) FROM seated
            WHERE own.won AND status = 'over' AND level > 0 AND NOT seated.won
        ), 0)
    FROM finished, seated AS own
    WHERE level = 0 AND participant IS NOT NULL AND NOT EXISTS (SELECT FROM results WHERE results.table_id = name)
    ON CONFLICT DO NOTHING;
EXCEPTION WHEN data_exception OR statement_too_complex THEN
    NULL;
END
$$;
CREATE FUNCTION end_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_results(new.table_id);
    IF tg_op = 'UPDATE' THEN
        DELETE FROM lobby_tables WHERE table_id = new.table_id;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER end_table AFTER INSERT OR UPDATE OF status ON directory FOR EACH ROW
    WHEN (new.status IN ('over', 'closed')) EXECUTE FUNCTION end_table();
"""
MIGRATIONS: tuple[str, ...] = (for_postgres() + _ONLY_POSTGRES,)
ONE_AT_A_TIME = 0x7AB1EE
"""The lock of who brings the schema up to date."""


async def migrate(connection: Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the schema up to date; each step is one transaction. Raises `ValueError` for a newer database."""
    await connection.execute("SELECT pg_advisory_lock($1)", ONE_AT_A_TIME)
    try:
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
        check_version(version, len(migrations))
        for number, step in enumerate(migrations[version:], start=version + 1):
            async with connection.transaction():
                await connection.execute(step)
                await connection.execute("DELETE FROM schema_version")
                await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
    finally:
        if not connection.is_closed():
            await connection.execute("SELECT pg_advisory_unlock($1)", ONE_AT_A_TIME)
