"""A report calls whoever holds a key, once, in their language, by whichever server."""

from tablee.server.features.moderation.host_service import HostService
from tablee.server.features.moderation.model import AnnouncementBoard
from tests.server.features.moderation.test_host_store import a_used_key, report
from tests.server.features.notifications.test_service import servers, time, url

__all__ = ["time", "url"]


async def test_a_report_calls_the_host_once_and_names_nobody(url, time, push_service):
    async with servers(url, time, 2) as found:
        await found[0].knows("zoé", push_service, language="fr")
        await a_used_key(found[0].store, now=time.now)
        await found[0].store.reports.keep(report(1, time.now), [])
        for server in found * 2:
            host = HostService(
                server.store, server.hub.connections, AnnouncementBoard(), server.deliveries, server.time
            )
            await host.look()
            await server.deliveries.finish()
        [ring] = push_service.received
        assert ring["text"]["title"] == "Nouveau signalement"
        assert ring["text"]["body"] == "Au sujet de ce qui a été dit à une table."
        assert ring["text"]["path"] == "/host"
        assert "Otto" not in str(ring["text"])
