"""What the page about oneself says of talking: whom one does not want to hear, and what became of one's reports."""

import hashlib
from typing import Any

from tablee.language import Language
from tablee.live.hub import Hub
from tablee.live.time import milliseconds_now
from tablee.show.friendly_names import friendly_name
from tablee.store import Store
from tablee.table.talk import Report


async def talk_of(store: Store, person: str, say: Language) -> dict[str, Any]:
    """For the page of a person."""
    muted = await store.talk.muted_by(person)
    return {
        "muted": [
            {"name": name or friendly_name(other, say), "other": _handle(person, other)}
            for other, name in muted.items()
        ],
        "reports": [_told(report, say) for report in await store.reports.by(person)],
    }


async def hear_again(hub: Hub, person: str, handle: str) -> None:
    """Hear somebody again, by what the page calls them."""
    for other in await hub.store.talk.muted_by(person):
        if _handle(person, other) == handle:
            await hub.store.talk.mute(person, other, milliseconds_now(), on=False)
            hub.neighbours.manners_changed(person)


def _handle(person: str, other: str) -> str:
    """What a page calls somebody whose id is nobody else's business."""
    return hashlib.sha256(f"{person} {other}".encode()).hexdigest()[:16]


def _told(report: Report, say: Language) -> dict[str, str]:
    reasons = {"name": say("for the name"), "talk": say("for what they say"), "play": say("for how they play")}
    outcomes = {
        "silenced": say("The host has silenced them."),
        "removed": say("The host has removed them."),
        "dismissed": say("The host sees nothing to be done."),
        "noted": say("The host has looked at it."),
    }
    answer = f"{outcomes.get(report.outcome, '')} {report.answer}".strip()
    return {
        "name": report.name or say("Someone"),
        "why": reasons[report.why],
        "day": say.day(report.at),
        "answer": answer if report.answered else say("No answer yet."),
    }
