"""What is asked of PostgreSQL: tables, entries of the directory, people, passes, leases."""

TABLE = """
    SELECT opening, seed,
        (SELECT array_agg(body ORDER BY number) FROM events WHERE table_id = $1),
        (SELECT array_agg(sitter ORDER BY sitter) FROM sitters WHERE table_id = $1),
        (SELECT array_agg(person ORDER BY sitter) FROM sitters WHERE table_id = $1),
        (SELECT array_agg(seen ORDER BY sitter) FROM sitters WHERE table_id = $1),
        (SELECT body FROM snapshots WHERE table_id = $1)
    FROM tables WHERE id = $1
"""
LATER = """
    SELECT
        (SELECT array_agg(body ORDER BY number) FROM events WHERE table_id = $1 AND number > $2),
        (SELECT array_agg(sitter ORDER BY sitter) FROM sitters WHERE table_id = $1),
        (SELECT array_agg(person ORDER BY sitter) FROM sitters WHERE table_id = $1),
        (SELECT array_agg(seen ORDER BY sitter) FROM sitters WHERE table_id = $1)
"""
NUMBERS = "SELECT table_id, number FROM directory WHERE table_id = ANY($1::text[])"
KEEP_SNAPSHOT = """
    INSERT INTO snapshots AS old (table_id, number, body) VALUES ($1, $2, $3)
    ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, body = excluded.body
    WHERE excluded.number > old.number
"""
ENTRY = "SELECT body, status, number, turn, moved, due FROM directory WHERE table_id = $1"
ENTRIES = """
    SELECT body, status, number, turn, moved, due, own
    FROM (SELECT table_id, array_agg(sitter ORDER BY sitter) AS own FROM sitters WHERE person = $1 GROUP BY table_id)
    JOIN directory USING (table_id)
    WHERE status IN ('waiting', 'playing') OR NOT $2
    ORDER BY moved DESC, table_id LIMIT $3
"""
PERSON = """
    SELECT persons.id, name, persons.since FROM sessions JOIN persons ON persons.id = person WHERE sessions.id = $1
"""
NAME = "SELECT name FROM persons WHERE id = $1"
SESSIONS = "SELECT id, person, since, seen, device FROM sessions WHERE person = $1 ORDER BY seen DESC, since DESC, id"
BEGIN_SESSION = """
    INSERT INTO sessions (id, person, since, seen, device)
    SELECT $1, id, $2, $2, $3 FROM persons WHERE id = $4 ON CONFLICT (id) DO NOTHING
"""
# Of two tabs that come at once the second waits for the first, and leaves no person behind of whom nobody knows.
BEGIN_NEW_SESSION = """
    WITH begun AS (
        INSERT INTO sessions (id, person, since, seen, device) VALUES ($1, $4, $2, $2, $3)
        ON CONFLICT (id) DO NOTHING RETURNING person
    )
    INSERT INTO persons (id, name, since) SELECT person, '', $2 FROM begun
"""
SAW_SESSION = "UPDATE sessions SET seen = $2 WHERE id = $1 AND seen <= $3"
IS_OVERDUE = "SELECT 1 FROM sessions WHERE id = $1 AND seen <= $2"
# Asked again after a lost connection it must still say whose the session was: so that is read before.
END_SESSION = """
    WITH ended AS (DELETE FROM sessions WHERE id = $2 AND person = $1 RETURNING person)
    DELETE FROM passes WHERE person IN (SELECT person FROM ended)
"""
RENAME = """
    INSERT INTO persons (id, name, since) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = excluded.name
"""
WITHDRAW_PASSES = "DELETE FROM passes WHERE person = $1 OR until <= $2"
GIVE_PASS = """
    INSERT INTO passes (digest, person, back, until) VALUES ($1, $2, $3, $4) ON CONFLICT (digest) DO NOTHING
"""
FIND_PASS = "SELECT digest, person, back, until FROM passes WHERE digest = $1 AND until > $2"
USE_PASS = "DELETE FROM passes WHERE digest = $1 AND until > $2 RETURNING digest, person, back, until"
# If a lease ends later than one that is taken now, the clock has been put back since: it is as good as over. "Now" is
# asked for once the row is ours: of two who come at the same moment, the one who waited reckoned its end earlier.
TAKE_LEASE = """
    INSERT INTO leases AS held (table_id, server, until) VALUES ($1, $2, clock_timestamp() + $3)
    ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, until = clock_timestamp() + $3, token = CASE
        WHEN held.server = excluded.server AND held.until > clock_timestamp() THEN held.token
        ELSE nextval('lease_tokens') END
    WHERE held.server = excluded.server OR held.until <= clock_timestamp() OR held.until > clock_timestamp() + $3
    RETURNING token
"""
KEEP_LEASES = """
    UPDATE leases SET until = clock_timestamp() + $3
    FROM unnest($1::text[], $2::bigint[]) AS one (name, fence) WHERE table_id = name AND token = fence
    RETURNING table_id
"""
RELEASE_LEASES = """
    DELETE FROM leases USING unnest($1::text[], $2::bigint[]) AS one (name, fence)
    WHERE table_id = name AND token = fence
"""
DUE = "SELECT table_id, due FROM directory WHERE due IS NOT NULL ORDER BY due LIMIT $1"
NOTE_HOURS = """
    WITH past AS (DELETE FROM hours WHERE until < $4)
    INSERT INTO hours AS known (server, since, until) VALUES ($1, $2, $3)
    ON CONFLICT (server, since) DO UPDATE SET until = greatest(known.until, excluded.until)
"""
HOURS = "SELECT since, until FROM hours WHERE until > $1 ORDER BY since"
