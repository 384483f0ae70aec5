"""Puzzles and the analysis board in a real browser: what is best in a position, and going on from anywhere."""

import re

from playwright.async_api import expect

from tablee.games import find_game
from tablee.server.features.puzzles.service import puzzles_of
from tests.browser.laid import lay_over

FIRST = puzzles_of(find_game("morfals"))[0]
OTHER = next(action for action in FIRST.worths if action != FIRST.best)
HERE = f"/games/morfals/puzzles?position={FIRST.id}"


def square(action):
    return f"square {action.split()[-1]}"


async def test_the_best_action_is_praised_and_another_position_follows(visitors):
    visitor = await visitors.arrive(HERE, reduced_motion="reduce")
    page = visitor.page
    await visitor.point(square(FIRST.best))
    await expect(page.locator("#answer.right")).to_contain_text("games out of 100")
    await expect(page.locator("#solved")).to_contain_text("1 of")
    await expect(page.locator("#next")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page).not_to_have_url(re.compile(FIRST.id))
    await expect(visitor.offered.first).to_be_attached()
    await page.reload()
    await expect(page.locator("#solved")).to_contain_text("1 of")


async def test_what_is_worse_may_be_tried_again_and_then_the_better_one_is_shown(visitors):
    visitor = await visitors.arrive(HERE, narrow=True, language="fr", reduced_motion="reduce")
    page = visitor.page
    await visitor.point(square(OTHER))
    await expect(page.locator("#answer.wrong")).to_contain_text("deuxième essai")
    await expect(page.locator("#scene .advised")).to_have_count(0)
    await visitor.point(square(OTHER))
    await expect(page.locator("#answer.wrong")).to_contain_text("sur 100")
    await expect(page.locator(f'#scene [data-key="{square(FIRST.best)}"].advised')).to_be_attached()
    await expect(page.locator("#next.main")).to_be_visible()
    assert await visitor.no_sideways_scrolling()


async def test_a_second_try_that_is_right_solves_the_puzzle(visitors):
    visitor = await visitors.arrive(HERE, reduced_motion="reduce")
    await visitor.point(square(OTHER))
    await expect(visitor.page.locator("#answer.wrong")).to_contain_text("second try")
    await visitor.point(square(FIRST.best))
    await expect(visitor.page.locator("#answer.right")).to_contain_text("games out of 100")
    await expect(visitor.page.locator("#solved")).to_contain_text("1 of")


async def test_who_is_right_again_and_again_has_a_streak_and_is_asked_harder_ones(visitors):
    visitor = await visitors.arrive(HERE, reduced_motion="reduce")
    page, known = visitor.page, {puzzle.id: puzzle for puzzle in puzzles_of(find_game("morfals"))}
    grades = []
    for _ in range(3):
        puzzle = known[re.search(r"position=([\w-]+)", page.url)[1]]
        grades.append(puzzle.grade)
        await visitor.point(square(puzzle.best))
        await expect(page.locator("#answer.right")).to_be_visible()
        await page.locator("#next").press("Enter")
        await expect(page).not_to_have_url(re.compile(puzzle.id))
    assert grades == [1, 1, 2]
    await expect(page.locator("#streak")).to_have_text("3 in a row")
    await expect(visitor.offered.first).to_be_attached()
    await page.keyboard.press("h")  # who is shown has not found it
    await expect(page.locator("#streak")).to_be_empty()
    await expect(page.locator("#solved")).to_contain_text("longest streak: 3")


async def test_by_keyboard_alone_and_being_shown_counts_as_not_found(visitors):
    visitor = await visitors.arrive(HERE, reduced_motion="reduce")
    page = visitor.page
    await expect(visitor.offered.first).to_be_attached()
    await page.keyboard.press("h")
    await expect(page.locator("#scene .advised").first).to_be_attached()
    await expect(page.locator("#solved")).to_contain_text("0 of")
    await page.keyboard.press("n")
    await expect(page).not_to_have_url(re.compile(FIRST.id))


async def test_a_lesson_leads_to_trying_out_and_from_there_to_a_table(visitors):
    visitor = await visitors.arrive("/games/isis/analysis?from=lesson+3", narrow=True, reduced_motion="reduce")
    page = visitor.page
    await visitor.point("square f6")
    await expect(page.locator("#back")).to_be_visible()
    await expect(page.locator("#prompt")).to_contain_text("You play for Yellow.")
    await page.locator("#back").click()
    await expect(page.locator("#prompt")).to_contain_text("You play for Green.")
    await page.locator("#hint").click()
    await page.locator("#opinion-actions button").first.click()
    await expect(page.locator("#prompt")).to_contain_text("You play for Yellow.")
    assert await visitor.no_sideways_scrolling()
    await page.get_by_role("button", name="Play", exact=True).click()
    await page.wait_for_url(re.compile("/tables/"))
    await expect(page.locator(".where")).to_contain_text("analysis")
    await expect(visitor.node("square c4")).to_be_attached()


async def test_from_a_replay_one_goes_on_with_friends(visitors, house):
    laid = await lay_over(house, "gone on from")
    placing = next(event for event in laid.table.events if event.kind == "act" and event.text.startswith("pawn"))
    visitor = await visitors.arrive(f"{laid.path}/replay?at={placing.number}", language="fr", reduced_motion="reduce")
    page = visitor.page
    await expect(page.locator("#analysis")).to_have_attribute("href", re.compile(rf"\+{placing.number}$"))
    await page.locator("#analysis").click()
    await expect(visitor.node(placing.text)).to_be_attached()
    await page.get_by_role("button", name="Entre amis").click()
    await page.wait_for_url(re.compile("/tables/"))
    await expect(page.locator("p.begun a").first).to_have_attribute("href", f"{laid.path}/replay?at={placing.number}")
