"""Calls the members of a club to a table or a tournament that was opened for it."""

import msgspec

from tablee.server.features.clubs.model import Club
from tablee.server.features.lobby.model import INVITATION, INVITATION_HOLDS, Invitation
from tablee.server.features.tournaments.model import TournamentSetup
from tablee.server.realtime.hub import Hub


async def call_members(hub: Hub, club: str, invitation: Invitation) -> None:
    """Note that a table is a club's, and invite all others who want to be called; `invitation` says to what.

    Nothing happens if whoever invites is not in that club.
    """
    found, now = await hub.store.clubs.find(club), hub.clock()
    if found is None or not await hub.store.clubs.is_member(club, invitation.host):
        return
    await hub.store.clubs.add_table(invitation.table, club, now)
    await _call(hub, found, msgspec.structs.replace(invitation, at=now, until=now + INVITATION_HOLDS))


async def call_to_tournament(hub: Hub, club: Club, tournament: TournamentSetup) -> None:
    """Invite all others who want to be called to a tournament of their club, until it starts."""
    one = tournament
    call = Invitation("", one.id, one.host, INVITATION, one.game, 2, hub.clock(), one.starts, tournament=True)
    await _call(hub, club, call)


async def _call(hub: Hub, club: Club, invitation: Invitation) -> None:
    calls = [
        msgspec.structs.replace(invitation, person=member.person, club=club.name)
        for member in await hub.store.clubs.members(club.id)
        if member.called and member.person != invitation.host
    ]
    hub.lobby.tell(await hub.store.lobby.invite(calls))
