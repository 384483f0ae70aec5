"""The schema of PostgreSQL, as a list of steps. A step that has been released never changes: add another."""

from collections.abc import Sequence

from asyncpg import Connection

MIGRATIONS: tuple[str, ...] = (
    # The same tables as SQLite has. What was written as text is kept as bytes: a damaged line is kept as it is, too.
    # Ids are compared byte by byte, as everywhere.
    """
    CREATE TABLE tables (
        id text COLLATE "C" PRIMARY KEY,
        opening bytea NOT NULL,
        seed bytea NOT NULL
    );
    CREATE TABLE events (
        table_id text COLLATE "C" NOT NULL,
        number bigint NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE sitters (
        table_id text COLLATE "C" NOT NULL,
        sitter bigint NOT NULL,
        person text COLLATE "C" NOT NULL,
        seen bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (table_id, sitter)
    ) WITH (fillfactor = 70);
    CREATE INDEX sitters_by_person ON sitters (person);
    CREATE TABLE persons (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        since bigint NOT NULL
    );
    CREATE TABLE sessions (
        id text COLLATE "C" PRIMARY KEY,
        person text COLLATE "C" NOT NULL,
        since bigint NOT NULL,
        seen bigint NOT NULL,
        device text NOT NULL
    );
    CREATE INDEX sessions_by_person ON sessions (person);
    CREATE TABLE directory (
        table_id text COLLATE "C" PRIMARY KEY,
        status text NOT NULL,
        number bigint NOT NULL,
        turn bigint,
        moved bigint NOT NULL,
        body bytea NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE snapshots (
        table_id text COLLATE "C" PRIMARY KEY,
        number bigint NOT NULL,
        body bytea NOT NULL
    );
    CREATE TABLE passes (
        digest text COLLATE "C" PRIMARY KEY,
        person text COLLATE "C" NOT NULL,
        back text NOT NULL,
        until bigint NOT NULL
    );
    CREATE INDEX passes_by_person ON passes (person);
    -- A token is never given twice. It is a key, so that taking a lease over waits for those who store under it,
    -- while prolonging it does not.
    CREATE SEQUENCE lease_tokens;
    CREATE TABLE leases (
        table_id text COLLATE "C" PRIMARY KEY,
        server text NOT NULL,
        token bigint NOT NULL DEFAULT nextval('lease_tokens') UNIQUE,
        until timestamptz NOT NULL
    ) WITH (fillfactor = 50);
    """,
    # All that a commit of many tables brings, in one call. Events come in the order of their tables, so that two
    # servers that store events of the same tables wait for each other instead of both being stuck.
    """
    CREATE FUNCTION keep_together(
        fenced text[], fences bigint[],
        opened text[], openings bytea[], seeds bytea[],
        event_tables text[], event_numbers bigint[], event_bodies bytea[],
        sat_tables text[], sat_sitters bigint[], sat_people text[],
        risen_tables text[], risen_sitters bigint[],
        entered text[], bodies bytea[], statuses text[], numbers bigint[], turns bigint[], moves bigint[],
        moved_tables text[], moved_numbers bigint[], moved_turns bigint[], moved_times bigint[],
        seen_tables text[], seen_sitters bigint[], seen_numbers bigint[]
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
            INSERT INTO events (table_id, number, body)
            SELECT * FROM unnest(event_tables, event_numbers, event_bodies);
        END IF;
        IF cardinality(sat_tables) > 0 THEN
            INSERT INTO sitters (table_id, sitter, person) SELECT * FROM unnest(sat_tables, sat_sitters, sat_people);
        END IF;
        IF cardinality(risen_tables) > 0 THEN
            DELETE FROM sitters USING unnest(risen_tables, risen_sitters) AS one (name, who)
            WHERE table_id = name AND sitter = who;
        END IF;
        IF cardinality(entered) > 0 THEN
            INSERT INTO directory (table_id, body, status, number, turn, moved)
            SELECT * FROM unnest(entered, bodies, statuses, numbers, turns, moves)
            ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, status = excluded.status,
                number = excluded.number, turn = excluded.turn, moved = excluded.moved;
        END IF;
        IF cardinality(moved_tables) > 0 THEN
            UPDATE directory SET number = latest, turn = next, moved = at
            FROM unnest(moved_tables, moved_numbers, moved_turns, moved_times) AS one (name, latest, next, at)
            WHERE table_id = name;
        END IF;
        IF cardinality(seen_tables) > 0 THEN
            UPDATE sitters SET seen = latest
            FROM unnest(seen_tables, seen_sitters, seen_numbers) AS one (name, who, latest)
            WHERE table_id = name AND sitter = who AND seen < latest;
        END IF;
    END
    $$;
    """,
    # The host's desk. Notices are numbered by whoever writes one, while nobody else does: see `desk`.
    """
    CREATE TABLE standings (
        person text COLLATE "C" NOT NULL,
        standing text COLLATE "C" NOT NULL,
        since bigint NOT NULL,
        why text NOT NULL,
        PRIMARY KEY (person, standing)
    );
    CREATE TABLE notices (
        id bigint PRIMARY KEY,
        at bigint NOT NULL,
        kind text NOT NULL,
        about text NOT NULL,
        why text NOT NULL
    );
    CREATE TABLE servers (
        name text COLLATE "C" PRIMARY KEY,
        at bigint NOT NULL,
        body text NOT NULL
    );
    """,
    # Who has stood up again is in the log, too, and can be forgotten like others.
    """
    CREATE TABLE risen (
        table_id text COLLATE "C" NOT NULL,
        sitter bigint NOT NULL,
        person text COLLATE "C" NOT NULL,
        PRIMARY KEY (table_id, sitter)
    );
    CREATE INDEX risen_by_person ON risen (person);
    CREATE FUNCTION remember_risen() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO risen VALUES (old.table_id, old.sitter, old.person) ON CONFLICT DO NOTHING;
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER rise AFTER DELETE ON sitters FOR EACH ROW EXECUTE FUNCTION remember_risen();
    """,
    # What is said at tables, apart from their logs; what people report to the host, with what was said before.
    """
    CREATE TABLE talk (
        id text COLLATE "C" PRIMARY KEY,
        table_id text COLLATE "C" NOT NULL,
        person text COLLATE "C" NOT NULL,
        sitter bigint NOT NULL,
        at bigint NOT NULL,
        kind text NOT NULL,
        body text NOT NULL,
        room text NOT NULL
    );
    CREATE INDEX talk_by_table ON talk (table_id, at);
    CREATE INDEX talk_by_person ON talk (person);
    CREATE INDEX talk_by_time ON talk (at);
    CREATE TABLE writers (
        person text COLLATE "C" PRIMARY KEY,
        since bigint NOT NULL
    );
    CREATE TABLE muted (
        person text COLLATE "C" NOT NULL,
        other text COLLATE "C" NOT NULL,
        since bigint NOT NULL,
        PRIMARY KEY (person, other)
    );
    CREATE TABLE reports (
        id text COLLATE "C" PRIMARY KEY,
        at bigint NOT NULL,
        table_id text COLLATE "C" NOT NULL,
        reporter text COLLATE "C" NOT NULL,
        person text COLLATE "C" NOT NULL,
        name text NOT NULL,
        why text NOT NULL,
        words text NOT NULL,
        answered bigint NOT NULL,
        answer text NOT NULL,
        outcome text NOT NULL
    );
    CREATE INDEX reports_by_reporter ON reports (reporter);
    CREATE TABLE evidence (
        report text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        person text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        kind text NOT NULL,
        body text NOT NULL,
        room text NOT NULL,
        PRIMARY KEY (report, id)
    );
    CREATE INDEX evidence_by_person ON evidence (person);
    """,
    # Clocks: when something must happen by itself at a table, and when the house was open. Servers that know nothing of
    # clocks yet go on calling `keep_together` as it was.
    """
    ALTER TABLE directory ADD COLUMN due bigint;
    CREATE INDEX directory_by_due ON directory (due) WHERE due IS NOT NULL;
    CREATE TABLE hours (
        server text COLLATE "C" NOT NULL,
        since bigint NOT NULL,
        until bigint NOT NULL,
        PRIMARY KEY (server, since)
    );
    CREATE FUNCTION keep_together(
        fenced text[], fences bigint[],
        opened text[], openings bytea[], seeds bytea[],
        event_tables text[], event_numbers bigint[], event_bodies bytea[],
        sat_tables text[], sat_sitters bigint[], sat_people text[],
        risen_tables text[], risen_sitters bigint[],
        entered text[], bodies bytea[], statuses text[], numbers bigint[], turns bigint[], moves bigint[],
        moved_tables text[], moved_numbers bigint[], moved_turns bigint[], moved_times bigint[],
        seen_tables text[], seen_sitters bigint[], seen_numbers bigint[],
        due_tables text[], due_times bigint[]
    ) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM keep_together(
            fenced, fences, opened, openings, seeds, event_tables, event_numbers, event_bodies,
            sat_tables, sat_sitters, sat_people, risen_tables, risen_sitters,
            entered, bodies, statuses, numbers, turns, moves, moved_tables, moved_numbers, moved_turns, moved_times,
            seen_tables, seen_sitters, seen_numbers
        );
        IF cardinality(due_tables) > 0 THEN
            UPDATE directory SET due = expected FROM unnest(due_tables, due_times) AS one (name, expected)
            WHERE table_id = name;
        END IF;
    END
    $$;
    """,
    # Keys by which people come back, the page that others may see, and how each game ended, for every person who sat
    # there. A result is written with the entry that says so, and never changes. One that cannot be read has none.
    """
    CREATE TABLE keys (
        id text COLLATE "C" PRIMARY KEY,
        person text COLLATE "C" NOT NULL,
        kind text NOT NULL,
        secret bytea NOT NULL,
        counter bigint NOT NULL,
        name text NOT NULL,
        since bigint NOT NULL,
        used bigint NOT NULL
    );
    CREATE INDEX keys_by_person ON keys (person);
    CREATE TABLE challenges (
        digest text COLLATE "C" PRIMARY KEY,
        session text COLLATE "C" NOT NULL,
        purpose text NOT NULL,
        until bigint NOT NULL
    );
    CREATE TABLE profiles (
        person text COLLATE "C" PRIMARY KEY,
        address text COLLATE "C" NOT NULL UNIQUE
    );
    CREATE TABLE results (
        table_id text COLLATE "C" NOT NULL,
        sitter bigint NOT NULL,
        game text COLLATE "C" NOT NULL,
        ended bigint NOT NULL,
        took bigint NOT NULL,
        moves bigint NOT NULL,
        people bigint NOT NULL,
        bots bigint NOT NULL,
        won bigint,
        points bigint,
        beaten bigint NOT NULL,
        PRIMARY KEY (table_id, sitter)
    );
    CREATE FUNCTION note_ending(name text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        WITH finished AS MATERIALIZED (
            SELECT table_id, status, moved, convert_from(body, 'UTF8')::jsonb AS told
            FROM directory WHERE table_id = name
        ), seated AS MATERIALIZED (
            SELECT (one ->> 'sitter')::bigint AS sitter, (one ->> 'level')::bigint AS level,
                (one ->> 'seat')::bigint AS seat, (told -> 'winners') @> (one -> 'seat') AS won
            FROM finished, jsonb_array_elements(told -> 'sitters') AS one
            WHERE jsonb_typeof(one -> 'seat') = 'number'
        )
        INSERT INTO results (table_id, sitter, game, ended, took, moves, people, bots, won, points, beaten)
        SELECT table_id, sitter,
            coalesce(told ->> 'game', ''),
            moved,
            greatest(0, moved - coalesce((told ->> 'opened')::bigint, moved)),
            (SELECT count(*) FROM events WHERE events.table_id = name AND position('"act"'::bytea IN body) > 0),
            (SELECT count(*) FROM seated WHERE level = 0),
            (SELECT count(*) FROM seated WHERE level > 0),
            CASE status WHEN 'over' THEN own.won::int END,
            CASE status WHEN 'over' THEN (told -> 'scores' ->> own.seat::int)::bigint END,
            coalesce((
                SELECT sum(DISTINCT 1 << level::int) FROM seated
                WHERE own.won AND status = 'over' AND level > 0 AND NOT seated.won
            ), 0)
        FROM finished, seated AS own
        WHERE level = 0 AND sitter IS NOT NULL AND NOT EXISTS (SELECT FROM results WHERE results.table_id = name)
        ON CONFLICT DO NOTHING;
    EXCEPTION WHEN data_exception OR statement_too_complex THEN
        NULL;
    END
    $$;
    CREATE FUNCTION note_this_ending() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM note_ending(new.table_id);
        RETURN NULL;
    END
    $$;
    SELECT note_ending(table_id) FROM directory WHERE status IN ('over', 'closed');
    CREATE TRIGGER ending AFTER INSERT OR UPDATE OF status ON directory FOR EACH ROW
        WHEN (new.status IN ('over', 'closed')) EXECUTE FUNCTION note_this_ending();
    """,
    # The hall (`store/hall.py`): tables that can be found, who looks for company, who is called where. A table that is
    # over leaves it.
    """
    CREATE TABLE hall (
        table_id text COLLATE "C" PRIMARY KEY,
        is_open bigint NOT NULL,
        watched bigint NOT NULL,
        seen bigint NOT NULL
    ) WITH (fillfactor = 50);
    CREATE INDEX hall_by_seen ON hall (seen);
    CREATE FUNCTION leave_hall() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM hall WHERE table_id = new.table_id;
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER leave_hall AFTER UPDATE OF status ON directory FOR EACH ROW
        WHEN (new.status NOT IN ('waiting', 'playing')) EXECUTE FUNCTION leave_hall();
    CREATE TABLE seeks (
        person text COLLATE "C" PRIMARY KEY,
        pace text NOT NULL,
        body text NOT NULL,
        since bigint NOT NULL,
        seen bigint NOT NULL
    );
    CREATE TABLE calls (
        person text COLLATE "C" NOT NULL,
        table_id text COLLATE "C" NOT NULL,
        host text COLLATE "C" NOT NULL,
        kind text NOT NULL,
        body text NOT NULL,
        at bigint NOT NULL,
        until bigint NOT NULL,
        PRIMARY KEY (person, table_id)
    );
    CREATE INDEX calls_by_host ON calls (host);
    CREATE INDEX calls_by_end ON calls (until);
    CREATE TABLE refusals (
        person text COLLATE "C" NOT NULL,
        other text COLLATE "C" NOT NULL,
        since bigint NOT NULL,
        PRIMARY KEY (person, other)
    );
    CREATE INDEX refusals_by_other ON refusals (other);
    """,
    """
    CREATE TABLE programs (
        id text COLLATE "C" PRIMARY KEY,
        owner text COLLATE "C" NOT NULL,
        since bigint NOT NULL
    );
    CREATE INDEX programs_by_owner ON programs (owner);
    """,
    # Ratings (`store/ratings.py`): tables that count in the order in which they were counted, 0 until then.
    """
    CREATE TABLE rated (
        table_id text COLLATE "C" PRIMARY KEY,
        place bigint NOT NULL,
        why text NOT NULL,
        game text COLLATE "C" NOT NULL,
        pace text COLLATE "C" NOT NULL,
        ended bigint NOT NULL
    );
    CREATE INDEX rated_by_place ON rated (place);
    CREATE TABLE rated_seats (
        table_id text COLLATE "C" NOT NULL,
        sitter bigint NOT NULL,
        account text COLLATE "C" NOT NULL,
        mu_before bigint NOT NULL,
        sigma_before bigint NOT NULL,
        mu bigint NOT NULL,
        sigma bigint NOT NULL,
        PRIMARY KEY (table_id, sitter)
    );
    CREATE INDEX rated_seats_by_account ON rated_seats (account);
    CREATE TABLE ratings (
        person text COLLATE "C" NOT NULL,
        game text COLLATE "C" NOT NULL,
        pace text COLLATE "C" NOT NULL,
        mu bigint NOT NULL,
        sigma bigint NOT NULL,
        games bigint NOT NULL,
        ended bigint NOT NULL,
        PRIMARY KEY (person, game, pace)
    );
    CREATE INDEX ratings_by_mu ON ratings (game, pace, mu);
    """,
    # Bells (`store/bells.py`): the house's key for push services, browsers and addresses that are rung, what for, and
    # what was last. A browser whose session ends, in whatever way, is rung no more.
    """
    CREATE TABLE house_keys (
        name text COLLATE "C" PRIMARY KEY,
        secret bytea NOT NULL
    );
    CREATE TABLE bells (
        session text COLLATE "C" PRIMARY KEY,
        person text COLLATE "C" NOT NULL,
        endpoint text COLLATE "C" NOT NULL,
        p256dh text NOT NULL,
        auth text NOT NULL,
        language text NOT NULL,
        home text NOT NULL,
        since bigint NOT NULL
    );
    CREATE INDEX bells_by_person ON bells (person);
    CREATE UNIQUE INDEX bells_by_endpoint ON bells (endpoint);
    CREATE FUNCTION end_bell() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM bells WHERE session = old.id;
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER bell_ends AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION end_bell();
    CREATE TABLE mailboxes (
        person text COLLATE "C" PRIMARY KEY,
        address text NOT NULL,
        language text NOT NULL,
        home text NOT NULL,
        since bigint NOT NULL,
        confirmed bigint NOT NULL,
        leave text COLLATE "C" NOT NULL,
        code text COLLATE "C" NOT NULL,
        until bigint NOT NULL
    );
    CREATE INDEX mailboxes_by_leave ON mailboxes (leave);
    CREATE INDEX mailboxes_by_code ON mailboxes (code);
    CREATE TABLE ringing (
        person text COLLATE "C" PRIMARY KEY,
        wishes text NOT NULL
    );
    CREATE TABLE rings (
        person text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        table_id text COLLATE "C" NOT NULL,
        number bigint NOT NULL,
        at bigint NOT NULL,
        PRIMARY KEY (person, kind, table_id)
    );
    """,
    # Stories of finished tables (`store/stories.py`), and who works on one until when.
    """
    CREATE TABLE stories (
        table_id text COLLATE "C" PRIMARY KEY,
        status text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        game text COLLATE "C" NOT NULL,
        level bigint NOT NULL,
        at bigint NOT NULL,
        body bytea NOT NULL,
        worker text COLLATE "C" NOT NULL DEFAULT '',
        until bigint NOT NULL DEFAULT 0
    );
    CREATE INDEX stories_wanted ON stories (at) WHERE status <> 'whole';
    """,
    # Deals of days, and who plays which deal where (`store/deals.py`).
    """
    CREATE TABLE days (
        day text COLLATE "C" PRIMARY KEY,
        game text NOT NULL,
        players bigint NOT NULL,
        level bigint NOT NULL,
        secret bytea NOT NULL,
        planned bigint NOT NULL,
        nonces text NOT NULL,
        seed bytea NOT NULL,
        reference text NOT NULL
    );
    CREATE TABLE dealt (
        deal text COLLATE "C" NOT NULL,
        person text COLLATE "C" NOT NULL,
        table_id text COLLATE "C" NOT NULL,
        card text COLLATE "C" NOT NULL UNIQUE,
        at bigint NOT NULL,
        PRIMARY KEY (deal, person)
    );
    CREATE INDEX dealt_by_person ON dealt (person, at);
    """,
)
ONE_AT_A_TIME = 0x7AB1EE
"""The lock of who brings the schema up to date."""


async def migrate(connection: Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the schema up to date; each step is one transaction. Raises `ValueError` for a newer database."""
    await connection.execute("SELECT pg_advisory_lock($1)", ONE_AT_A_TIME)
    try:
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
        while await _take_step(connection, migrations):
            pass
    finally:
        if not connection.is_closed():
            await connection.execute("SELECT pg_advisory_unlock($1)", ONE_AT_A_TIME)


async def _take_step(connection: Connection, migrations: Sequence[str]) -> bool:
    version = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
    if version > len(migrations):
        raise ValueError(f"the database is of version {version}; this program knows versions up to {len(migrations)}")
    if version == len(migrations):
        return False
    async with connection.transaction():
        await connection.execute(migrations[version])
        await connection.execute("DELETE FROM schema_version")
        await connection.execute("INSERT INTO schema_version VALUES ($1)", version + 1)
    return True
