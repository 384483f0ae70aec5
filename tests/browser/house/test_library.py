"""A shelf of 30 and of 300 boxes, rulebooks without a program, and what comes out of a printer."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.house.test_first_time import IN_SIGHT
from tests.browser.visitor import Visitors
from tests.server.features.rulebooks.made_up import cover, write_booklets
from tests.server.house import House

GAMES = 5


@pytest.fixture(scope="module", params=[25, 295], ids=["30", "300"])
def library(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    books = write_booklets(folder / "books", request.param)
    evil = cover("#000", "X").replace("</svg>", '<script>document.title = "run"; alert(1)</script></svg>')
    (books / "made-up-0" / "board.svg").write_text(evil, "utf8")
    house = House(folder, rulebooks=[str(books)])
    yield house, request.param + GAMES
    house.kill()


@pytest.fixture
async def readers(browser, library):
    visitors = Visitors(browser, library[0])
    yield visitors
    await visitors.depart()
    assert visitors.complaints == []


async def test_a_large_shelf_is_light_and_shows_play_at_once(readers, library):
    visitor = await readers.arrive("/")
    page = visitor.page
    loaded = await page.context.new_cdp_session(page)
    sizes = []
    loaded.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    await loaded.send("Network.enable")
    await loaded.send("Network.setCacheDisabled", {"cacheDisabled": True})
    await page.goto(f"{page.url}", wait_until="networkidle")
    assert 20_000 < sum(sizes) < 100_000
    await expect(page.get_by_role("status").filter(has_text="boxes")).to_contain_text(f"{library[1]} boxes")
    for width, height in ((1440, 900), (1280, 720), (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(IN_SIGHT) >= (1 if width == 390 else GAMES), (width, height)
        assert await visitor.no_sideways_scrolling()


async def test_typing_finds_and_filters_narrow_it_down_by_keyboard(readers):
    page = (await readers.arrive("/")).page
    boxes = page.locator(".game h2")
    await page.get_by_label("Search the shelf").press_sequentially("schacht 2001")
    await expect(boxes).to_have_text(["Isis & Osiris"])
    await expect(page).to_have_url(re.compile(r"\?q=schacht\+2001$"))
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.press("Delete")
    await page.keyboard.press("Tab")
    await expect(page.get_by_label("With whom?")).to_be_focused()
    await page.get_by_label("What kind?").select_option("to play here")
    await expect(boxes).to_have_count(GAMES)
    await page.get_by_label("With whom?").select_option("3 people")
    await expect(boxes).to_have_count(GAMES - 1)
    await expect(page.get_by_role("link", name=re.compile("^Play – Isis"))).to_have_attribute(
        "href", "/games/isis/friends"
    )


async def test_without_a_script_the_shelf_is_searched_and_turned_page_by_page(readers):
    page = (await readers.arrive("/", java_script_enabled=False, language="fr")).page
    first = await page.locator(".game h2").all_inner_texts()
    assert len(first) == 24
    await page.get_by_role("link", name="D’autres boîtes").click()
    assert not set(first) & set(await page.locator(".game h2").all_inner_texts())
    await page.get_by_label("Chercher sur l’étagère").fill("oie 99999")
    await page.get_by_role("button", name="Chercher").click()
    await expect(page.get_by_text("Aucune boîte de l’étagère ne correspond.")).to_be_visible()


async def test_a_rulebook_without_a_program_is_read_and_searched_and_its_pictures_run_nothing(readers):
    visitor = await readers.arrive("/rulebooks/made-up-0", narrow=True)
    page = visitor.page
    await expect(page.locator("figure img")).to_have_js_property("complete", True)
    assert await page.locator("figure img").evaluate("image => image.naturalWidth > 0")
    await page.get_by_role("searchbox").fill("exactly")
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name=re.compile("The end")).last.click()
    await expect(page.locator("mark#found-1")).to_be_in_viewport()
    assert await visitor.no_sideways_scrolling()
    await page.goto(page.url.partition("?")[0] + "/pictures/board.svg")
    assert await page.title() != "run"
    readers.complaints.clear()  # the browser says that it has blocked a script


SHEETS = {
    "isis/print/board": 1, "isis/print/tiles": 2, "isis/print/score-pad": 1, "morfals/print/score-pad": 1,
    "morisi/print/land?deal=1": 1, "morisi/print/tiles": 1, "morisi/print/score-pad": 1, "morpyam/print/grid": 1,
    "morpyam/print/score-pad": 1, "netzwerk/print/land?deal=1": 1, "netzwerk/print/tiles": 2,
    "netzwerk/print/score-pad": 1,
}  # fmt: skip
BEYOND = """() => {
  const width = 190 * 96 / 25.4, papers = [...document.querySelectorAll(".paper")];
  return papers.flatMap((paper) => {
    const { left, bottom } = paper.getBoundingClientRect(), right = left + width;
    const things = [...paper.querySelectorAll(".node:not(.tile-edge), table")].map((it) => it.getBoundingClientRect());
    return things.filter((one) => one.left < left - 4 || one.right > right + 4 || one.bottom > bottom + 4);
  }).length;
}"""


async def test_every_sheet_fits_on_a4_and_on_letter_and_nothing_is_cut(visitors):
    page = (await visitors.arrive("/", color_scheme="dark")).page
    house = page.url
    for address, pages in SHEETS.items():
        await page.goto(f"{house}games/{address}")
        for paper in ("A4", "Letter"):
            pdf = await page.pdf(format=paper)
            assert len(re.findall(rb"/Type /Page\b", pdf)) == pages, (address, paper)
        await page.emulate_media(media="print")
        assert await page.evaluate(BEYOND) == 0, address
        await page.emulate_media(media="null")


async def test_printed_rules_are_the_text_alone(visitors):
    page = (await visitors.arrive("/games/isis/rules")).page
    await page.emulate_media(media="print")
    for hidden in (".top", ".book-tools", ".contents", ".after", ".foot"):
        await expect(page.locator(hidden).filter(visible=True)).to_have_count(0)
    await expect(page.locator("article.rulebook h1")).to_be_visible()
    assert 4 <= len(re.findall(rb"/Type /Page\b", await page.pdf(format="A4"))) <= 5
