-- A database of version 1, the first that was released: it must be readable for ever. There is a table of every kind;
-- some were damaged on purpose. The tokens of zoe, otto and ada are their names with as many dashes as make 43 letters.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE tables (id TEXT PRIMARY KEY, opening BLOB NOT NULL, seed BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE participants (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, person TEXT CHECK (person <> '') NOT NULL, seen INTEGER NOT NULL DEFAULT 0,
    merged INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_id, participant)
) WITHOUT ROWID;
CREATE INDEX participants_by_person ON participants (person);
CREATE TABLE former_participants (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, person TEXT CHECK (person <> '') NOT NULL, PRIMARY KEY (table_id, participant)
) WITHOUT ROWID;
CREATE INDEX former_participants_by_person ON former_participants (person);
CREATE TABLE snapshots (table_id TEXT PRIMARY KEY, number INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE results (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, game TEXT NOT NULL, ended INTEGER NOT NULL,
    took INTEGER NOT NULL, moves INTEGER NOT NULL, people INTEGER NOT NULL, bots INTEGER NOT NULL,
    won INTEGER, points INTEGER, beaten INTEGER NOT NULL, PRIMARY KEY (table_id, participant)
) WITHOUT ROWID;
CREATE TABLE directory (
    table_id TEXT PRIMARY KEY, status TEXT NOT NULL, number INTEGER NOT NULL, turn INTEGER, moved INTEGER NOT NULL,
    due INTEGER, body BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX directory_by_due ON directory (due) WHERE due IS NOT NULL;
CREATE INDEX directory_unfinished ON directory (status) WHERE status IN ('waiting', 'playing');
CREATE INDEX directory_undo ON directory (table_id) WHERE instr(body, '"undo":') > 0;
CREATE TABLE hours (
    server TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (server, since)
) WITHOUT ROWID;
CREATE TABLE persons (id TEXT CHECK (id <> '') PRIMARY KEY, name TEXT NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (
    id TEXT CHECK (id <> '') PRIMARY KEY, person TEXT CHECK (person <> '') NOT NULL, since INTEGER NOT NULL, seen INTEGER NOT NULL, device TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person);
CREATE TABLE sign_in_keys (
    id TEXT PRIMARY KEY, person TEXT CHECK (person <> '') NOT NULL, kind TEXT NOT NULL, secret BLOB NOT NULL, counter INTEGER NOT NULL,
    name TEXT NOT NULL, since INTEGER NOT NULL, used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sign_in_keys_by_person ON sign_in_keys (person);
CREATE TABLE challenges (
    digest TEXT PRIMARY KEY, session TEXT CHECK (session <> '') NOT NULL, purpose TEXT NOT NULL, until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE profiles (person TEXT CHECK (person <> '') PRIMARY KEY, address TEXT UNIQUE, parts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE device_links (
    digest TEXT PRIMARY KEY, person TEXT CHECK (person <> '') NOT NULL, back TEXT NOT NULL, until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX device_links_by_person ON device_links (person);
CREATE TABLE bot_accounts (id TEXT CHECK (id <> '') PRIMARY KEY, owner TEXT CHECK (owner <> '') NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX bot_accounts_by_owner ON bot_accounts (owner);
CREATE TABLE bot_account_claims (
    account TEXT CHECK (account <> '') NOT NULL, table_id TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (account, table_id)
) WITHOUT ROWID;
CREATE TABLE sanctions (
    person TEXT CHECK (person <> '') NOT NULL, sanction TEXT NOT NULL, since INTEGER NOT NULL, why TEXT NOT NULL,
    PRIMARY KEY (person, sanction)
) WITHOUT ROWID;
CREATE TABLE notices (
    id INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, about TEXT CHECK (about <> ''), why TEXT NOT NULL,
    host_name TEXT NOT NULL DEFAULT ''
);
CREATE TABLE host_keys (
    id TEXT PRIMARY KEY, digest TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL,
    lasts INTEGER NOT NULL, used INTEGER NOT NULL, person TEXT CHECK (person <> '')
) WITHOUT ROWID;
CREATE INDEX host_keys_by_person ON host_keys (person);
CREATE TABLE announcements (id TEXT PRIMARY KEY, since INTEGER NOT NULL, until INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE servers (name TEXT PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE reports (
    id TEXT PRIMARY KEY, at INTEGER NOT NULL, table_id TEXT NOT NULL, reporter TEXT CHECK (reporter <> '') NOT NULL, person TEXT CHECK (person <> '') NOT NULL,
    name TEXT NOT NULL, why TEXT NOT NULL, words TEXT NOT NULL, answered INTEGER NOT NULL, answer TEXT NOT NULL,
    outcome TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX reports_by_reporter ON reports (reporter);
CREATE TABLE evidence (
    report TEXT NOT NULL, id TEXT NOT NULL, person TEXT CHECK (person <> '') NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (report, id)
) WITHOUT ROWID;
CREATE INDEX evidence_by_person ON evidence (person);
CREATE TABLE chat_messages (
    id TEXT PRIMARY KEY, table_id TEXT NOT NULL, person TEXT CHECK (person <> '') NOT NULL, participant INTEGER NOT NULL,
    at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, room TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX chat_messages_by_table ON chat_messages (table_id, at);
CREATE INDEX chat_messages_by_person ON chat_messages (person);
CREATE INDEX chat_messages_by_time ON chat_messages (at);
CREATE TABLE chat_writers (person TEXT CHECK (person <> '') PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE muted (person TEXT CHECK (person <> '') NOT NULL, other TEXT CHECK (other <> '') NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (person, other)) WITHOUT ROWID;
CREATE TABLE lobby_tables (
    table_id TEXT PRIMARY KEY, is_open INTEGER NOT NULL, watched INTEGER NOT NULL, seen INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lobby_tables_by_seen ON lobby_tables (seen);
CREATE TABLE match_requests (
    person TEXT CHECK (person <> '') PRIMARY KEY, pace TEXT NOT NULL, body TEXT NOT NULL, since INTEGER NOT NULL, seen INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE found_tables (
    person TEXT CHECK (person <> '') PRIMARY KEY, terms TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX found_tables_by_time ON found_tables (at);
CREATE TABLE invitations (
    person TEXT CHECK (person <> '') NOT NULL, table_id TEXT NOT NULL, host TEXT CHECK (host <> '') NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
    at INTEGER NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
CREATE INDEX invitations_by_host ON invitations (host);
CREATE INDEX invitations_by_end ON invitations (until);
CREATE TABLE refusals (
    person TEXT CHECK (person <> '') NOT NULL, other TEXT CHECK (other <> '') NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (person, other)
) WITHOUT ROWID;
CREATE INDEX refusals_by_other ON refusals (other);
CREATE TABLE rated_tables (
    table_id TEXT PRIMARY KEY, place INTEGER NOT NULL, why TEXT NOT NULL, game TEXT NOT NULL, pace TEXT NOT NULL,
    ended INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX rated_tables_by_place ON rated_tables (place);
CREATE TABLE rated_seats (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, account TEXT CHECK (account <> '') NOT NULL, mu_before INTEGER NOT NULL,
    sigma_before INTEGER NOT NULL, mu INTEGER NOT NULL, sigma INTEGER NOT NULL, PRIMARY KEY (table_id, participant)
) WITHOUT ROWID;
CREATE INDEX rated_seats_by_account ON rated_seats (account);
CREATE TABLE ratings (
    person TEXT CHECK (person <> '') NOT NULL, game TEXT NOT NULL, pace TEXT NOT NULL, mu INTEGER NOT NULL, sigma INTEGER NOT NULL,
    games INTEGER NOT NULL, ended INTEGER NOT NULL, PRIMARY KEY (person, game, pace)
) WITHOUT ROWID;
CREATE INDEX ratings_by_mu ON ratings (game, pace, mu);
CREATE TABLE server_keys (name TEXT PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE push_subscriptions (
    session TEXT CHECK (session <> '') PRIMARY KEY, person TEXT CHECK (person <> '') NOT NULL, endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
    language TEXT NOT NULL, home TEXT NOT NULL, since INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);
CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);
CREATE TABLE mailboxes (
    person TEXT CHECK (person <> '') PRIMARY KEY, address TEXT NOT NULL, language TEXT NOT NULL, home TEXT NOT NULL,
    since INTEGER NOT NULL, confirmed INTEGER NOT NULL, leave TEXT NOT NULL, code TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX mailboxes_by_leave ON mailboxes (leave);
CREATE INDEX mailboxes_by_code ON mailboxes (code);
CREATE TABLE webhooks (
    person TEXT CHECK (person <> '') PRIMARY KEY, address TEXT NOT NULL, language TEXT NOT NULL, home TEXT NOT NULL, since INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE notification_preferences (person TEXT CHECK (person <> '') PRIMARY KEY, preferences TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sent_notifications (
    person TEXT CHECK (person <> '') NOT NULL, kind TEXT NOT NULL, table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (person, kind, table_id)
) WITHOUT ROWID;
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY, status TEXT NOT NULL, starts INTEGER NOT NULL, listed INTEGER NOT NULL, host TEXT CHECK (host <> ''),
    club TEXT NOT NULL, secret BLOB NOT NULL, body TEXT NOT NULL, players TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tournaments_by_status ON tournaments (status, starts);
CREATE INDEX tournaments_by_club ON tournaments (club) WHERE club <> '';
CREATE TABLE tournament_players (
    tournament TEXT NOT NULL, number INTEGER NOT NULL, person TEXT CHECK (person <> ''), joined INTEGER NOT NULL, withdrew INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX tournament_players_by_person ON tournament_players (person, tournament);
CREATE TABLE tournament_schedules (id TEXT PRIMARY KEY, secret BLOB NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE clubs (id TEXT PRIMARY KEY, link TEXT NOT NULL UNIQUE, name TEXT NOT NULL, since INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE club_members (
    club TEXT NOT NULL, person TEXT CHECK (person <> '') NOT NULL, joined INTEGER NOT NULL, called INTEGER NOT NULL,
    PRIMARY KEY (club, person)
) WITHOUT ROWID;
CREATE INDEX club_members_by_person ON club_members (person);
CREATE TABLE club_tables (table_id TEXT PRIMARY KEY, club TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX club_tables_by_club ON club_tables (club);
CREATE TABLE holidays (person TEXT CHECK (person <> '') PRIMARY KEY, since INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE plans (
    table_id TEXT NOT NULL, participant INTEGER NOT NULL, body TEXT NOT NULL, notes TEXT NOT NULL,
    considered INTEGER NOT NULL, active INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (table_id, participant)
) WITHOUT ROWID;
CREATE INDEX plans_active ON plans (table_id) WHERE active = 1;
CREATE TABLE stories (
    table_id TEXT PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL, game TEXT NOT NULL,
    level INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
    worker TEXT NOT NULL DEFAULT '', until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX stories_wanted ON stories (at) WHERE status <> 'whole';
CREATE TABLE daily_deals (
    day TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, level INTEGER NOT NULL, secret BLOB NOT NULL,
    planned INTEGER NOT NULL, nonces TEXT NOT NULL, seed BLOB NOT NULL, reference TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE deal_plays (
    deal TEXT NOT NULL, person TEXT CHECK (person <> '') NOT NULL, table_id TEXT NOT NULL, card TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
    PRIMARY KEY (deal, person)
) WITHOUT ROWID;
CREATE INDEX deal_plays_by_person ON deal_plays (person, at);
CREATE TABLE leases (
    token INTEGER PRIMARY KEY AUTOINCREMENT, table_id TEXT NOT NULL UNIQUE, server TEXT NOT NULL, until INTEGER NOT NULL
);
INSERT INTO tables VALUES ('closed-otherwise', CAST('{"table":"closed-otherwise","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"462c9e49284eb576182e590eaf11290b0dd490327678f3f4fc4d8a6232f2ceb5","solo":false,"in_order":false,"opened":1780011760000}' AS BLOB), X'e3e1d4c6465eeca7dfc3a54e1f4e9d862b3c13a316d4572b89f59c64239e60ce');
INSERT INTO tables VALUES ('closed-playing', CAST('{"table":"closed-playing","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"4ed57bb057dda9ab7554d64124969c4af9b76306a48d3b5a894f50193ea5acef","solo":false,"in_order":false,"opened":1780010740000}' AS BLOB), X'62f284e9a6d0814e7c4246a00f30a4a2267d1cd2b5c04030dc7b0d6236245db2');
INSERT INTO tables VALUES ('closed-waiting', CAST('{"table":"closed-waiting","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"efb703df1213168dcf6eb1da84b0b53f17001cc1aebe3abc73373d5d315221f2","solo":false,"in_order":false,"opened":1780011400000}' AS BLOB), X'10963ac4ce1de123ce76b2a5d0e2a1bd4f34d1e76f731332daced9661fafb0ac');
INSERT INTO tables VALUES ('damaged-and-over', CAST('{"table":"damaged-and-over","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"ec018d75c68e9864e27d4f8b54dfb942bc90c4d0a30795127532c7b7d19f3efb","solo":false,"in_order":false,"opened":1780015060000}' AS BLOB), X'd964065fd078cfd899409525e22428e40c988fbe58f466ea4cddbc411723dc13');
INSERT INTO tables VALUES ('damaged-line', CAST('{"table":"damaged-line","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"e9a8691a9585fc81dea3c461d2cca9d1f4aa4e0e9c73417702d13eccac0fd060","solo":false,"in_order":false,"opened":1780013740000}' AS BLOB), X'c2bd66debccd82352e2d62f0a2ba36b01a9db217fcc9ef9771376de18b06d982');
INSERT INTO tables VALUES ('damaged-opening', CAST('{"table":' AS BLOB), X'737998db59cdb830de51cd33421dbac88484754399ea68df33345b8f52f277f9');
INSERT INTO tables VALUES ('dice', CAST('{"table":"dice","game":"morpyam","rules":1,"players":2,"options":{"double_morpyam":"off"},"commitment":"7f9dade7b8706cd2e8d0a043dc4f4b7b33ff7f617a723300ce4e96c82ca8343a","solo":true,"in_order":false,"opened":1780003540000}' AS BLOB), X'e1e025805cd63af3eaf1de7c010a537df1fa24009c5d332f3a068cd382e46ca7');
INSERT INTO tables VALUES ('handed', CAST('{"table":"handed","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"ad617ab37a808c0908b5869c116959d87a5114a1520fe32109bd68ff13d500a1","solo":false,"in_order":false,"opened":1780002220000}' AS BLOB), X'7174e4104b517a87d550223e261b51a6dc1749fb91eed49bc9f355399fa24dd3');
INSERT INTO tables VALUES ('illegal-action', CAST('{"table":"illegal-action","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"755809cb87daa5708b8ffa478f850fc0e05b14f24769bce837ee67ea6506c71a","solo":false,"in_order":false,"opened":1780013080000}' AS BLOB), X'3152e734a6f2211858cfc5db3e4dc5abfd77e3e7ee7b4428e0a97344ae31c9af');
INSERT INTO tables VALUES ('left', CAST('{"table":"left","game":"netzwerk","rules":1,"players":2,"options":{"hands":"open"},"commitment":"6789a3bc683d570ad1be56be2603a92489d0ffee8778b9a2139e86f0d2aa234d","solo":false,"in_order":false,"opened":1780010080000}' AS BLOB), X'360f84035942243c6a36537ae2f8673485e6c04455a0a85a0db19690f2541480');
INSERT INTO tables VALUES ('lost-line', CAST('{"table":"lost-line","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"39253992a372d9d7757ca49202d6ec257917024f93b403ef79bea7d91cd79bc6","solo":false,"in_order":false,"opened":1780020040000}' AS BLOB), X'685271359256354efe26ec9c80e03167bc2122989ffae021057749ea7f7458e4');
INSERT INTO tables VALUES ('nameless', CAST('{"table":"nameless","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"11a2eb28ed44c0af4ab16847a8ce566492ce101b356100ee2b1472999a9581f3","solo":false,"in_order":false,"opened":1780001680000}' AS BLOB), X'17d72fdf1868464ade4f11f794ecd73b655db1e8eed322d2f66bdcba5bcfdad5');
INSERT INTO tables VALUES ('newer-event', CAST('{"table":"newer-event","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"254a8cb12cc39407be6f9aae6b82b9e414319c132e5c7eff9c8df89f9b23a9df","solo":false,"in_order":false,"opened":1780014400000}' AS BLOB), X'2fcf6b459f6c83348a792fa3fa19eb86cd169b41d25514893b05bd1f2d7d58be');
INSERT INTO tables VALUES ('next', CAST('{"table":"next","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"b03e071d11ec14e1df38ab29189a63ff5dc17262633d279584b0d7ec192c102a","solo":false,"in_order":true,"opened":1780009900000}' AS BLOB), X'c6c1c9a9c8543f1e4cd980064cf1625eeb61a90703b2464fff039f21682508b3');
INSERT INTO tables VALUES ('other-rules', CAST('{"table":"other-rules","game":"isis","rules":99,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"54aac02d602eaf3190484b19e9be2074213e97b85ae90a9c5f0d727f44a10f6d","solo":false,"in_order":false,"opened":1780012120000}' AS BLOB), X'5dbbc278695b8de4a02f21e3ca8c0bff9318ee28620b08f5389c3eb2780d2dd5');
INSERT INTO tables VALUES ('over', CAST('{"table":"over","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"5c780eed7c252a8c8197887cae128c663d4dc99e29ddd6b0b203d2f0927e4f20","solo":false,"in_order":false,"opened":1780004860000}' AS BLOB), X'5fb6a47e368e12e5d8b19280796e6a3d146fe391ed2e967d5f95c55bfb0f9c2f');
INSERT INTO tables VALUES ('playing', CAST('{"table":"playing","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"66aa7e45dfbc293daf8d1a78c11b17b27beb3409f416e708d498f5c4344b07c2","solo":false,"in_order":false,"opened":1780000900000}' AS BLOB), X'0db79e63c5179b1263619f693ca7125017237cec447946bdb40a8d3175c1773d');
INSERT INTO tables VALUES ('risen', CAST('{"table":"risen","game":"isis","rules":1,"players":3,"options":{"reserve":"own","memory":"hidden"},"commitment":"d3fb2cefef637085f88678d790cced748e0f45d02172eea404a153cf81aec3fd","solo":false,"in_order":false,"opened":1780000360000}' AS BLOB), X'72a0b69042f71aa23471a3159f5332d64e307fe3c7119f0f2a90dd3b65267b50');
INSERT INTO tables VALUES ('shared-device', CAST('{"table":"shared-device","game":"isis","rules":1,"players":3,"options":{"reserve":"own","memory":"hidden"},"commitment":"c6ad08d4da93fa6f399ad1a0392ba8404d76a2c9f4f37dd3c052baddc53a7c95","solo":false,"in_order":false,"opened":1780002940000}' AS BLOB), X'9049b2f1faa2eb7221485051e5bb917f867adc60aebb0a294bfd00df35164687');
INSERT INTO tables VALUES ('taken-back', CAST('{"table":"taken-back","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"364d8904b648974f7a16d708ccd624578337ff838cfd1370571c7c700201b5fe","solo":false,"in_order":false,"opened":1780004380000}' AS BLOB), X'4f93321d8c07c521cd6069830086f63f8def073223f322482de243a1e21e9ad3');
INSERT INTO tables VALUES ('unknown-game', CAST('{"table":"unknown-game","game":"whist","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"commitment":"697fc7f82421b99c94db4307584db35f7d30af5393a6c1786fe5f6cfcfc4496c","solo":false,"in_order":false,"opened":1780012600000}' AS BLOB), X'd3cfa524ae00a917c9575e8cfc6f75ec677b98ce71e92ac64e4945c8c0891ce2');
INSERT INTO tables VALUES ('waiting', CAST('{"table":"waiting","game":"isis","rules":1,"players":3,"options":{"reserve":"own","memory":"hidden"},"commitment":"2057af797f4d893391a9bf1497e6d800243cc497aa576d1e8793396d66fb279b","solo":false,"in_order":false,"opened":1780000060000}' AS BLOB), X'80cfa3e7f28dde4df64436b652230aff28d7779116d1369c21ef2bbf37261d71');
INSERT INTO tables VALUES ('waiting-solo', CAST('{"table":"waiting-solo","game":"morfals","rules":1,"players":2,"options":{"match":1,"capture":"auto","last_man":"auto"},"commitment":"8204f3698e63f3edd5f463e90a6a6af9d122032ac8c5b2234bc0733939b0ab96","solo":true,"in_order":false,"opened":1780000720000}' AS BLOB), X'06e3e58f112ee31d281cd396658e0d3b0bd29283c9f2356e322b74feae40b816');
INSERT INTO events VALUES ('closed-otherwise', 1, CAST('{"event":"sit","number":1,"at":1780011820000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('closed-otherwise', 2, CAST('{"event":"nonce","number":2,"at":1780011880000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('closed-otherwise', 3, CAST('{"event":"sit","number":3,"at":1780011940000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('closed-otherwise', 4, CAST('{"event":"nonce","number":4,"at":1780012000000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('closed-otherwise', 5, CAST('{"event":"close","number":5,"at":1780012060000,"why":"fire"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 1, CAST('{"event":"sit","number":1,"at":1780010800000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 2, CAST('{"event":"nonce","number":2,"at":1780010860000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 3, CAST('{"event":"sit","number":3,"at":1780010920000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 4, CAST('{"event":"nonce","number":4,"at":1780010980000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 5, CAST('{"event":"start","number":5,"at":1780011040000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 6, CAST('{"event":"act","number":6,"at":1780011100000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 7, CAST('{"event":"act","number":7,"at":1780011160000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 8, CAST('{"event":"act","number":8,"at":1780011220000,"seat":0,"text":"pawn a4"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 9, CAST('{"event":"act","number":9,"at":1780011280000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('closed-playing', 10, CAST('{"event":"close","number":10,"at":1780011340000,"why":"rules"}' AS BLOB));
INSERT INTO events VALUES ('closed-waiting', 1, CAST('{"event":"sit","number":1,"at":1780011460000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('closed-waiting', 2, CAST('{"event":"nonce","number":2,"at":1780011520000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('closed-waiting', 3, CAST('{"event":"sit","number":3,"at":1780011580000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('closed-waiting', 4, CAST('{"event":"nonce","number":4,"at":1780011640000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('closed-waiting', 5, CAST('{"event":"close","number":5,"at":1780011700000,"why":"rules"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 1, CAST('{"event":"sit","number":1,"at":1780015120000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 2, CAST('{"event":"nonce","number":2,"at":1780015180000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 3, CAST('{"event":"sit","number":3,"at":1780015240000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 4, CAST('{"event":"nonce","number":4,"at":1780015300000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 5, CAST('{"event":"start","number":5,"at":1780015360000,"order":[3,1]}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 6, CAST('{"event":"act","number":6,"at":1780015420000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 7, CAST('{"event":"act","number":7,"at":1780015480000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 8, CAST('{"number":8,"kind":"' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 9, CAST('{"event":"act","number":9,"at":1780015600000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 10, CAST('{"event":"act","number":10,"at":1780015660000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 11, CAST('{"event":"act","number":11,"at":1780015720000,"seat":1,"text":"pawn c6"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 12, CAST('{"event":"act","number":12,"at":1780015780000,"seat":0,"text":"pawn b4"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 13, CAST('{"event":"act","number":13,"at":1780015840000,"seat":1,"text":"pawn b5"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 14, CAST('{"event":"act","number":14,"at":1780015900000,"seat":0,"text":"pawn d3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 15, CAST('{"event":"act","number":15,"at":1780015960000,"seat":1,"text":"pawn d6"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 16, CAST('{"event":"act","number":16,"at":1780016020000,"seat":0,"text":"pawn b2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 17, CAST('{"event":"act","number":17,"at":1780016080000,"seat":1,"text":"pawn d1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 18, CAST('{"event":"act","number":18,"at":1780016140000,"seat":0,"text":"pawn f4"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 19, CAST('{"event":"act","number":19,"at":1780016200000,"seat":1,"text":"pawn a1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 20, CAST('{"event":"act","number":20,"at":1780016260000,"seat":0,"text":"pawn d4"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 21, CAST('{"event":"act","number":21,"at":1780016320000,"seat":1,"text":"pawn a5"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 22, CAST('{"event":"act","number":22,"at":1780016380000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 23, CAST('{"event":"chance","number":23,"at":1780016440000,"seat":0,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 24, CAST('{"event":"act","number":24,"at":1780016500000,"seat":0,"text":"place d5"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 25, CAST('{"event":"act","number":25,"at":1780016560000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 26, CAST('{"event":"chance","number":26,"at":1780016620000,"seat":1,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 27, CAST('{"event":"act","number":27,"at":1780016680000,"seat":1,"text":"place b3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 28, CAST('{"event":"act","number":28,"at":1780016740000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 29, CAST('{"event":"chance","number":29,"at":1780016800000,"seat":0,"text":"reveal +1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 30, CAST('{"event":"act","number":30,"at":1780016860000,"seat":0,"text":"place c4"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 31, CAST('{"event":"act","number":31,"at":1780016920000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 32, CAST('{"event":"chance","number":32,"at":1780016980000,"seat":1,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 33, CAST('{"event":"act","number":33,"at":1780017040000,"seat":1,"text":"place b1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 34, CAST('{"event":"act","number":34,"at":1780017100000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 35, CAST('{"event":"chance","number":35,"at":1780017160000,"seat":0,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 36, CAST('{"event":"act","number":36,"at":1780017220000,"seat":0,"text":"place c1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 37, CAST('{"event":"act","number":37,"at":1780017280000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 38, CAST('{"event":"chance","number":38,"at":1780017340000,"seat":1,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 39, CAST('{"event":"act","number":39,"at":1780017400000,"seat":1,"text":"place e5"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 40, CAST('{"event":"act","number":40,"at":1780017460000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 41, CAST('{"event":"chance","number":41,"at":1780017520000,"seat":0,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 42, CAST('{"event":"act","number":42,"at":1780017580000,"seat":0,"text":"place e3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 43, CAST('{"event":"act","number":43,"at":1780017640000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 44, CAST('{"event":"chance","number":44,"at":1780017700000,"seat":1,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 45, CAST('{"event":"act","number":45,"at":1780017760000,"seat":1,"text":"place c5"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 46, CAST('{"event":"act","number":46,"at":1780017820000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 47, CAST('{"event":"chance","number":47,"at":1780017880000,"seat":0,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 48, CAST('{"event":"act","number":48,"at":1780017940000,"seat":0,"text":"place e4"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 49, CAST('{"event":"act","number":49,"at":1780018000000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 50, CAST('{"event":"chance","number":50,"at":1780018060000,"seat":1,"text":"reveal +3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 51, CAST('{"event":"act","number":51,"at":1780018120000,"seat":1,"text":"place a6"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 52, CAST('{"event":"act","number":52,"at":1780018180000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 53, CAST('{"event":"chance","number":53,"at":1780018240000,"seat":0,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 54, CAST('{"event":"act","number":54,"at":1780018300000,"seat":0,"text":"place c3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 55, CAST('{"event":"act","number":55,"at":1780018360000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 56, CAST('{"event":"chance","number":56,"at":1780018420000,"seat":1,"text":"reveal -3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 57, CAST('{"event":"act","number":57,"at":1780018480000,"seat":1,"text":"place f2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 58, CAST('{"event":"act","number":58,"at":1780018540000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 59, CAST('{"event":"chance","number":59,"at":1780018600000,"seat":0,"text":"reveal -3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 60, CAST('{"event":"act","number":60,"at":1780018660000,"seat":0,"text":"place f3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 61, CAST('{"event":"act","number":61,"at":1780018720000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 62, CAST('{"event":"chance","number":62,"at":1780018780000,"seat":1,"text":"reveal +3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 63, CAST('{"event":"act","number":63,"at":1780018840000,"seat":1,"text":"place a3"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 64, CAST('{"event":"act","number":64,"at":1780018900000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 65, CAST('{"event":"chance","number":65,"at":1780018960000,"seat":0,"text":"reveal +1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 66, CAST('{"event":"act","number":66,"at":1780019020000,"seat":0,"text":"place a2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 67, CAST('{"event":"act","number":67,"at":1780019080000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 68, CAST('{"event":"chance","number":68,"at":1780019140000,"seat":1,"text":"reveal -1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 69, CAST('{"event":"act","number":69,"at":1780019200000,"seat":1,"text":"place f1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 70, CAST('{"event":"act","number":70,"at":1780019260000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 71, CAST('{"event":"chance","number":71,"at":1780019320000,"seat":0,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 72, CAST('{"event":"act","number":72,"at":1780019380000,"seat":0,"text":"place e6"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 73, CAST('{"event":"act","number":73,"at":1780019440000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 74, CAST('{"event":"chance","number":74,"at":1780019500000,"seat":1,"text":"reveal -1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 75, CAST('{"event":"act","number":75,"at":1780019560000,"seat":1,"text":"place f5"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 76, CAST('{"event":"act","number":76,"at":1780019620000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 77, CAST('{"event":"chance","number":77,"at":1780019680000,"seat":0,"text":"reveal +4"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 78, CAST('{"event":"act","number":78,"at":1780019740000,"seat":0,"text":"place b6"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 79, CAST('{"event":"act","number":79,"at":1780019800000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 80, CAST('{"event":"chance","number":80,"at":1780019860000,"seat":1,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 81, CAST('{"event":"act","number":81,"at":1780019920000,"seat":1,"text":"place e2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-and-over', 82, CAST('{"event":"over","number":82,"at":1780019980000,"reason":"points","scores":[3,7],"winners":[1],"seed":"d964065fd078cfd899409525e22428e40c988fbe58f466ea4cddbc411723dc13"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 1, CAST('{"event":"sit","number":1,"at":1780013800000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 2, CAST('{"event":"nonce","number":2,"at":1780013860000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 3, CAST('{"event":"sit","number":3,"at":1780013920000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 4, CAST('{"event":"nonce","number":4,"at":1780013980000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 5, CAST('{"event":"start","number":5,"at":1780014040000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 6, CAST('{"event":"act","number":6,"at":1780014100000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 7, CAST('{"event":"act","number":7,"at":1780014160000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 8, CAST('{"number":8,"kind":"' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 9, CAST('{"event":"act","number":9,"at":1780014280000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-line', 10, CAST('{"event":"act","number":10,"at":1780014340000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 1, CAST('{"event":"sit","number":1,"at":1780020760000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 2, CAST('{"event":"nonce","number":2,"at":1780020820000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 3, CAST('{"event":"sit","number":3,"at":1780020880000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 4, CAST('{"event":"nonce","number":4,"at":1780020940000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 5, CAST('{"event":"start","number":5,"at":1780021000000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 6, CAST('{"event":"act","number":6,"at":1780021060000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 7, CAST('{"event":"act","number":7,"at":1780021120000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 8, CAST('{"event":"act","number":8,"at":1780021180000,"seat":0,"text":"pawn a4"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 9, CAST('{"event":"act","number":9,"at":1780021240000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('damaged-opening', 10, CAST('{"event":"act","number":10,"at":1780021300000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('dice', 1, CAST('{"event":"sit","number":1,"at":1780003600000,"name":"Puce","level":1}' AS BLOB));
INSERT INTO events VALUES ('dice', 2, CAST('{"event":"sit","number":2,"at":1780003660000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('dice', 3, CAST('{"event":"nonce","number":3,"at":1780003720000,"sitter":2,"nonce":"11111111111111111111111111111111"}' AS BLOB));
INSERT INTO events VALUES ('dice', 4, CAST('{"event":"start","number":4,"at":1780003780000,"order":[2,1]}' AS BLOB));
INSERT INTO events VALUES ('dice', 5, CAST('{"event":"chance","number":5,"at":1780003840000,"seat":0,"text":"start 1"}' AS BLOB));
INSERT INTO events VALUES ('dice', 6, CAST('{"event":"act","number":6,"at":1780003900000,"seat":1,"text":"call carre"}' AS BLOB));
INSERT INTO events VALUES ('dice', 7, CAST('{"event":"chance","number":7,"at":1780003960000,"seat":1,"text":"dice 24455"}' AS BLOB));
INSERT INTO events VALUES ('dice', 8, CAST('{"event":"act","number":8,"at":1780004020000,"seat":1,"text":"keep 4"}' AS BLOB));
INSERT INTO events VALUES ('dice', 9, CAST('{"event":"act","number":9,"at":1780004080000,"seat":1,"text":"call carre"}' AS BLOB));
INSERT INTO events VALUES ('dice', 10, CAST('{"event":"chance","number":10,"at":1780004140000,"seat":1,"text":"dice 14556"}' AS BLOB));
INSERT INTO events VALUES ('dice', 11, CAST('{"event":"act","number":11,"at":1780004200000,"seat":1,"text":"keep 5"}' AS BLOB));
INSERT INTO events VALUES ('dice', 12, CAST('{"event":"act","number":12,"at":1780004260000,"seat":1,"text":"call maxi"}' AS BLOB));
INSERT INTO events VALUES ('dice', 13, CAST('{"event":"chance","number":13,"at":1780004320000,"seat":1,"text":"dice 13455"}' AS BLOB));
INSERT INTO events VALUES ('handed', 1, CAST('{"event":"sit","number":1,"at":1780002280000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('handed', 2, CAST('{"event":"nonce","number":2,"at":1780002340000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('handed', 3, CAST('{"event":"sit","number":3,"at":1780002400000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('handed', 4, CAST('{"event":"nonce","number":4,"at":1780002460000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('handed', 5, CAST('{"event":"start","number":5,"at":1780002520000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('handed', 6, CAST('{"event":"act","number":6,"at":1780002580000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('handed', 7, CAST('{"event":"act","number":7,"at":1780002640000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('handed', 8, CAST('{"event":"act","number":8,"at":1780002700000,"seat":0,"text":"pawn a4"}' AS BLOB));
INSERT INTO events VALUES ('handed', 9, CAST('{"event":"hand","number":9,"at":1780002760000,"seat":1,"level":3}' AS BLOB));
INSERT INTO events VALUES ('handed', 10, CAST('{"event":"act","number":10,"at":1780002820000,"seat":1,"text":"pawn d1"}' AS BLOB));
INSERT INTO events VALUES ('handed', 11, CAST('{"event":"act","number":11,"at":1780002880000,"seat":0,"text":"pawn b2"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 1, CAST('{"event":"sit","number":1,"at":1780013140000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 2, CAST('{"event":"nonce","number":2,"at":1780013200000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 3, CAST('{"event":"sit","number":3,"at":1780013260000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 4, CAST('{"event":"nonce","number":4,"at":1780013320000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 5, CAST('{"event":"start","number":5,"at":1780013380000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 6, CAST('{"event":"act","number":6,"at":1780013440000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 7, CAST('{"event":"act","number":7,"at":1780013500000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 8, CAST('{"event":"act","number":8,"at":1780013560000,"seat":0,"text":"never"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 9, CAST('{"event":"act","number":9,"at":1780013620000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('illegal-action', 10, CAST('{"event":"act","number":10,"at":1780013680000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('left', 1, CAST('{"event":"sit","number":1,"at":1780010140000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('left', 2, CAST('{"event":"nonce","number":2,"at":1780010200000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('left', 3, CAST('{"event":"sit","number":3,"at":1780010260000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('left', 4, CAST('{"event":"nonce","number":4,"at":1780010320000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('left', 5, CAST('{"event":"start","number":5,"at":1780010380000,"order":[3,1]}' AS BLOB));
INSERT INTO events VALUES ('left', 6, CAST('{"event":"act","number":6,"at":1780010440000,"seat":0,"text":"place -3,4"}' AS BLOB));
INSERT INTO events VALUES ('left', 7, CAST('{"event":"act","number":7,"at":1780010500000,"seat":1,"text":"place 0,4"}' AS BLOB));
INSERT INTO events VALUES ('left', 8, CAST('{"event":"act","number":8,"at":1780010560000,"seat":0,"text":"move -2,4"}' AS BLOB));
INSERT INTO events VALUES ('left', 9, CAST('{"event":"leave","number":9,"at":1780010620000,"seat":0}' AS BLOB));
INSERT INTO events VALUES ('left', 10, CAST('{"event":"over","number":10,"at":1780010680000,"reason":"left","scores":[0,0],"winners":[1],"seed":"360f84035942243c6a36537ae2f8673485e6c04455a0a85a0db19690f2541480"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 1, CAST('{"event":"sit","number":1,"at":1780020100000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 2, CAST('{"event":"nonce","number":2,"at":1780020160000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 3, CAST('{"event":"sit","number":3,"at":1780020220000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 4, CAST('{"event":"nonce","number":4,"at":1780020280000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 5, CAST('{"event":"start","number":5,"at":1780020340000,"order":[3,1]}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 6, CAST('{"event":"act","number":6,"at":1780020400000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 7, CAST('{"event":"act","number":7,"at":1780020460000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 9, CAST('{"event":"act","number":9,"at":1780020580000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('lost-line', 10, CAST('{"event":"act","number":10,"at":1780020640000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('nameless', 1, CAST('{"event":"sit","number":1,"at":1780001740000,"name":""}' AS BLOB));
INSERT INTO events VALUES ('nameless', 2, CAST('{"event":"nonce","number":2,"at":1780001800000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('nameless', 3, CAST('{"event":"sit","number":3,"at":1780001860000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('nameless', 4, CAST('{"event":"nonce","number":4,"at":1780001920000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('nameless', 5, CAST('{"event":"start","number":5,"at":1780001980000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('nameless', 6, CAST('{"event":"act","number":6,"at":1780002040000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('nameless', 7, CAST('{"event":"act","number":7,"at":1780002100000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('nameless', 8, CAST('{"event":"name","number":8,"at":1780002160000,"sitter":3,"name":"Zoé B."}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 1, CAST('{"event":"sit","number":1,"at":1780014460000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 2, CAST('{"event":"nonce","number":2,"at":1780014520000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 3, CAST('{"event":"sit","number":3,"at":1780014580000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 4, CAST('{"event":"nonce","number":4,"at":1780014640000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 5, CAST('{"event":"start","number":5,"at":1780014700000,"order":[3,1]}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 6, CAST('{"event":"act","number":6,"at":1780014760000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 7, CAST('{"event":"act","number":7,"at":1780014820000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 8, CAST('{"number":8,"kind":"talk","text":"hello","at":5}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 9, CAST('{"event":"act","number":9,"at":1780014940000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('newer-event', 10, CAST('{"event":"act","number":10,"at":1780015000000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('next', 1, CAST('{"event":"sit","number":1,"at":1780009960000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('next', 2, CAST('{"event":"sit","number":2,"at":1780010020000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('other-rules', 1, CAST('{"event":"sit","number":1,"at":1780012180000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('other-rules', 2, CAST('{"event":"nonce","number":2,"at":1780012240000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('other-rules', 3, CAST('{"event":"sit","number":3,"at":1780012300000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('other-rules', 4, CAST('{"event":"nonce","number":4,"at":1780012360000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('other-rules', 5, CAST('{"event":"start","number":5,"at":1780012420000,"order":[3,1]}' AS BLOB));
INSERT INTO events VALUES ('other-rules', 6, CAST('{"event":"act","number":6,"at":1780012480000,"seat":0,"text":"fly a1"}' AS BLOB));
INSERT INTO events VALUES ('other-rules', 7, CAST('{"event":"close","number":7,"at":1780012540000,"why":"rules"}' AS BLOB));
INSERT INTO events VALUES ('over', 1, CAST('{"event":"sit","number":1,"at":1780004920000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('over', 2, CAST('{"event":"nonce","number":2,"at":1780004980000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('over', 3, CAST('{"event":"sit","number":3,"at":1780005040000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('over', 4, CAST('{"event":"nonce","number":4,"at":1780005100000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('over', 5, CAST('{"event":"start","number":5,"at":1780005160000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('over', 6, CAST('{"event":"act","number":6,"at":1780005220000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('over', 7, CAST('{"event":"act","number":7,"at":1780005280000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('over', 8, CAST('{"event":"act","number":8,"at":1780005340000,"seat":0,"text":"pawn a4"}' AS BLOB));
INSERT INTO events VALUES ('over', 9, CAST('{"event":"act","number":9,"at":1780005400000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('over', 10, CAST('{"event":"act","number":10,"at":1780005460000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('over', 11, CAST('{"event":"act","number":11,"at":1780005520000,"seat":1,"text":"pawn c6"}' AS BLOB));
INSERT INTO events VALUES ('over', 12, CAST('{"event":"act","number":12,"at":1780005580000,"seat":0,"text":"pawn b4"}' AS BLOB));
INSERT INTO events VALUES ('over', 13, CAST('{"event":"act","number":13,"at":1780005640000,"seat":1,"text":"pawn b5"}' AS BLOB));
INSERT INTO events VALUES ('over', 14, CAST('{"event":"act","number":14,"at":1780005700000,"seat":0,"text":"pawn d3"}' AS BLOB));
INSERT INTO events VALUES ('over', 15, CAST('{"event":"act","number":15,"at":1780005760000,"seat":1,"text":"pawn d6"}' AS BLOB));
INSERT INTO events VALUES ('over', 16, CAST('{"event":"act","number":16,"at":1780005820000,"seat":0,"text":"pawn b2"}' AS BLOB));
INSERT INTO events VALUES ('over', 17, CAST('{"event":"act","number":17,"at":1780005880000,"seat":1,"text":"pawn d1"}' AS BLOB));
INSERT INTO events VALUES ('over', 18, CAST('{"event":"act","number":18,"at":1780005940000,"seat":0,"text":"pawn f4"}' AS BLOB));
INSERT INTO events VALUES ('over', 19, CAST('{"event":"act","number":19,"at":1780006000000,"seat":1,"text":"pawn a1"}' AS BLOB));
INSERT INTO events VALUES ('over', 20, CAST('{"event":"act","number":20,"at":1780006060000,"seat":0,"text":"pawn d4"}' AS BLOB));
INSERT INTO events VALUES ('over', 21, CAST('{"event":"act","number":21,"at":1780006120000,"seat":1,"text":"pawn a5"}' AS BLOB));
INSERT INTO events VALUES ('over', 22, CAST('{"event":"act","number":22,"at":1780006180000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 23, CAST('{"event":"chance","number":23,"at":1780006240000,"seat":0,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('over', 24, CAST('{"event":"act","number":24,"at":1780006300000,"seat":0,"text":"place d5"}' AS BLOB));
INSERT INTO events VALUES ('over', 25, CAST('{"event":"act","number":25,"at":1780006360000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 26, CAST('{"event":"chance","number":26,"at":1780006420000,"seat":1,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('over', 27, CAST('{"event":"act","number":27,"at":1780006480000,"seat":1,"text":"place b3"}' AS BLOB));
INSERT INTO events VALUES ('over', 28, CAST('{"event":"act","number":28,"at":1780006540000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 29, CAST('{"event":"chance","number":29,"at":1780006600000,"seat":0,"text":"reveal -3"}' AS BLOB));
INSERT INTO events VALUES ('over', 30, CAST('{"event":"act","number":30,"at":1780006660000,"seat":0,"text":"place c4"}' AS BLOB));
INSERT INTO events VALUES ('over', 31, CAST('{"event":"act","number":31,"at":1780006720000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 32, CAST('{"event":"chance","number":32,"at":1780006780000,"seat":1,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('over', 33, CAST('{"event":"act","number":33,"at":1780006840000,"seat":1,"text":"place b1"}' AS BLOB));
INSERT INTO events VALUES ('over', 34, CAST('{"event":"act","number":34,"at":1780006900000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 35, CAST('{"event":"chance","number":35,"at":1780006960000,"seat":0,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('over', 36, CAST('{"event":"act","number":36,"at":1780007020000,"seat":0,"text":"place c1"}' AS BLOB));
INSERT INTO events VALUES ('over', 37, CAST('{"event":"act","number":37,"at":1780007080000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 38, CAST('{"event":"chance","number":38,"at":1780007140000,"seat":1,"text":"reveal +3"}' AS BLOB));
INSERT INTO events VALUES ('over', 39, CAST('{"event":"act","number":39,"at":1780007200000,"seat":1,"text":"place e5"}' AS BLOB));
INSERT INTO events VALUES ('over', 40, CAST('{"event":"act","number":40,"at":1780007260000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 41, CAST('{"event":"chance","number":41,"at":1780007320000,"seat":0,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('over', 42, CAST('{"event":"act","number":42,"at":1780007380000,"seat":0,"text":"place e3"}' AS BLOB));
INSERT INTO events VALUES ('over', 43, CAST('{"event":"act","number":43,"at":1780007440000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 44, CAST('{"event":"chance","number":44,"at":1780007500000,"seat":1,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('over', 45, CAST('{"event":"act","number":45,"at":1780007560000,"seat":1,"text":"place c5"}' AS BLOB));
INSERT INTO events VALUES ('over', 46, CAST('{"event":"act","number":46,"at":1780007620000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 47, CAST('{"event":"chance","number":47,"at":1780007680000,"seat":0,"text":"reveal +1"}' AS BLOB));
INSERT INTO events VALUES ('over', 48, CAST('{"event":"act","number":48,"at":1780007740000,"seat":0,"text":"place e4"}' AS BLOB));
INSERT INTO events VALUES ('over', 49, CAST('{"event":"act","number":49,"at":1780007800000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 50, CAST('{"event":"chance","number":50,"at":1780007860000,"seat":1,"text":"reveal -3"}' AS BLOB));
INSERT INTO events VALUES ('over', 51, CAST('{"event":"act","number":51,"at":1780007920000,"seat":1,"text":"place a6"}' AS BLOB));
INSERT INTO events VALUES ('over', 52, CAST('{"event":"act","number":52,"at":1780007980000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 53, CAST('{"event":"chance","number":53,"at":1780008040000,"seat":0,"text":"reveal +3"}' AS BLOB));
INSERT INTO events VALUES ('over', 54, CAST('{"event":"act","number":54,"at":1780008100000,"seat":0,"text":"place c3"}' AS BLOB));
INSERT INTO events VALUES ('over', 55, CAST('{"event":"act","number":55,"at":1780008160000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 56, CAST('{"event":"chance","number":56,"at":1780008220000,"seat":1,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('over', 57, CAST('{"event":"act","number":57,"at":1780008280000,"seat":1,"text":"place f2"}' AS BLOB));
INSERT INTO events VALUES ('over', 58, CAST('{"event":"act","number":58,"at":1780008340000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 59, CAST('{"event":"chance","number":59,"at":1780008400000,"seat":0,"text":"reveal -4"}' AS BLOB));
INSERT INTO events VALUES ('over', 60, CAST('{"event":"act","number":60,"at":1780008460000,"seat":0,"text":"place f3"}' AS BLOB));
INSERT INTO events VALUES ('over', 61, CAST('{"event":"act","number":61,"at":1780008520000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 62, CAST('{"event":"chance","number":62,"at":1780008580000,"seat":1,"text":"reveal +4"}' AS BLOB));
INSERT INTO events VALUES ('over', 63, CAST('{"event":"act","number":63,"at":1780008640000,"seat":1,"text":"place a3"}' AS BLOB));
INSERT INTO events VALUES ('over', 64, CAST('{"event":"act","number":64,"at":1780008700000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 65, CAST('{"event":"chance","number":65,"at":1780008760000,"seat":0,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('over', 66, CAST('{"event":"act","number":66,"at":1780008820000,"seat":0,"text":"place a2"}' AS BLOB));
INSERT INTO events VALUES ('over', 67, CAST('{"event":"act","number":67,"at":1780008880000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 68, CAST('{"event":"chance","number":68,"at":1780008940000,"seat":1,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('over', 69, CAST('{"event":"act","number":69,"at":1780009000000,"seat":1,"text":"place f1"}' AS BLOB));
INSERT INTO events VALUES ('over', 70, CAST('{"event":"act","number":70,"at":1780009060000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 71, CAST('{"event":"chance","number":71,"at":1780009120000,"seat":0,"text":"reveal +2"}' AS BLOB));
INSERT INTO events VALUES ('over', 72, CAST('{"event":"act","number":72,"at":1780009180000,"seat":0,"text":"place e6"}' AS BLOB));
INSERT INTO events VALUES ('over', 73, CAST('{"event":"act","number":73,"at":1780009240000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 74, CAST('{"event":"chance","number":74,"at":1780009300000,"seat":1,"text":"reveal -1"}' AS BLOB));
INSERT INTO events VALUES ('over', 75, CAST('{"event":"act","number":75,"at":1780009360000,"seat":1,"text":"place f5"}' AS BLOB));
INSERT INTO events VALUES ('over', 76, CAST('{"event":"act","number":76,"at":1780009420000,"seat":0,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 77, CAST('{"event":"chance","number":77,"at":1780009480000,"seat":0,"text":"reveal +1"}' AS BLOB));
INSERT INTO events VALUES ('over', 78, CAST('{"event":"act","number":78,"at":1780009540000,"seat":0,"text":"place b6"}' AS BLOB));
INSERT INTO events VALUES ('over', 79, CAST('{"event":"act","number":79,"at":1780009600000,"seat":1,"text":"draw"}' AS BLOB));
INSERT INTO events VALUES ('over', 80, CAST('{"event":"chance","number":80,"at":1780009660000,"seat":1,"text":"reveal -2"}' AS BLOB));
INSERT INTO events VALUES ('over', 81, CAST('{"event":"act","number":81,"at":1780009720000,"seat":1,"text":"place e2"}' AS BLOB));
INSERT INTO events VALUES ('over', 82, CAST('{"event":"over","number":82,"at":1780009780000,"reason":"points","scores":[0,-1],"winners":[0],"seed":"5fb6a47e368e12e5d8b19280796e6a3d146fe391ed2e967d5f95c55bfb0f9c2f"}' AS BLOB));
INSERT INTO events VALUES ('over', 83, CAST('{"event":"next","number":83,"at":1780009840000,"table":"next"}' AS BLOB));
INSERT INTO events VALUES ('playing', 1, CAST('{"event":"sit","number":1,"at":1780000960000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('playing', 2, CAST('{"event":"nonce","number":2,"at":1780001020000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('playing', 3, CAST('{"event":"sit","number":3,"at":1780001080000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('playing', 4, CAST('{"event":"nonce","number":4,"at":1780001140000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('playing', 5, CAST('{"event":"start","number":5,"at":1780001200000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('playing', 6, CAST('{"event":"act","number":6,"at":1780001260000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('playing', 7, CAST('{"event":"act","number":7,"at":1780001320000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('playing', 8, CAST('{"event":"act","number":8,"at":1780001380000,"seat":0,"text":"pawn a4"}' AS BLOB));
INSERT INTO events VALUES ('playing', 9, CAST('{"event":"act","number":9,"at":1780001440000,"seat":1,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('playing', 10, CAST('{"event":"act","number":10,"at":1780001500000,"seat":0,"text":"pawn f6"}' AS BLOB));
INSERT INTO events VALUES ('playing', 11, CAST('{"event":"act","number":11,"at":1780001560000,"seat":1,"text":"pawn c6"}' AS BLOB));
INSERT INTO events VALUES ('playing', 12, CAST('{"event":"act","number":12,"at":1780001620000,"seat":0,"text":"pawn b4"}' AS BLOB));
INSERT INTO events VALUES ('risen', 1, CAST('{"event":"sit","number":1,"at":1780000420000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('risen', 2, CAST('{"event":"nonce","number":2,"at":1780000480000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('risen', 3, CAST('{"event":"sit","number":3,"at":1780000540000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('risen', 4, CAST('{"event":"nonce","number":4,"at":1780000600000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('risen', 5, CAST('{"event":"rise","number":5,"at":1780000660000,"sitter":3}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 1, CAST('{"event":"sit","number":1,"at":1780003000000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 2, CAST('{"event":"nonce","number":2,"at":1780003060000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 3, CAST('{"event":"sit","number":3,"at":1780003120000,"name":"Ali"}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 4, CAST('{"event":"sit","number":4,"at":1780003180000,"name":"Basile","level":4}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 5, CAST('{"event":"start","number":5,"at":1780003240000,"order":[4,1,3]}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 6, CAST('{"event":"act","number":6,"at":1780003300000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 7, CAST('{"event":"act","number":7,"at":1780003360000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 8, CAST('{"event":"act","number":8,"at":1780003420000,"seat":2,"text":"pawn a4"}' AS BLOB));
INSERT INTO events VALUES ('shared-device', 9, CAST('{"event":"act","number":9,"at":1780003480000,"seat":0,"text":"pawn d2"}' AS BLOB));
INSERT INTO events VALUES ('taken-back', 1, CAST('{"event":"sit","number":1,"at":1780004440000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('taken-back', 2, CAST('{"event":"nonce","number":2,"at":1780004500000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('taken-back', 3, CAST('{"event":"sit","number":3,"at":1780004560000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('taken-back', 4, CAST('{"event":"nonce","number":4,"at":1780004620000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('taken-back', 5, CAST('{"event":"start","number":5,"at":1780004680000,"order":[1,3]}' AS BLOB));
INSERT INTO events VALUES ('taken-back', 6, CAST('{"event":"act","number":6,"at":1780004740000,"seat":0,"text":"pawn a1"}' AS BLOB));
INSERT INTO events VALUES ('taken-back', 7, CAST('{"event":"back","number":7,"at":1780004800000,"seat":0,"to":6}' AS BLOB));
INSERT INTO events VALUES ('unknown-game', 1, CAST('{"event":"sit","number":1,"at":1780012660000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('unknown-game', 2, CAST('{"event":"nonce","number":2,"at":1780012720000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('unknown-game', 3, CAST('{"event":"sit","number":3,"at":1780012780000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('unknown-game', 4, CAST('{"event":"nonce","number":4,"at":1780012840000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('unknown-game', 5, CAST('{"event":"start","number":5,"at":1780012900000,"order":[3,1]}' AS BLOB));
INSERT INTO events VALUES ('unknown-game', 6, CAST('{"event":"act","number":6,"at":1780012960000,"seat":0,"text":"pawn c2"}' AS BLOB));
INSERT INTO events VALUES ('unknown-game', 7, CAST('{"event":"act","number":7,"at":1780013020000,"seat":1,"text":"pawn e1"}' AS BLOB));
INSERT INTO events VALUES ('waiting', 1, CAST('{"event":"sit","number":1,"at":1780000120000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('waiting', 2, CAST('{"event":"nonce","number":2,"at":1780000180000,"sitter":1,"nonce":"00000000000000000000000000000000"}' AS BLOB));
INSERT INTO events VALUES ('waiting', 3, CAST('{"event":"sit","number":3,"at":1780000240000,"name":"Otto"}' AS BLOB));
INSERT INTO events VALUES ('waiting', 4, CAST('{"event":"nonce","number":4,"at":1780000300000,"sitter":3,"nonce":"00000000000000000000000000000001"}' AS BLOB));
INSERT INTO events VALUES ('waiting-solo', 1, CAST('{"event":"sit","number":1,"at":1780000780000,"name":"Zoé"}' AS BLOB));
INSERT INTO events VALUES ('waiting-solo', 2, CAST('{"event":"sit","number":2,"at":1780000840000,"name":"Malo","level":2}' AS BLOB));
INSERT INTO participants VALUES ('closed-otherwise', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('closed-otherwise', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('closed-playing', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('closed-playing', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('closed-waiting', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('closed-waiting', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('damaged-and-over', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('damaged-and-over', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('damaged-line', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('damaged-line', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('damaged-opening', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('damaged-opening', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('dice', 2, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('handed', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('handed', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('illegal-action', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('illegal-action', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('left', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('left', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('lost-line', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('lost-line', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('nameless', 1, '31da9cc8875726dc4e8504683144620dacecb356383a104d5ee17cab582c62e8', 0, 0);
INSERT INTO participants VALUES ('nameless', 3, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('newer-event', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('newer-event', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('next', 1, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('next', 2, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('other-rules', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('other-rules', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('over', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('over', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('playing', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 9, 0);
INSERT INTO participants VALUES ('playing', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('risen', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('shared-device', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('shared-device', 3, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('taken-back', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('taken-back', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('unknown-game', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('unknown-game', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('waiting', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO participants VALUES ('waiting', 3, '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 0, 0);
INSERT INTO participants VALUES ('waiting-solo', 1, 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 0, 0);
INSERT INTO results VALUES ('damaged-and-over', 1, 'isis', 1780015480000, 420000, 55, 2, 0, 0, NULL, 0);
INSERT INTO results VALUES ('damaged-and-over', 3, 'isis', 1780015480000, 420000, 55, 2, 0, 0, NULL, 0);
INSERT INTO results VALUES ('left', 1, 'netzwerk', 1780010680000, 600000, 3, 2, 0, 1, 0, 0);
INSERT INTO results VALUES ('left', 3, 'netzwerk', 1780010680000, 600000, 3, 2, 0, 0, 0, 0);
INSERT INTO results VALUES ('over', 1, 'isis', 1780009840000, 4980000, 56, 2, 0, 1, 0, 0);
INSERT INTO results VALUES ('over', 3, 'isis', 1780009840000, 4980000, 56, 2, 0, 0, -1, 0);
INSERT INTO directory VALUES ('closed-otherwise', 'closed', 5, NULL, 1780012060000, NULL, CAST('{"table":"closed-otherwise","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"closed","number":5,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":null,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":null,"stand_in":0,"program":false}],"turn":null,"opened":1780011760000,"moved":1780012060000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('closed-playing', 'playing', 10, 1, 1780011340000, NULL, CAST('{"table":"closed-playing","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":10,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":0,"program":false}],"turn":1,"opened":1780010740000,"moved":1780011340000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('closed-waiting', 'waiting', 5, NULL, 1780011700000, NULL, CAST('{"table":"closed-waiting","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"waiting","number":5,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":null,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":null,"stand_in":0,"program":false}],"turn":null,"opened":1780011400000,"moved":1780011700000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('damaged-and-over', 'over', 82, NULL, 1780015480000, NULL, CAST('{"table":"damaged-and-over","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"over","number":82,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":1,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":0,"stand_in":0,"program":false}],"turn":null,"opened":1780015060000,"moved":1780015480000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('damaged-line', 'playing', 10, NULL, 1780014160000, NULL, CAST('{"table":"damaged-line","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":10,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":0,"program":false}],"turn":null,"opened":1780013740000,"moved":1780014160000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('damaged-opening', 'playing', 10, NULL, 1780021300000, NULL, CAST('{"table":"damaged-opening","game":"","rules":0,"players":0,"options":{},"solo":false,"status":"playing","number":10,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":0,"program":false}],"turn":null,"opened":1780020700000,"moved":1780021300000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('dice', 'playing', 13, 2, 1780004320000, NULL, CAST('{"table":"dice","game":"morpyam","rules":1,"players":2,"options":{"double_morpyam":"off"},"solo":true,"status":"playing","number":13,"sitters":[{"sitter":1,"name":"Puce","level":1,"seat":1,"stand_in":0,"program":false},{"sitter":2,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false}],"turn":2,"opened":1780003540000,"moved":1780004320000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('handed', 'playing', 11, 3, 1780002880000, NULL, CAST('{"table":"handed","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":11,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":3,"program":false}],"turn":3,"opened":1780002220000,"moved":1780002880000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('illegal-action', 'playing', 10, NULL, 1780013680000, NULL, CAST('{"table":"illegal-action","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":10,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":0,"program":false}],"turn":null,"opened":1780013080000,"moved":1780013680000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('left', 'over', 10, NULL, 1780010680000, NULL, CAST('{"table":"left","game":"netzwerk","rules":1,"players":2,"options":{"hands":"open"},"solo":false,"status":"over","number":10,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":1,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":0,"stand_in":0,"program":false}],"turn":null,"opened":1780010080000,"moved":1780010680000,"scores":[0,0],"winners":[1],"reason":"left","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('lost-line', 'playing', 10, NULL, 1780020460000, NULL, CAST('{"table":"lost-line","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":10,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":1,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":0,"stand_in":0,"program":false}],"turn":null,"opened":1780020040000,"moved":1780020460000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('nameless', 'playing', 8, 1, 1780002160000, NULL, CAST('{"table":"nameless","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":8,"sitters":[{"sitter":1,"name":"","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Zoé B.","level":0,"seat":1,"stand_in":0,"program":false}],"turn":1,"opened":1780001680000,"moved":1780002160000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('newer-event', 'playing', 10, NULL, 1780014820000, NULL, CAST('{"table":"newer-event","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":10,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":1,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":0,"stand_in":0,"program":false}],"turn":null,"opened":1780014400000,"moved":1780014820000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('next', 'waiting', 2, NULL, 1780010020000, NULL, CAST('{"table":"next","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"waiting","number":2,"sitters":[{"sitter":1,"name":"Otto","level":0,"seat":null,"stand_in":0,"program":false},{"sitter":2,"name":"Zoé","level":0,"seat":null,"stand_in":0,"program":false}],"turn":null,"opened":1780009900000,"moved":1780010020000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('other-rules', 'playing', 7, NULL, 1780012540000, NULL, CAST('{"table":"other-rules","game":"isis","rules":99,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":7,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":1,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":0,"stand_in":0,"program":false}],"turn":null,"opened":1780012120000,"moved":1780012540000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('over', 'over', 83, NULL, 1780009840000, NULL, CAST('{"table":"over","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"over","number":83,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":0,"program":false}],"turn":null,"opened":1780004860000,"moved":1780009840000,"scores":[0,-1],"winners":[0],"reason":"points","next_table":"next","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('playing', 'playing', 12, 3, 1780001620000, NULL, CAST('{"table":"playing","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":12,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":0,"program":false}],"turn":3,"opened":1780000900000,"moved":1780001620000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('risen', 'waiting', 5, NULL, 1780000660000, NULL, CAST('{"table":"risen","game":"isis","rules":1,"players":3,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"waiting","number":5,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":null,"stand_in":0,"program":false}],"turn":null,"opened":1780000360000,"moved":1780000660000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('shared-device', 'playing', 9, 1, 1780003480000, NULL, CAST('{"table":"shared-device","game":"isis","rules":1,"players":3,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":9,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":1,"stand_in":0,"program":false},{"sitter":3,"name":"Ali","level":0,"seat":2,"stand_in":0,"program":false},{"sitter":4,"name":"Basile","level":4,"seat":0,"stand_in":0,"program":false}],"turn":1,"opened":1780002940000,"moved":1780003480000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('taken-back', 'playing', 7, 1, 1780004800000, NULL, CAST('{"table":"taken-back","game":"isis","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":7,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":0,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":1,"stand_in":0,"program":false}],"turn":1,"opened":1780004380000,"moved":1780004800000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('unknown-game', 'playing', 7, NULL, 1780013020000, NULL, CAST('{"table":"unknown-game","game":"whist","rules":1,"players":2,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"playing","number":7,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":1,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":0,"stand_in":0,"program":false}],"turn":null,"opened":1780012600000,"moved":1780013020000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('waiting', 'waiting', 4, NULL, 1780000300000, NULL, CAST('{"table":"waiting","game":"isis","rules":1,"players":3,"options":{"reserve":"own","memory":"hidden"},"solo":false,"status":"waiting","number":4,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":null,"stand_in":0,"program":false},{"sitter":3,"name":"Otto","level":0,"seat":null,"stand_in":0,"program":false}],"turn":null,"opened":1780000060000,"moved":1780000300000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO directory VALUES ('waiting-solo', 'waiting', 2, NULL, 1780000840000, NULL, CAST('{"table":"waiting-solo","game":"morfals","rules":1,"players":2,"options":{"match":1,"capture":"auto","last_man":"auto"},"solo":true,"status":"waiting","number":2,"sitters":[{"sitter":1,"name":"Zoé","level":0,"seat":null,"stand_in":0,"program":false},{"sitter":2,"name":"Malo","level":2,"seat":null,"stand_in":0,"program":false}],"turn":null,"opened":1780000720000,"moved":1780000840000,"scores":[],"winners":[],"reason":"","next_table":"","clock":null,"rated":false,"due":null}' AS BLOB));
INSERT INTO persons VALUES ('26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 'Otto', 1780000060000);
INSERT INTO persons VALUES ('31da9cc8875726dc4e8504683144620dacecb356383a104d5ee17cab582c62e8', '', 1780001680000);
INSERT INTO persons VALUES ('5ba1e4e801c5a9355a01a3d1745dea7b8983387cb6f4aaef1b3f1aaecfa66b31', 'Solange', 1794965769000);
INSERT INTO persons VALUES ('e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 'Zoé', 1780000060000);
INSERT INTO sessions VALUES ('26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', '26616ad66fe794e5685dde88d8bdf466501a47f0a36d1656c49e2e4e255bf275', 1780000060000, 1780020700000, '');
INSERT INTO sessions VALUES ('31da9cc8875726dc4e8504683144620dacecb356383a104d5ee17cab582c62e8', '31da9cc8875726dc4e8504683144620dacecb356383a104d5ee17cab582c62e8', 1780001680000, 1780001680000, '');
INSERT INTO sessions VALUES ('5ba1e4e801c5a9355a01a3d1745dea7b8983387cb6f4aaef1b3f1aaecfa66b31', '5ba1e4e801c5a9355a01a3d1745dea7b8983387cb6f4aaef1b3f1aaecfa66b31', 1794965769000, 1794965769000, '');
INSERT INTO sessions VALUES ('e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 'e7178c377ef4d36b273ac3c0fd2143bc2bb61163fa9f25ef6b7758d1dce3fcb5', 1780000060000, 1780020700000, '');
CREATE TRIGGER stand_up AFTER DELETE ON participants BEGIN
    INSERT OR REPLACE INTO former_participants VALUES (old.table_id, old.participant, old.person);
END;
CREATE TRIGGER end_subscription AFTER DELETE ON sessions BEGIN
    DELETE FROM push_subscriptions WHERE session = old.id;
END;
CREATE VIEW moves AS
    SELECT events.table_id, events.number, events.body, turn, moved, due FROM events JOIN directory USING (table_id);
CREATE TRIGGER move INSTEAD OF INSERT ON moves BEGIN
    INSERT INTO events VALUES (new.table_id, new.number, new.body);
    UPDATE directory SET number = new.number, turn = new.turn, moved = new.moved, due = new.due
    WHERE table_id = new.table_id;
END;
CREATE VIEW finished AS
    SELECT table_id, status, moved,
        CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ELSE '{}' END AS told
    FROM directory WHERE status IN ('over', 'closed');
CREATE VIEW seated AS
    SELECT table_id, status, moved, told,
        json_extract(one.value, '$.sitter') AS participant,
        json_extract(one.value, '$.level') AS level,
        json_extract(one.value, '$.seat') AS seat,
        json_extract(one.value, '$.seat') IN (SELECT value FROM json_each(told, '$.winners')) AS won
    FROM finished, json_each(told, '$.sitters') AS one
    WHERE one.type = 'object' AND json_type(one.value, '$.seat') = 'integer';
CREATE VIEW endings AS
    SELECT table_id, participant,
        coalesce(json_extract(told, '$.game'), '') AS game,
        moved AS ended,
        max(0, moved - coalesce(json_extract(told, '$.opened'), moved)) AS took,
        (SELECT count(*) FROM events WHERE table_id = own.table_id AND instr(body, '"act"')) AS moves,
        (SELECT count(*) FROM seated WHERE table_id = own.table_id AND level = 0) AS people,
        (SELECT count(*) FROM seated WHERE table_id = own.table_id AND level > 0) AS bots,
        CASE status WHEN 'over' THEN won END AS won,
        CASE status WHEN 'over' THEN json_extract(told, '$.scores[' || seat || ']') END AS points,
        coalesce((
            SELECT sum(DISTINCT 1 << level) FROM seated
            WHERE table_id = own.table_id AND own.won AND own.status = 'over' AND level > 0 AND NOT won
        ), 0) AS beaten
    FROM seated AS own WHERE level = 0 AND participant IS NOT NULL;
CREATE TRIGGER end_new AFTER INSERT ON directory WHEN new.status IN ('over', 'closed') BEGIN 
    INSERT OR IGNORE INTO results SELECT * FROM endings
    WHERE table_id = new.table_id AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = new.table_id);
 END;
CREATE TRIGGER end_known AFTER UPDATE OF status ON directory WHEN new.status IN ('over', 'closed') BEGIN
    
    INSERT OR IGNORE INTO results SELECT * FROM endings
    WHERE table_id = new.table_id AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = new.table_id);

    DELETE FROM lobby_tables WHERE table_id = new.table_id;
END;
COMMIT;
