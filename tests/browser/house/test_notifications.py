"""Being called, in a browser: asked for by a click, shown by the worker, and a way to the table.

The push services of browser makers cannot be part of a test: the subscription is a stand-in, and what would come
through one is handed to the worker by the browser's tools. Without a screen there are no notifications either: what
the worker would show is written down.
"""

import asyncio
import json
import re

from playwright.async_api import expect

from tests.browser.table.test_clocks import opened
from tests.server.features.notifications.push_service import PushService

SUBSCRIBED = """
    window.asked = 0;
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Notification.requestPermission = async () => (window.asked += 1, "granted");
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("no");
      return { toJSON: () => (SUBSCRIPTION) };
    };
"""


OBSERVED = """() => {
  self.badges = [];
  self.navigator.setAppBadge = async (count) => self.badges.push(count);
  self.navigator.clearAppBadge = async () => self.badges.push(0);
  self.whenShown = new Promise((tell) => {
    self.registration.showNotification = async (title, { body, tag, data }) => tell([title, body, tag, data]);
  });
}"""
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
CLICKED = """async (path) => {
  const done = [], event = new Event("notificationclick");
  self.clients.openWindow = async (path) => done.push(`opened ${path}`);
  const notification = { data: { path }, close: () => done.push("closed") };
  let waiting;
  self.dispatchEvent(Object.assign(event, { notification, waitUntil: (work) => (waiting = work) }));
  await waiting;
  return done;
}"""


def stand_in(browser="x"):
    told = PushService().subscription(browser) | {"endpoint": f"https://push.example.org/{browser}"}
    return SUBSCRIBED.replace("SUBSCRIPTION", json.dumps(told))


async def ready(page):
    await page.evaluate("navigator.serviceWorker.ready")
    await page.wait_for_function("() => navigator.serviceWorker.controller !== null")


async def the_worker(context):
    """The one that serves the page, as soon as the tools have heard of it."""
    while not context.service_workers:
        await context.wait_for_event("serviceworker")
    [worker] = context.service_workers
    return worker


async def test_a_browser_is_rung_after_a_click_and_no_more_after_another(visitors):
    visitor = await visitors.arrive(
        "/me#notifications", narrow=True, service_workers="allow", timezone_id="Europe/Paris"
    )
    page = visitor.page
    await ready(page)
    await page.add_init_script(stand_in("narrow"))
    await page.reload()
    await expect(page.get_by_role("button", name="Notify me in this browser")).to_be_visible()
    assert await page.evaluate("window.asked") == 0
    await page.get_by_role("button", name="Notify me in this browser").click()
    await expect(page.get_by_text("Notifications are on in this browser.")).to_be_visible()
    await page.locator("#notification-preferences summary").click()
    await expect(page.get_by_label("Your time zone")).to_have_value("Europe/Paris")
    await page.get_by_label("once a day, all together").check(force=True)
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.locator("#notification-preferences summary").click()
    await expect(page.get_by_label("once a day, all together")).to_be_checked()
    assert await visitor.no_sideways_scrolling()
    await page.get_by_role("button", name="Turn off").click()
    await expect(page.get_by_role("button", name="Notify me in this browser")).to_be_visible()


async def test_who_says_no_to_the_browser_is_told_and_nothing_changes(visitors):
    page = (await visitors.arrive("/me#notifications", service_workers="allow")).page
    await ready(page)
    await page.add_init_script("Notification.requestPermission = async () => 'denied'")
    await page.reload()
    await page.get_by_role("button", name="Notify me in this browser").click()
    await expect(page.locator("#push-problem")).to_contain_text("blocks notifications")


async def test_at_a_table_by_days_it_is_offered_quietly(visitors):
    mine, _ = await opened(visitors, "days-2", service_workers="allow")
    page = mine.page
    await ready(page)
    await page.add_init_script(stand_in("table"))
    await page.reload()
    await page.get_by_role("button", name="Notify me when it’s my turn").click()
    await expect(page.locator(".push-offer")).to_have_text("You will be notified in this browser.")
    await page.reload()
    await expect(page.locator("#clocks li")).to_have_count(2)
    await expect(page.locator(".push-offer")).to_have_count(0)


async def test_a_page_that_nobody_sees_says_so_and_when_it_is_seen_again(visitors):
    mine, _ = await opened(visitors, "days-2")
    page, said = mine.page, mine.sent
    for hidden, told in ((True, {"do": "ping", "hidden": True}), (False, {"do": "ping"})):
        said.clear()
        await page.evaluate(HIDDEN, hidden)
        async with asyncio.timeout(60):
            while told not in said:  # noqa: ASYNC110
                await asyncio.sleep(0.02)


async def test_the_worker_shows_a_call_unless_its_table_is_looked_at_and_leads_there(visitors, house):
    page = (await visitors.arrive("/privacy", service_workers="allow")).page
    await ready(page)
    tools = await page.context.new_cdp_session(page)
    origin = f"http://localhost:{house.port}"
    registration = asyncio.get_running_loop().create_future()

    def register(event):
        for one in event["registrations"]:
            if one["scopeURL"] == f"{origin}/" and not registration.done():
                registration.set_result(one["registrationId"])

    tools.on("ServiceWorker.workerRegistrationUpdated", register)
    await tools.send("ServiceWorker.enable")

    async def push(**told):
        call = {"origin": origin, "registrationId": await registration, "data": json.dumps(told)}
        await tools.send("ServiceWorker.deliverPushMessage", call)

    worker = await the_worker(page.context)
    await worker.evaluate(OBSERVED)
    await push(title="Looked at", path="/privacy", waiting=0)
    await push(title="Your turn – Isis & Osiris", body="with Ali", path="/tables/x", waiting=2)
    shown = await worker.evaluate("() => self.whenShown")
    assert shown == ["Your turn – Isis & Osiris", "with Ali", "/tables/x", {"path": "/tables/x"}]
    assert await worker.evaluate("() => self.badges") == [0, 2]
    assert await worker.evaluate(CLICKED, "/tables/x") == ["closed", "opened /tables/x"]


async def test_the_shelf_says_in_title_and_icon_what_waits(visitors):
    mine, theirs = await opened(visitors, "days-2")
    for one, waits in ((mine, True), (theirs, False)):
        await one.page.goto(one.page.url.partition("/tables")[0])
        await expect(one.page).to_have_title(re.compile(r"^\(1\) Tablée" if waits else "^Tablée"))
        icon = re.compile(r"/icon-turn\.svg$" if waits else r"/icon\.svg$")
        await expect(one.page.locator('link[rel="icon"]')).to_have_attribute("href", icon)
