"""The section of the account page about chat: muted people, and the person's reports."""

from typing import Any

from tablee.games.language import Language
from tablee.server.features.moderation.model import PlayerReport
from tablee.server.realtime.hub import Hub
from tablee.server.realtime.tasks import milliseconds_now
from tablee.server.storage import Store
from tablee.server.views.friendly_names import friendly_name
from tablee.server.web.visit import key_of


async def chat_section(store: Store, person: str, say: Language) -> dict[str, Any]:
    """The muted people and the reports of a person."""
    muted = await store.chat.muted_by(person)
    return {
        "muted": [
            {"name": name or friendly_name(other, say), "other": key_of(person, other)} for other, name in muted.items()
        ],
        "reports": [_told(report, say) for report in await store.reports.by(person)],
    }


async def unmute(hub: Hub, person: str, key: str) -> None:
    """Unmute somebody by their key on the page."""
    for other in await hub.store.chat.muted_by(person):
        if key_of(person, other) == key:
            await hub.store.chat.mute(person, other, milliseconds_now(), on=False)
            hub.peers.chat_settings_changed(person)


def _told(report: PlayerReport, say: Language) -> dict[str, str]:
    reasons = {
        "name": say("for the name"),
        "talk": say("for something they said"),
        "play": say("for the way they play"),
    }
    outcomes = {
        "silenced": say("The host has blocked this person from chatting."),
        "removed": say("The host has removed this person."),
        "dismissed": say("The host saw no reason to act."),
        "noted": say("The host has looked into it."),
    }
    answer = f"{outcomes.get(report.outcome, '')} {report.answer}".strip()
    return {
        "name": report.name or say("Someone"),
        "why": reasons[report.why],
        "day": say.day(report.at),
        "answer": answer if report.answered else say("No answer yet."),
    }
