"""Keys to the host's page and announcements, on both databases: whatever changes is in the record."""

import asyncio

from tablee.server.features.moderation.model import HostAnnouncement, PlayerReport, digest_of, new_key, opens, split_key
from tablee.server.features.notifications.model import NotificationPreferences
from tablee.server.table.clock import A_DAY

NOW = 1_780_000_000_000


async def a_used_key(store, person="zoé", now=NOW):
    """A key that somebody has opened; returns its secret, too."""
    await store.rename(person, person.title(), 1)
    _, key = new_key("Zoé", 30, now)
    await store.host.add_key(key)
    assert await store.host.open(key, digest_of("fresh"), person, now)
    return await store.host.key(key.id)


def report(number, at=NOW):
    return PlayerReport(f"r{number}", at, "table", "ali", "otto", "Otto", "talk", "")


async def test_a_key_is_kept_as_a_digest_and_opened_once_by_whoever_is_first(store, behind):
    shown, key = new_key("Zoé", 30, NOW)
    key_id, secret = split_key(shown)
    await store.host.add_key(key)
    assert not [row for row in await behind("SELECT * FROM host_keys") if secret in map(str, row)]
    assert opens(await store.host.key(key_id), secret, NOW + 1)
    at_once = (store.host.open(key, digest_of(f"s{n}"), f"p{n}", NOW + 5) for n in range(4))
    assert sorted(await asyncio.gather(*at_once)) == [False, False, False, True]
    used = await store.host.key(key_id)
    assert (used.used, used.until) == (NOW + 5, NOW + 5 + 30 * A_DAY)
    assert not opens(used, secret, NOW + 6)  # the link is used up
    assert opens(used, f"s{used.person[1:]}", NOW + 6)
    assert not opens(used, f"s{used.person[1:]}", used.until)


async def test_a_key_that_nobody_has_used_ends_within_a_day_and_a_revoked_one_at_once(store):
    _, key = new_key("Zoé", 30, NOW)
    await store.host.add_key(key)
    assert not await store.host.open(key, "digest", "zoé", NOW + A_DAY)
    assert await store.host.keys(NOW + A_DAY) == []
    assert await store.host.revoke(key.id, NOW, "Zoé")
    assert not await store.host.revoke(key.id, NOW)
    assert await store.host.key(key.id) is None
    told = [(one.kind, one.about, one.host) for one in await store.moderation.notices()]
    assert told == [("host key created", key.id, ""), ("host key revoked", key.id, "Zoé")]


async def test_announcements_hold_until_their_end_or_until_they_are_withdrawn(store):
    one = HostAnnouncement("a", NOW, NOW + 10, {"en": "Tonight", "fr": "Ce soir"})
    two = HostAnnouncement("b", NOW + 1, NOW + 20, {"fr": "Demain"})
    for announcement in (one, two):
        await store.host.announce(announcement, "Zoé")
    assert await store.host.announcements(NOW + 5) == [one, two]
    assert await store.host.announcements(NOW + 10) == [two]
    assert await store.host.withdraw("b", NOW + 11)
    assert not await store.host.withdraw("b", NOW + 12)
    assert await store.host.announcements(NOW + 12) == []
    kinds = [(notice.kind, notice.why) for notice in await store.moderation.latest_notices(9)]
    assert kinds == [("announcement withdrawn", ""), ("announced", "Demain"), ("announced", "Tonight / Ce soir")]


async def test_holders_of_keys_are_told_of_reports_that_come_once(store):
    key = await a_used_key(store)
    await store.notifications.set_preferences("zoé", NotificationPreferences(since=1))
    await store.reports.keep(report(0, NOW - 1), [])  # it was on the page when the key was first used
    await store.reports.keep(report(1), [])
    await store.reports.keep(report(2), [])
    assert [one.report for one in await store.host.untold_reports(NOW + 1)] == ["r1", "r2"]
    assert await store.moderation.answer(report(2), "noted", "", NOW + 1, "Zoé")
    assert not await store.moderation.answer(report(2), "removed", "", NOW + 1)
    assert await store.moderation.sanctions() == (frozenset(), frozenset())
    assert await store.notifications.claim("zoé", "report", "r1", 0, None, NOW + 1)
    assert await store.host.untold_reports(NOW + 2) == []
    await store.reports.keep(report(3, NOW + 3), [])
    assert await store.host.untold_reports(key.until) == []


async def test_a_key_goes_with_whoever_has_opened_it(store):
    key = await a_used_key(store)
    await store.forget_person("zoé", NOW)
    assert await store.host.key(key.id) is None
