"""What a page weighs on the wire, and the largest message that it hears."""

from typing import Any, NamedTuple

from playwright.async_api import Browser


class Weight(NamedTuple):
    """In bytes."""

    page: int
    """With all it needs, headers included."""
    message: int
    """The largest that came by its socket."""


async def weigh(browser: Browser, address: str, **profile: Any) -> Weight:
    """Open a page with an empty cache, and wait until nothing more comes."""
    context = await browser.new_context(service_workers="block", **profile)
    page = await context.new_page()
    parts, messages = [0], [0]
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: parts.append(int(event["encodedDataLength"])))
    session.on("Network.webSocketFrameReceived", lambda event: messages.append(len(event["response"]["payloadData"])))
    await page.goto(address, wait_until="networkidle")
    if await page.locator("#scene").count():
        await page.locator("#scene [data-key]").first.wait_for(state="attached")
    await context.close()
    return Weight(sum(parts), max(messages))
