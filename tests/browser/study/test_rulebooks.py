"""Rulebooks in a real browser, without any script."""

import pytest
from playwright.async_api import expect


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
async def test_one_jumps_by_the_contents(visitors, narrow):
    visitor = await visitors.arrive("/games/morisi/rules", narrow=narrow, java_script_enabled=False)
    contents = visitor.page.locator(".above-text" if narrow else ".beside-text")
    if narrow:
        await expect(contents.get_by_role("link", name="Houses")).to_be_hidden()
        await contents.locator("summary").click()
    await contents.get_by_role("link", name="Houses").click()
    await expect(visitor.page.locator("#houses")).to_be_in_viewport()
    await expect(visitor.page.locator(".above-text, .beside-text").filter(visible=True)).to_have_count(1)
    if not narrow:
        await expect(contents).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["morfals", "morpyam", "netzwerk"])
async def test_figures_fit_on_a_phone(visitors, game):
    visitor = await visitors.arrive(f"/games/{game}/rules", narrow=True, language="fr")
    right = await visitor.page.locator(".pictures svg").evaluate_all(
        "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    )
    assert right <= 360
    assert await visitor.no_sideways_scrolling()
