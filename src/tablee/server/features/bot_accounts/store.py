"""Bot accounts: programs that play for people."""

from tablee.server.features.bot_accounts.model import DEVICE, BotAccount
from tablee.server.storage.sql import Database

_ADD = """
    INSERT INTO bot_accounts (id, owner, since)
    SELECT $1, id, $3 FROM persons WHERE id = $2 AND (SELECT count(*) FROM bot_accounts WHERE owner = $2) < $4
    RETURNING id
"""
_PERSON = "INSERT INTO persons (id, name, since) SELECT id, $2, since FROM bot_accounts WHERE id = $1"
_SESSION = """
    INSERT INTO sessions (id, person, since, seen, device)
    SELECT $2, id, since, since, $3 FROM bot_accounts WHERE id = $1
"""
_OF = """
    SELECT bot.id, owner, name, bot.since FROM bot_accounts AS bot JOIN persons ON persons.id = bot.id
    WHERE owner = $1 ORDER BY bot.since, bot.id
"""
_PLAYING = """
    SELECT count(DISTINCT table_id) FROM participants JOIN directory USING (table_id)
    WHERE status IN ('waiting', 'playing') AND table_id <> $2 AND person IN (
        SELECT other.id FROM bot_accounts AS one JOIN bot_accounts AS other ON other.owner = one.owner
        WHERE one.id = $1
    )
"""


class BotAccountStore:
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. They are forgotten as people are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, account: BotAccount, session: str, most: int) -> bool:
        """Keep a bot account with its one session, unless its owner does not exist or has `most` of them."""
        one = account
        added, *_ = await self._database.execute(
            (_ADD, one.id, one.owner, one.since, most),
            (_PERSON, one.id, one.name),
            (_SESSION, one.id, session, DEVICE),
        )
        return bool(added)

    async def owned_by(self, owner: str) -> list[BotAccount]:
        """The bot accounts of a person, the oldest first."""
        return [BotAccount(*row) for row in await self._database.fetch(_OF, owner)]

    async def tables_in_play(self, account: str, besides: str) -> int:
        """At how many unfinished tables, besides one, the bot accounts of the same owner sit."""
        [[count]] = await self._database.fetch(_PLAYING, account, besides)
        return int(count)
