"""Bot accounts: programs that play for people."""

from tablee.server.features.bot_accounts.model import DEVICE, BotAccount
from tablee.server.storage.sql import FeatureStore

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
_CLAIM = """
    WITH own AS (
        SELECT other.id FROM bot_accounts AS one JOIN bot_accounts AS other ON other.owner = one.owner WHERE one.id = $1
    ), played AS (
        SELECT table_id FROM participants JOIN own ON own.id = person JOIN directory USING (table_id)
        WHERE status IN ('waiting', 'playing')
        UNION SELECT table_id FROM bot_account_claims JOIN own ON own.id = account
    )
    INSERT INTO bot_account_claims (account, table_id, until)
    SELECT $1, $2, $3 WHERE (SELECT count(*) FROM played WHERE table_id <> $2) < $4
    ON CONFLICT (account, table_id) DO UPDATE SET until = excluded.until RETURNING account
"""
_END_CLAIMS = "DELETE FROM bot_account_claims WHERE until <= $1"
_END_CLAIM = "DELETE FROM bot_account_claims WHERE account = $1 AND table_id = $2"
CLAIM_HOLDS = 60_000
"""Milliseconds after which a claim ends whose server has died; storing a seat takes much less."""


class BotAccountStore(FeatureStore):
    """Raises `NotSaved` and `Unavailable` like the store that it is part of. They are forgotten as people are."""

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

    async def claim(self, account: str, table: str, most: int, now: int) -> bool:
        """Claim a seat at a table, unless the owner's bot accounts sit, or are about to, at `most` others.

        Claims are made one after the other on all servers, so of many at once no more than `most` succeed.
        """
        claim = (_CLAIM, account, table, now + CLAIM_HOLDS, most)
        _, claimed = await self._database.execute((_END_CLAIMS, now), claim, mode="exclusive")
        return bool(claimed)

    async def end_claim(self, account: str, table: str) -> None:
        """End a claim: the bot account sits there now, or does not come."""
        await self._database.write((_END_CLAIM, account, table))
