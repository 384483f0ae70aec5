"""Every page with something to show on it, and as it is printed."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import tablee
from tablee.games.language import ENGLISH, Language, read_catalogues
from tablee.games.scenery import PrintSheet
from tablee.server.features.daily.model import Day, DealPlay
from tablee.server.features.history.season import ReviewedGame, rating_curve, season
from tablee.server.features.history.season_pages import season_words
from tablee.server.features.moderation.model import HostAnnouncement, HostKey, ShownAnnouncement
from tablee.server.features.moderation.store import ModerationNotice, Sanctioned, ServerLoad
from tablee.server.features.notifications.model import EmailAddress, NotificationPreferences, Webhook
from tablee.server.features.rulebooks.text_search import FoundPlace
from tablee.server.features.shelf.model import FilterChoice
from tablee.server.web.portraits import portrait_number
from tablee.server.web.rendering import TEMPLATES

WEB = Path(tablee.__file__).parent / "server" / "web"
GAME = {"id": "isis", "name": "Isis & Osiris"}
LEVELS = [
    {
        "level": level,
        "bot": "Zoé",
        "name": f"level {level}",
        "manner": "well",
        "chosen": level == 2,
        "record": "you: 1 win",
    }
    for level in range(1, 6)
]
BOX = {
    "facts": ["2 players", "from 8 <years>"],
    "kinds": ["<dice>"],
    "invitation": "Come & play.",
    "credit": "Zoé, <Box> 2001",
}
OPTIONS = [
    {
        "name": "memory",
        "label": "Tiles",
        "values": [{"value": "hidden", "label": "lie face down", "kind": "<b>standard</b>"}],
        "sentence": "So <b>what</b>.",
    }
]
OPTION_GROUPS = [
    {"title": "<b>Variants</b>", "about": "<b>Printed</b>.", "house": True, "open": True, "options": OPTIONS}
]
LAST = {
    "players": 3, "level": 2, "options": {"memory": "hidden"}, "company": ["<b>Zoé</b>", "", ""],
    "colour": 1, "begins": True,
}  # fmt: skip
PROGRESS = {"share": 0.4, "words": "<b>soon</b>"}
WISHES = {"game": "isis", "mode": "bots", "players": "3"}
MOVED = {"moved": "3 minutes ago", "moved_exactly": "2026-11-16T05:00:00+00:00"}
TABLES = [
    {
        "url": "/tables/x",
        "game": "isis",
        "name": "Isis",
        "names": ["<b>Zoé</b>"],
        "served": True,
        "house_rules": ["<b>"],
        "variants": ["<b>"],
        "until": "<b>Thursday</b>",
        "until_exactly": "2026-01-01T00:00:00+00:00",
        "asks": "",
        **MOVED,
        **state,
    }
    for state in (
        {"status": "waiting", "solo": False, "yours": False, "to_act": ""},
        {"status": "waiting", "solo": True, "yours": False, "to_act": ""},
        {"status": "playing", "solo": True, "yours": True, "to_act": "Someone"},
        {"status": "playing", "solo": False, "yours": False, "to_act": "<b>Zoé</b>"},
        {"status": "playing", "solo": False, "yours": False, "to_act": ""},
        {"status": "playing", "solo": False, "yours": False, "to_act": "", "asks": "<b>Zoé</b>"},
        {"status": "playing", "solo": False, "yours": True, "to_act": "Zoé", "served": False, "game": ""},
    )
]
DEVICES = [
    {
        "session": "d1",
        "name": "<b>Zoé</b>",
        "here": here,
        **dict.fromkeys(("since", "seen"), "3 minutes ago"),
        **dict.fromkeys(("since_exactly", "seen_exactly"), "2026-11-16T05:00:00+00:00"),
    }
    for here in (True, False)
]
FOUND = {
    "table": "k3v9", "game": "isis", "name": "Isis", "names": ["<b>Zoé</b>"], "seats": "1 seat is free",
    "players": "2 players", "house_rules": ["<b>"], "variants": ["<b>"], "pace": "no clock",
}  # fmt: skip
LOBBY = {
    "invitations": [
        {"table": "k3v9", "kind": kind, "words": "<b>Zoé</b> invites you.", "at_once": True}
        for kind in ("match", "invitation")
    ],
    "matchmaking": "Isis",
    "refused": [{"key": "k3v9", "name": "<b>Zoé</b>"}],
    "open": [FOUND],
    "watched": [FOUND],
    "count": "2 people are in the house.",
    "games": [{"id": "isis", "name": "Isis", "players": [2, 3]}],
    "counts": [2, 3],
    "paces": [{"value": "", "label": "<b>no hurry</b>"}],
    "wish": {"words": "<b>Isis</b>", "games": ["isis"], "players": 2, "pace": "", "rated": True},
}
CODE = Markup("<svg></svg>")
KEYS = [{"id": "k", "name": "<b>A passkey</b>", "since": "today", "used": "", "last": True}]
FIGURES = [
    {
        "name": "<b>Isis</b>",
        "cover": "/games/isis/cover.svg",
        "played": "4",
        "won": "2",
        "share": "50%",
        "points": "3",
        "best": "7",
        "moves": "20 moves",
        "levels": ["easy"],
    }
]
RATINGS = [
    {
        "name": "<b>Isis</b>",
        "ladder": "/games/isis/ladder",
        "pace": "daily",
        "rating": "1,540 ± 60",
        "games": "12 games",
        "sure": True,
    }
]
PLAYED = {
    "url": "/tables/x",
    "name": "<b>Isis</b>",
    "cover": "",
    "others": ["<b>Otto</b>"],
    "ending": "<b>Otto</b> won",
    "won": False,
    "yours": False,
    "points": "3 : 7",
    "change": "+12",
    "day": "today",
    "until": "",
    "until_exactly": "",
    "exactly": "2026-01-01T00:00:00+00:00",
}

NOTIFICATIONS = {
    "here": True,
    "can_email": True,
    "email": EmailAddress("zoé", "<b>zoe@example.org</b>"),
    "webhook": Webhook("zoé", "https://hook.example/secret"),
    "preferences": NotificationPreferences(zone="<b>Paris</b>"),
    "hours": [(18, "18")],
}

TOURNAMENT_CHOICES = {
    "games": [("isis", "<b>Isis</b>")],
    "paces": [("quick", "quick game")],
    "group_sizes": (4, 5),
    "longest": 60,
}
TOURNAMENT = {
    "id": "k3v9",
    "url": "/tournaments/k3v9",
    "name": "<b>Cup</b>",
    "game": "<b>Isis</b>",
    "cover": "/games/isis/cover.svg",
    "about": "<b>Isis</b>, quick game",
    "status": "running",
    "words": "in progress",
    "when": "today",
    "exactly": "2026-11-18T10:00:00+00:00",
    "by_days": False,
    "group_size": 4,
}

CLUB_TABLE = {
    "url": "/tables/k3v9",
    "cover": "/games/isis/cover.svg",
    "name": "<b>Isis</b>",
    "names": "<b>Zoé</b>",
    "seats": "1 open seat",
    "pace": "no clock",
    "won": "won by <b>Zoé</b>",
    "own": False,
    "day": "today",
}
CALENDAR_DAY = {
    "day": "2026-11-17",
    "number": 17,
    "date": "Nov 17, 2026",
    "game": "<b>Isis</b>",
    "sign": "▲",
    "words": "won",
    "today": True,
    "of_its_day": True,
}
SHOWN = DealPlay("2026-11-17", "zoé", "<b>Zoé</b>", "table", "card", 5)
CARD = {
    "signs": "▲▽●",
    "signs_in_words": "ahead, behind, level",
    "result": "won, 3 : 2",
    "text": "<b>Zoé</b>",
    "picture": "/cards/x/picture.png",
    "link": "/cards/x",
    "table": "x",
}
DEAL = {
    "game": GAME,
    "facts": BOX["facts"],
    "against": "against <b>Zoé</b>",
    "own": SHOWN,
    "board": {
        "rows": [
            {"name": "<b>Zoé</b>", "own": True, "late": True, "bot": True, "url": "/", "result": "won", "won": True}
        ],
        "level_5": "<b>Zoé</b>",
        "others": "<b>Zoé</b>",
        "replay": "/tables/x/replay",
    },
    "card": CARD,
    "to_share": CARD,
}

PAGES: dict[str, dict[str, Any]] = {
    "shelf/shelf.html": {
        "games": [
            GAME | BOX | {"plays": True, "form": WISHES, "against": "against Zoé", "progress": PROGRESS},
            BOX | {"id": "goose", "name": "The <Goose>", "plays": False, "progress": None},
        ],
        "choices": [FilterChoice("with", "With <whom>?", [("", [("", "anyone")]), ("<Here>", [("2", "<two>")])])],
        "wanted": {"q": "<b>", "with": "2"},
        "together": False,
        "count": 2,
        "earlier": "/?q=%3Cb%3E#shelf",
        "later": "/?q=%3Cb%3E&page=3#shelf",
        "tables": TABLES,
        "results": [PLAYED],
        "returns": True,
        "lobby": LOBBY,
        "waiting": 2,
        "thanks": ["Thanks to <b>Zoé</b>."],
        "deal": {
            "day": "2026-11-17",
            "game": GAME,
            "against": "against <b>Zoé</b>",
            "own": None,
            "result": "",
            "streak": "3 days in a row",
            "others": "<b>Zoé</b>",
        },
    },
    "lobby/watch.html": {"lobby": LOBBY},
    "lessons/learn.html": {"games": [GAME | {"facts": BOX["facts"], "goal": "Do <b>this</b>."}]},
    "puzzles/practise.html": {"games": [GAME | {"count": 60}]},
    "daily/day.html": DEAL
    | {
        "day": Day("2026-11-17", "isis", 2, 3, b"secret", 5),
        "date": "Nov 17, 2026",
        "is_today": True,
        "others": "<b>Zoé</b>",
        "streak": "3 days in a row",
        "calendar": [[{"day": ""}, CALENDAR_DAY, CALENDAR_DAY | {"game": ""}]],
        "next_day": "2026-11-18T00:00:00Z",
        "until": "tomorrow",
        "revealed": True,
        "reveal": "then",
        "committed": "then",
        "tomorrow": Day("2026-11-18", "isis", 2, 3, b"secret", 5),
    },
    "daily/card.html": DEAL
    | {
        "play": SHOWN,
        "name": "<b>Zoé</b>",
        "mine": True,
        "day": "",
        "date": "",
        "can_be_sent": True,
        "preview": {"title": "<b>Zoé</b>", "about": "", "image": "/x.png", "width": 1, "height": 1},
    },
    "lobby/lobby_parts.html": {"lobby": LOBBY},
    "lobby/open_tables.html": {
        "met": [{"key": "k3v9", "name": "<b>Zoé</b>"}],
        "clubs": [{"id": "k3v9", "name": "<b>Eight</b>"}],
        "club": "k3v9",
    },
    "shelf/open.html": {
        "game": GAME | {"players": (2, 3, 4), "throws_for_start": False},
        "palette": ["green", "<b>red</b>"],
        "facts": BOX["facts"],
        "tip": "Learn it <b>first</b>.",
        "mode": "bots",
        "stage": "low",
        "progress": PROGRESS,
        "unready": {"levels": [3, 4, 5], "words": "<b>soon</b>"},
        "last": LAST,
        "levels": LEVELS,
        "characters": [("easy", [{"name": "<b>Zoé</b>", "about": "<b>Zoé</b>, well"}])],
        "option_groups": OPTION_GROUPS,
        "paces": [{"value": "quick", "label": "<b>quick</b>", "about": "<b>ten minutes</b>"}],
        "pace": "quick",
        "rated": True,
        "rated_clock": "<b>five minutes</b>",
    },
    "table/table.html": {
        "game": GAME,
        "table": {
            "id": "k3v9",
            "invite": "http://house/tables/k3v9",
            "code": CODE,
            "local_only": True,
            "waits": True,
            "over": False,
        },
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
        "levels": LEVELS,
        "dice": True,
        "goal": "Do <b>this</b>.",
        "legend": [{"shape": "tile-back", "kind": "square", "name": "<b>eye</b>", "meaning": "A <b>tile</b>."}],
        "house_rules": ["Tiles: <b>stay</b> visible"],
        "variants": ["Tiles: <b>shared</b>"],
        "records": {"Malo": "you: 1 win"},
        "called_over": True,
        "pace": "<b>ten minutes</b>",
        "deal_link": "/day/2026-11-17",
        "begun": ("From <b>practice</b>", "/games/isis/puzzles?position=ab"),
    },
    "puzzles/puzzles.html": {
        "game": GAME,
        "puzzles": [("ab", 1)],
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
    },
    "analysis/analysis.html": {
        "game": GAME,
        "source": "text",
        "state": {"game": "<b>isis</b>"},
        "ready": True,
        "origin": "From <b>text</b>",
        "link": "",
        "wrong": "",
        "text": "",
        "levels": LEVELS,
        "usual": 2,
        "strongest": "Sibylle",
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
    },
    "analysis/plan.html": {
        "game": GAME,
        "table": "k3v9",
        "plan": {
            "step": 3,
            "lines": [{"tried": ["pawn a1"], "steps": [{"words": "<b>Zoé</b>", "own": True}]}],
            "forced": True,
        },
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
    },
    "lessons/lesson.html": {
        "game": GAME | {"players": (2, 3, 4)},
        "steps": [{"title": "A <b>Zoé</b>"}],
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
    },
    "table/screen.html": {
        "game": GAME,
        "table": "k3v9",
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
        "preview": {"title": "<b>", "about": "<b>", "image": "/p.png", "width": 1, "height": 1},
    },
    "replays/replay.html": {
        "game": GAME,
        "table": "k3v9",
        "headline": "<b>Zoé</b> wins.",
        "eyes": [("all", "Everything"), ("0", "<b>Zoé</b>")],
        "programs": True,
        "played": False,
        "about": "<b>Isis</b>",
        "sendable": True,
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
    },
    "rulebooks/rulebook.html": {
        "game": GAME,
        "title": "The <game>",
        "facts": BOX["facts"],
        "body": Markup("<p>Rules</p>"),
        "credits": ["A game by <b>Zoé</b>."],
        "contents": [{"anchor": "turn", "title": "Your <turn>", "parts": []}],
        "written_in": "en",
        "written_in_words": "English",
        "scene_css": "/games/isis/scene.css",
        "plays": True,
        "address": "/games/isis",
        "has_text_on_sources": True,
        "wanted": "<b>",
        "places": [FoundPlace("found-1", "Your <turn>", "the <", "b", "> of")],
    },
    "rulebooks/print.html": {"game": GAME, "sheets": [PrintSheet("tiles", "The <tiles>", "To <cut>.")]},
    "rulebooks/paper.html": {
        "game": GAME | {"players": [2, 3]},
        "sheet": PrintSheet("land", "A <land>", "To <lay>.", dealt=True),
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
        "pages": [Markup("<svg></svg>")],
        "pad": {"rows": ["<Pawn>"], "columns": ["<Zoé>", ""], "note": "<b>", "copies": 2},
        "players": 2,
        "deal": 7,
        "next_deal": 8,
    },
    "rulebooks/sources.html": {
        "game": GAME,
        "rules": "/games/isis/rules",
        "title": "Sources",
        "body": Markup("<p>A text</p>"),
        "credits": ["A game by <b>Zoé</b>."],
        "written_in": "en",
        "contact": "zoe@example.org",
    },
    "readiness/waiting.html": {
        "title": "<b>Isis</b> is being set up",
        **PROGRESS,
        "game": "isis",
        "stage": "low",
        "onward": "/tables/k3v9",
        "query": "as=<b>",
    },
    "moderation/key.html": {"name": "<b>Zoé</b>", "days": 30},
    "moderation/host.html": {
        "key": HostKey("5f0c", "", "<b>Zoé</b>", 1, 2, 1),
        "until": ("2026-11-18T10:00:00+00:00", "today"),
        "notifications": NOTIFICATIONS,
        "loads": {"machine/1": ServerLoad(3, 2, 1, 0, 200_000_000, "0.1.0")},
        "people": 3,
        "going_on": 2,
        "reports": [
            {
                "id": "r",
                "name": "<b>Otto</b>",
                "why": "About a name.",
                "words": "<i>rude</i>",
                "table": "k3v9",
                "ago": "now",
                "said": [("<b>Otto</b>", "<i>Hé</i>")],
            },
        ],
        "more_reports": 1,
        "outcomes": {"noted": "answer", "dismissed": "dismiss"},
        "tables": [
            {
                "id": "k3v9",
                "game": "Isis",
                "status": "in play",
                "ago": "now",
                "names": "<b>Zoé</b>",
                "people": [("0f", "<b>Zoé</b>")],
            },
        ],
        "sanctions": [(Sanctioned("0f", "", "silenced", 1, "<i>rude</i>"), "<b>Otto</b>")],
        "sanction_words": {"silenced": "blocked from chat"},
        "board": [(HostAnnouncement("a", 1, 2, {"fr": "<b>Bonsoir</b>"}), ("2026-11-18T10:00:00+00:00", "today"))],
        "may_announce": True,
        "longest": 400,
        "schedules": [{"id": "s", "name": "<b>Cup</b>", "about": "Isis", "when": "every week"}],
        "choices": TOURNAMENT_CHOICES,
        "weekdays": ["Monday"],
        "hours": [(4, "4 hours")],
        "record": [(ModerationNotice(1, 1, "announced", "a", "<i>why</i>", "<b>Zoé</b>"), "now")],
        "kinds": {"announced": "announced"},
        "settings": [("host_contact", "<b>Zoé</b>", True)],
        "problem": "<b>No</b>",
    },
    "tournaments/tournaments.html": {
        "tournaments": [TOURNAMENT],
        "choices": TOURNAMENT_CHOICES,
        "chosen": "isis",
        "club": {"id": "k3v9", "name": "<b>Eight</b>"},
        "least": 3,
    },
    "clubs/clubs.html": {
        "clubs": [{"url": "/clubs/k3v9", "name": "<b>Eight</b>", "members": "8 members"}],
        "longest": 40,
    },
    "clubs/join.html": {"club": "<b>Eight</b>", "link": "k3v9", "members": ["<b>Zoé</b>"]},
    "clubs/club.html": {
        "club": {"id": "k3v9", "name": "<b>Eight</b>", "url": "/clubs/k3v9"},
        "members": [
            {"name": f"<b>{name}</b>", "key": "k3v9", "here": True, "organises": own, "own": own}
            for name, own in (("Zoé", True), ("Otto", False))
        ],
        "count": "2 members",
        "here": "1 online",
        "organises": True,
        "called": True,
        "link": "http://house/clubs/join/k3v9",
        "code": CODE,
        "open": [CLUB_TABLE],
        "running": [CLUB_TABLE],
        "finished": [CLUB_TABLE],
        "games": [{"id": "isis", "name": "<b>Isis</b>"}],
        "tournaments": [TOURNAMENT],
        "ladder": [{"rank": 1, "name": "<b>Zoé</b>", "points": "1½", "played": "3", "won": "1"}],
        "longest": 40,
    },
    "tournaments/tournament.html": {
        "tournament": TOURNAMENT,
        "link": "http://house/tournaments/k3v9",
        "players": ["<b>Zoé</b>"],
        "withdrew": ["<b>Otto</b>"],
        "away": [{"name": "<b>Otto</b>", "words": "away until <b>May</b>"}],
        "club": {"id": "k3v9", "name": "<b>Eight</b>"},
        "takes_part": True,
        "is_host": True,
        "has_room": True,
        "least": 3,
        "tables": [
            {
                "title": "Final",
                "rows": [
                    {
                        "rank": 1,
                        "name": "<b>Zoé</b>",
                        "played": 2,
                        "record": "1 – 1 – 0",
                        "points": "1½",
                        "beaten": "1.5",
                        "lead": "7",
                    },
                ],
            },
        ],
        "rounds": [
            {
                "title": "Round 1",
                "games": [
                    {
                        "first": "<b>Zoé</b>",
                        "second": "<b>Otto</b>",
                        "url": "/tables/k3v9",
                        "to_play": "<b>Otto</b>",
                        "until": "Thursday",
                        "until_exactly": "2026-11-18T10:00:00+00:00",
                        "result": "",
                        "words": "in progress",
                        "turn": False,
                        "own": True,
                        "now": True,
                    },
                ],
            },
        ],
    },
    "shared/message.html": {
        "notice": {"drawing": "wait", "title": "Oh", "text": "<i>no</i>", "back": "Back", "home": True},
        "back": "/",
    },
    "shared/offline.html": {"games": [GAME]},
    "lessons/strategy.html": {
        "game": GAME,
        "strategy": {
            "lead": "<b>",
            "claims": [
                {
                    "title": "<b>",
                    "words": ["<b>"],
                    "games": "2 games",
                    "rows": [{"label": "<b>", "value": "5%", "interval": "4–6%", "source": "2 games"}],
                    "pictures": [{"svg": Markup("<svg></svg>"), "words": "<b>", "lines": ["<b>"]}],
                }
            ],
            "seats": ["<b>"],
            "series": ["<b>"],
            "made_by": "<b>",
            "made_on": "2026-11-18",
        },
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
    },
    "lessons/lesson_text.html": {
        "game": GAME,
        "steps": [{"title": "<b>", "words": "<b>", "task": "<b>", "way": "<b>", "figure": Markup("<svg></svg>")}],
        "shapes": Markup("<defs></defs>"),
        "scene_css": "/games/isis/scene.css",
    },
    "accounts/device_link.html": {
        "link": "http://house/device-links/k3v9",
        "code": CODE,
        "back": "/tables/k3v9",
        "minutes": 10,
    },
    "chat/chat_panel.html": {"phrases": {"hello": "<b>Hello!</b>"}, "gestures": {"wave": "<b>waves</b>"}},
    "accounts/account.html": {
        "sanctions": {"silenced": 1},
        "devices": DEVICES,
        "keys": KEYS,
        "bot_accounts": {"rows": [{"id": "program-1", "name": "<b>Zorro</b>", "since": "today"}], "more": True},
        "typed": "",
        "problem": "",
        "notifications": NOTIFICATIONS,
        "holidays": {
            "words": "away until <b>May</b>",
            "first": "2026-11-18",
            "last": "2026-11-20",
            "short": [{"url": "/tables/k3v9", "name": "<b>Isis</b>"}],
        },
        "chat": {
            "muted": [{"name": "<b>Otto</b>", "other": "0f"}],
            "reports": [{"name": "<b>Otto</b>", "why": "for the name", "day": "today", "answer": "<b>No</b>"}],
        },
    },
    "accounts/sign_in.html": {"back": "/me", "typed": "<b>zoo</b>", "problem": "<b>No</b>", "count": 8},
    "notifications/email.html": {"what": "confirm", "address": "<b>zoe@example.org</b>"},
    "accounts/word_key.html": {"words": ["zoo", "<b>été</b>"]},
    "bot_accounts/bot_account.html": {"name": "<b>Zorro</b>", "token": "abc"},
    "history/profile.html": {
        "name": "<b>Zoé</b>",
        "own": True,
        "since": "today",
        "favourites": "<b>Isis</b>",
        "streaks": [{"name": "Current winning streak", "count": "3"}],
        "people": [{"key": "k3v9", "name": "<b>Zoé</b>", "here": True}],
        "game": "isis",
        "curves": [
            {
                "name": "<b>Isis</b>",
                "pace": "daily",
                "ladder": "/games/isis/ladder",
                "rating": "1,540 ± 60",
                "words": "2 games",
                "chart": rating_curve([1500, 1540], ENGLISH),
                "latest": [("today", "1,540", "+40")],
            }
        ],
        "figures": FIGURES,
        "address": "/people/x",
        "shown": ("ratings",),
        "parts": {"ratings": "Ratings", "online": "<b>online</b>"},
    },
    "ratings/ladder.html": {
        "game": GAME,
        "ladders": [
            {
                "pace": "live",
                "rungs": [
                    {
                        "name": "<b>Zoé</b>",
                        "about": "12 games",
                        "url": "/people/x",
                        "face": 0,
                        "rating": "1,540 ± 60",
                    },
                    {"name": "Malo", "about": "easy", "url": "", "face": 2, "rating": "1,500"},
                ],
            }
        ],
    },
    "history/season.html": {
        "games": {"isis": "Isis", "morfals": "<b>Zoé</b>"},
        "game": GAME,
        "refused": "",
        "few": 5,
        "shown": season_words(
            season([ReviewedGame("t", at, 1.0, 0.1, 0.2, (("<b>Zoé</b>", 0.1),)) for at in range(6)]), {}, ENGLISH
        )
        | {"untold": 2},
    },
    "history/history.html": {
        "running": [PLAYED, PLAYED | {"until": "<b>Thursday</b>", "until_exactly": "2026-01-01T00:00:00+00:00"}],
        "ended": [PLAYED],
        "figures": FIGURES,
        "ratings": RATINGS,
        "games": {"isis": "<b>Isis</b>"},
        "state": "",
        "wanted": {"game": "isis", "company": "", "ended": "won"},
        "against": "k3v9",
        "met": {"k3v9": "<b>Zoé</b>"},
        "earlier": "/me/games?page=2",
        "later": "",
    },
    "accounts/device_link_ask.html": {"name": "<b>Zoé</b>", "loses": 1},
}


def render(name: str, language: str) -> str:
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    environment.globals["portrait_number"] = portrait_number
    say: Language = read_catalogues(language, [WEB])
    house = {"say": say, "language": language, "static": "/static/{}".format, "person": "Zoé", "path": "/"}
    house |= {"friendly": "Clever Fox", "section": "play", "turns": 2, "invited": 1}
    house["announcements"] = [ShownAnnouncement("a", "<b>Tonight</b>", "en")]
    house["teaches"] = house["has_sources"] = house["can_be_practised"] = {"isis": True}.get
    house["has_strategy"], house["seat_lines"] = house["teaches"], lambda *_: ["<b>"]
    house |= {"languages": {"en": "English", "fr": "Français"}, "worker": "/service-worker.js?version=1&language=en"}
    return environment.get_template(name).render(house | PAGES[name])
