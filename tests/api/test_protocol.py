"""The engine protocol: every request, every code, and lines that are no requests at all."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.api.protocol import Engine, serve
from tablee.bots.bot_process import LONGEST_LINE
from tests.cases import each
from tests.games.isis.hand_made_states import ACCEPTED, EXAMPLE, REFUSED

CODES = {
    "bad_json",
    "bad_request",
    "unknown_game",
    "bad_options",
    "bad_state",
    "no_game",
    "illegal_action",
    "over",
}
COMMANDS = ["games", "new", "load", "state", "view", "legal", "apply", "chance", "leave", "result", "bot"]

Request = dict[str, Any]
Answer = dict[str, Any]


def ask(engine: Engine, cmd: str, **fields: Any) -> Answer:
    return engine.answer(json.dumps({"cmd": cmd, **fields}).encode())


def ask_all(engine: Engine, *requests: Request) -> list[Answer]:
    return [engine.answer(json.dumps(request).encode()) for request in requests]


def code(answer: Answer) -> str | None:
    """The code of a refusal, after a look at its form; None for a request that was served."""
    if answer["ok"] is True:
        return None
    assert answer.keys() == {"ok", "error"}
    assert answer["ok"] is False
    assert answer["error"].keys() == {"code", "message"}
    assert answer["error"]["code"] in CODES
    assert isinstance(answer["error"]["message"], str)
    assert answer["error"]["message"]
    found: str = answer["error"]["code"]
    return found


def served(source: bytes) -> list[Answer]:
    """The answers to a whole input."""
    target = io.StringIO()
    serve(io.BytesIO(source), target)
    assert target.getvalue().endswith("\n") or not source
    return [json.loads(line) for line in target.getvalue().splitlines()]


def apply_each(*actions: str) -> list[Request]:
    return [{"cmd": "apply", "action": action} for action in actions]


NEW: Request = {"cmd": "new", "game": "isis", "players": 3}
SITUATIONS: dict[str, list[Request]] = {
    "no game": [],
    "decision": [NEW, *apply_each("pawn a1")],
    "chance": [NEW, *apply_each("pawn a1", "draw")],
    "tile turned up": [NEW, *apply_each("pawn a1", "draw", "reveal +4")],
    "somebody left": [NEW, {"cmd": "leave", "seat": 2}],
    "over": [NEW, {"cmd": "leave", "seat": 2}, {"cmd": "leave", "seat": 0}],
}


def engine_in(situation: str) -> Engine:
    engine = Engine()
    assert all(answer["ok"] for answer in ask_all(engine, *SITUATIONS[situation]))
    return engine


def everything(engine: Engine) -> list[Answer]:
    """All that can be asked without changing anything."""
    return [ask(engine, "state"), ask(engine, "legal"), ask(engine, "result"), ask(engine, "view", seat=None)]


# ---- requests that are served ---------------------------------------------------------------------------------


def test_games_tells_name_players_and_options_with_the_default_first() -> None:
    assert ask(Engine(), "games")["games"]["isis"] == {
        "name": "Isis & Osiris",
        "players": (2, 3, 4),
        "options": {"reserve": ("own", "common"), "memory": ("hidden", "open")},
    }


def test_new_begins_a_game_with_seat_0() -> None:
    engine = Engine()
    assert ask(engine, "new", game="isis", players=2, options={}, seed=7) == {"ok": True, "to_act": 0}
    assert ask(engine, "state")["state"]["players"] == 2


def test_new_has_defaults_for_options_and_seed() -> None:
    def transcript(**fields: Any) -> list[Answer]:
        engine = Engine()
        ask(engine, "new", game="isis", players=2, **fields)
        return [ask(engine, "state"), ask(engine, "apply", action="draw"), ask(engine, "chance")]

    assert transcript() == transcript(options={}, seed=0)
    assert transcript() == transcript(options={"reserve": "own", "memory": "hidden"})


def test_a_new_game_takes_the_place_of_the_old() -> None:
    engine = engine_in("over")
    assert ask(engine, "new", game="isis", players=4) == {"ok": True, "to_act": 0}
    assert ask(engine, "state")["state"]["players"] == 4


@each("what", ACCEPTED)
def test_load_takes_a_state_and_tells_who_is_to_act(what: str) -> None:
    state, to_act = ACCEPTED[what]
    assert ask(Engine(), "load", state=state) == {"ok": True, "to_act": to_act}


def test_load_takes_what_state_prints() -> None:
    for situation in SITUATIONS.keys() - {"no game"}:
        engine, twin = engine_in(situation), Engine()
        assert ask(twin, "load", state=ask(engine, "state")["state"])["ok"]
        assert everything(twin) == everything(engine)


def test_load_feeds_later_chance_from_its_seed_which_is_0_by_default() -> None:
    def first_reveal(**fields: Any) -> str:
        engine = Engine()
        ask(engine, "load", state=EXAMPLE, **fields)
        ask(engine, "apply", action="draw")
        found: str = ask(engine, "chance")["action"]
        return found

    assert first_reveal() == first_reveal(seed=0)
    assert len({first_reveal(seed=seed) for seed in range(20)}) > 3


def test_state_is_the_whole_truth_and_view_what_may_be_seen() -> None:
    engine = Engine()
    ask_all(engine, NEW, *apply_each("draw", "reveal +4", "place c3"))
    assert ask(engine, "state")["state"]["board"] == {"c3": "+4"}
    for seat in (None, 0, 1, 2):
        assert ask(engine, "view", seat=seat)["state"]["board"] == {"c3": "#"}


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_once_over_a_view_is_the_whole_state(seat: int | None) -> None:
    engine = Engine()
    requests = [NEW, *apply_each("draw", "reveal +4", "place c3"), *SITUATIONS["over"][1:]]
    assert all(answer["ok"] for answer in ask_all(engine, *requests))
    assert ask(engine, "view", seat=seat) == ask(engine, "state")
    assert ask(engine, "view", seat=seat)["state"]["board"] == {"c3": "+4"}


def test_legal_gives_actions_at_a_decision_outcomes_at_a_chance_node_and_nothing_once_over() -> None:
    decision, chance, over = (ask(engine_in(name), "legal") for name in ("decision", "chance", "over"))
    assert (decision["to_act"], len(decision["actions"]), "outcomes" in decision) == (1, 36, False)
    assert (chance["to_act"], len(chance["outcomes"]), "actions" in chance) == ("chance", 8, False)
    assert over == {"ok": True, "to_act": None, "actions": []}


def test_probabilities_are_floats_that_sum_to_1() -> None:
    outcomes = json.loads(json.dumps(ask(engine_in("chance"), "legal")["outcomes"]))
    assert all(type(text) is str and type(probability) is float for text, probability in outcomes)
    assert sum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-9)
    assert dict(outcomes)["reveal +2"] == pytest.approx(6 / 22, abs=1e-9)


def test_apply_plays_an_action_and_names_an_outcome() -> None:
    engine = Engine()
    answers = ask_all(engine, NEW, *apply_each("draw", "reveal +4", "place c3"))
    assert [answer["to_act"] for answer in answers] == [0, "chance", 0, 1]


def test_chance_draws_the_outcome_and_says_it() -> None:
    engine = engine_in("chance")
    outcomes = dict(ask(engine, "legal")["outcomes"])
    answer = ask(engine, "chance")
    assert answer.keys() == {"ok", "action", "to_act"}
    assert answer["action"] in outcomes
    assert answer["to_act"] == 1
    assert ask(engine, "state")["state"]["drawn"] == answer["action"].removeprefix("reveal ")


def test_leave_gives_the_game_up() -> None:
    engine = Engine()
    ask(engine, "new", game="isis", players=3)
    assert ask(engine, "leave", seat=0) == {"ok": True, "to_act": 1}
    assert ask(engine, "leave", seat=2) == {"ok": True, "to_act": None}


def test_result_tells_how_it_stands_and_how_it_ended() -> None:
    running, over = ask(engine_in("decision"), "result"), ask(engine_in("over"), "result")
    assert running == {"ok": True, "over": False, "scores": [0, 0, 0], "winners": [], "reason": None}
    assert over == {"ok": True, "over": True, "scores": [0, 0, 0], "winners": [1], "reason": "left"}


def test_fields_that_a_request_does_not_have_are_ignored() -> None:
    assert ask(Engine(), "games", seat=1, colour="blue")["ok"]


def play_through(seed: int) -> list[Answer]:
    """The answers of one game, all of whose outcomes come from the seed."""
    engine = Engine()
    answers = [ask(engine, "new", game="isis", players=4, options={"reserve": "common"}, seed=seed)]
    while answers[-1]["to_act"] is not None:
        if answers[-1]["to_act"] == "chance":
            answers.append(ask(engine, "chance"))
        else:
            actions = ask(engine, "legal")["actions"]
            answers.append(ask(engine, "apply", action=actions[-1 if len(answers) % 3 else 0]))
    return [*answers, *everything(engine)]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert play_through(7) == play_through(7)
    assert play_through(7) != play_through(8)
    assert all(answer["ok"] for answer in play_through(7))


@each("seed", [-1, 2**64, -(10**30), 10**4000])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    engine = Engine()
    assert ask(engine, "new", game="isis", players=2, seed=seed)["ok"]
    assert ask(engine, "apply", action="draw")["ok"]
    assert ask(engine, "chance")["ok"]


# ---- requests that are refused, in the order in which they are checked -----------------------------------------

MISSING = object()
WRONG_TYPES: dict[tuple[str, str], list[Any]] = {
    ("new", "game"): [MISSING, None, 1, True, ["isis"], {}],
    ("new", "players"): [MISSING, None, "2", True, False, 2.0, [2], {}],
    ("new", "options"): [None, [], "", 0, True],
    ("new", "seed"): [None, "7", True, 7.0, [7]],
    ("load", "state"): [MISSING, None, [], "", 0, True],
    ("load", "seed"): [None, "7", True, 7.0],
    ("view", "seat"): [MISSING, "0", True, False, 0.0, [], {}],
    ("apply", "action"): [MISSING, None, 1, True, [], {}],
    ("leave", "seat"): [MISSING, None, "0", True, False, 0.0, []],
    ("bot", "level"): [None, "3", True, 3.0, []],
    ("bot", "seconds"): ["1", True, [], {}],
}
COMPLETE: dict[str, Request] = {
    "new": {"game": "isis", "players": 2},
    "load": {"state": EXAMPLE},
    "view": {"seat": 0},
    "apply": {"action": "pawn b2"},
    "leave": {"seat": 0},
}


@each("situation", ["no game", "decision", "chance", "over"])
@each(("cmd", "name", "value"), [(*field, value) for field, values in WRONG_TYPES.items() for value in values])
def test_a_field_missing_or_of_a_wrong_type_is_a_bad_request_in_every_situation(
    situation: str, cmd: str, name: str, value: Any
) -> None:
    fields = {**COMPLETE.get(cmd, {}), name: value}
    request = {key: entry for key, entry in fields.items() if entry is not MISSING}
    assert code(ask(engine_in(situation), cmd, **request)) == "bad_request"


@each("situation", SITUATIONS)
@each(
    "request_",
    [{"cmd": cmd} for cmd in ("", "games ", "Games", "quit", "_new", "answer", "__init__", 1, None, [], {}, True)]
    + [{}],
)
def test_an_unknown_command_is_a_bad_request_in_every_situation(situation: str, request_: Request) -> None:
    assert code(ask_all(engine_in(situation), request_)[0]) == "bad_request"


@each("value", [[], ["cmd"], "games", 0, 1.5, None, True])
def test_what_is_not_an_object_is_a_bad_request(value: Any) -> None:
    assert code(Engine().answer(json.dumps(value).encode())) == "bad_request"


@each("situation", SITUATIONS)
@each("game", ["chess", "", "Isis", "isis\0", "tablee.games.isis"])
def test_an_unknown_game_comes_before_bad_options(situation: str, game: str) -> None:
    answer = ask(engine_in(situation), "new", game=game, players=99, options={"speed": "fast"})
    assert code(answer) == "unknown_game"


@each("situation", SITUATIONS)
@each(
    "fields",
    [
        {"players": 1},
        {"players": 5},
        {"players": -2},
        {"players": 10**400},
        {"players": 2, "options": {"speed": "fast"}},
        {"players": 2, "options": {"reserve": "shared"}},
        {"players": 2, "options": {"reserve": None}},
        {"players": 2, "options": {"reserve": ["own"]}},
        {"players": 2, "options": {"memory": True}},
        {"players": 9, "options": {"memory": "open"}},
    ],
)
def test_what_the_game_does_not_have_is_bad_options(situation: str, fields: Request) -> None:
    assert code(ask(engine_in(situation), "new", game="isis", **fields)) == "bad_options"


@each(
    "request_",
    [
        {"cmd": "state"},
        {"cmd": "view", "seat": 0},
        {"cmd": "view", "seat": None},
        {"cmd": "view", "seat": 99},
        {"cmd": "legal"},
        {"cmd": "apply", "action": "pawn a1"},
        {"cmd": "apply", "action": "nonsense"},
        {"cmd": "chance"},
        {"cmd": "leave", "seat": 0},
        {"cmd": "leave", "seat": 99},
        {"cmd": "result"},
        {"cmd": "bot"},
        {"cmd": "bot", "level": 1, "seconds": 0.1},
    ],
)
def test_without_a_game_there_is_no_game_whatever_else_is_wrong(request_: Request) -> None:
    engine = Engine()
    assert code(ask_all(engine, request_)[0]) == "no_game"
    ask(engine, "new", game="isis", players=99)
    ask(engine, "load", state={})
    assert code(ask_all(engine, request_)[0]) == "no_game"


@each(
    "request_",
    [
        {"cmd": "apply", "action": "pawn b2"},
        {"cmd": "apply", "action": "nonsense"},
        {"cmd": "chance"},
        {"cmd": "leave", "seat": 1},
        {"cmd": "leave", "seat": 0},
        {"cmd": "leave", "seat": 99},
        {"cmd": "bot"},
    ],
)
def test_once_over_it_is_over_whatever_else_is_wrong(request_: Request) -> None:
    assert code(ask_all(engine_in("over"), request_)[0]) == "over"


@each("cmd", ["state", "legal", "result", "games"])
def test_once_over_questions_are_still_answered(cmd: str) -> None:
    assert ask(engine_in("over"), cmd)["ok"]


@each(
    ("situation", "request_"),
    [
        ("decision", {"cmd": "chance"}),
        ("tile turned up", {"cmd": "chance"}),
        ("chance", {"cmd": "bot"}),
        ("somebody left", {"cmd": "leave", "seat": 2}),
        ("decision", {"cmd": "leave", "seat": 3}),
        ("decision", {"cmd": "leave", "seat": -1}),
        ("decision", {"cmd": "leave", "seat": 2**64}),
        ("decision", {"cmd": "view", "seat": 3}),
        ("chance", {"cmd": "view", "seat": -1}),
        ("over", {"cmd": "view", "seat": 3}),
    ],
)
def test_what_does_not_fit_the_situation_is_a_bad_request(situation: str, request_: Request) -> None:
    assert code(ask_all(engine_in(situation), request_)[0]) == "bad_request"


@each(
    ("situation", "action"),
    [
        *(("decision", action) for action in ("pawn a1", "place b1", "reveal +4", "leave 1", "chance", "pass", "")),
        *(("decision", action) for action in ("pawn  b1", "pawn b1 ", " pawn b1", "PAWN b1", "pawn B1", "pawn b1\n")),
        *(("decision", action) for action in ("Draw", "draw\0", "pawn g1", "pawn b7", "\ud800", "x" * 10_000)),
        *(("chance", action) for action in ("draw", "pawn b1", "reveal 4", "reveal +5", "reveal +0", "reveal #", "?")),
        *(("chance", action) for action in ("reveal −4", "reveal +4 ", "reveal ?", "place b1")),
        *(("tile turned up", action) for action in ("draw", "pawn b1", "place a1", "reveal +4", "place")),
    ],
)  # fmt: skip
def test_anything_but_the_exact_text_of_a_legal_action_is_illegal(situation: str, action: str) -> None:
    assert code(ask(engine_in(situation), "apply", action=action)) == "illegal_action"


@each(("why", "what"), [(why, what) for why, states in REFUSED.items() for what in states])
def test_whatever_is_wrong_inside_a_state_is_bad_state_and_the_game_goes_on(why: str, what: str) -> None:
    engine = engine_in("decision")
    before = everything(engine)
    line = json.dumps({"cmd": "load", "state": REFUSED[why][what]})
    expected = "bad_json" if "NaN" in line or "Infinity" in line else "bad_state"
    assert code(engine.answer(line.encode())) == expected
    assert everything(engine) == before


REFUSALS: list[Request] = [
    {"cmd": "nonsense"},
    {"cmd": "new", "game": "isis"},
    {"cmd": "new", "game": "chess", "players": 2},
    {"cmd": "new", "game": "isis", "players": 9},
    {"cmd": "load", "state": {}},
    {"cmd": "load", "state": {**EXAMPLE, "turn": 9}},
    {"cmd": "apply", "action": "nonsense"},
    {"cmd": "leave", "seat": 9},
    {"cmd": "view", "seat": 9},
    {"cmd": "bot", "level": 9},
]


@each("situation", [name for name in SITUATIONS if name != "no game"])
@each("request_", REFUSALS)
def test_a_refusal_changes_nothing(situation: str, request_: Request) -> None:
    engine = engine_in(situation)
    before = everything(engine)
    assert code(ask_all(engine, request_)[0]) is not None
    assert everything(engine) == before


def test_a_refused_chance_uses_up_no_draw() -> None:
    def transcript(*refused: Request) -> list[Answer]:
        engine = Engine()
        ask_all(engine, NEW, *refused, *apply_each("draw"))
        return [ask(engine, "chance"), ask(engine, "state")]

    assert transcript() == transcript({"cmd": "chance"}, {"cmd": "apply", "action": "x"}, {"cmd": "leave", "seat": 9})


# ---- lines ----------------------------------------------------------------------------------------------------

GAMES = b'{"cmd":"games"}'


def padded(length: int) -> bytes:
    """A request that is well served, of so many bytes."""
    start, end = b'{"cmd":"games","padding":"', b'"}'
    return start + b"x" * (length - len(start) - len(end)) + end


@each(
    "line",
    [
        b"",
        b" ",
        b"\t",
        b"{",
        b"}",
        b"{]",
        b'{"cmd":"games"',
        b'{"cmd":"games"}}',
        b"{'cmd':'games'}",
        b'{"cmd":"games",}',
        b'{"cmd":games}',
        b"games",
        b"quit",
        b"\0",
        b"\xff\xfe\xfd",
        b'{"cmd":"\xff"}',
        b'{"cmd":"games\xc3"}',
        b'{"cmd":"games","x":NaN}',
        b'{"cmd":"games","x":Infinity}',
        b'{"cmd":"games","x":-Infinity}',
        b'{"cmd":"games","x":01}',
        b'{"cmd":"games","x":"\\x"}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"cmd":"games","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_what_is_not_json_is_bad_json_and_the_next_line_is_served(line: bytes) -> None:
    answers = served(line + b"\n" + GAMES + b"\n")
    assert [code(answer) for answer in answers] == ["bad_json", None]


def test_a_number_too_long_to_be_read_is_refused_and_the_next_line_is_served() -> None:
    answers = served(b'{"cmd":"new","game":"isis","players":' + b"9" * 100_000 + b"}\n" + GAMES)
    assert code(answers[0]) in ("bad_json", "bad_request")
    assert code(answers[1]) is None


@each(("opening", "middle", "closing"), [("[", "", "]"), ('{"a":', "1", "}")])
@each("field", ['"board":{"a1":%s}', '"drawn":%s', '"options":{"memory":%s}'])
def test_nesting_of_any_depth_is_answered(field: str, opening: str, middle: str, closing: str) -> None:
    codes = set()
    for depth in [1, *range(850, 1010), 2000, 100_000]:
        nested = opening * depth + middle + closing * depth
        state = '{"game":"isis","players":2,"tiles":[11,11],"turn":0,' + field % nested + "}"
        codes.add(code(Engine().answer(f'{{"cmd":"load","state":{state}}}'.encode())))
    assert codes == {"bad_json", "bad_state"}


def test_of_a_key_given_twice_the_last_counts() -> None:
    assert "games" in Engine().answer(b'{"cmd":"state","cmd":"games"}')


def test_a_refusal_does_not_repeat_a_long_text_at_length() -> None:
    text = "x" * 500_000
    for request in ({"cmd": "new", "game": text, "players": 2}, {"cmd": "load", "state": {**EXAMPLE, "drawn": text}}):
        assert len(json.dumps(ask_all(Engine(), request)[0])) < 1000


def test_lone_surrogates_are_answered_in_plain_ascii() -> None:
    source = b"\n".join(
        [
            json.dumps(NEW).encode(),
            b'{"cmd":"apply","action":"\\ud800"}',
            b'{"cmd":"\\udfff"}',
            b'{"cmd":"apply","action":"\xed\xa0\x80"}',
            b'{"cmd":"new","game":"\\ud800","players":2}',
            b'{"cmd":"load","state":{"game":"isis","players":2,"turn":0,"tiles":[11,11],"board":{"\\ud800":"P0"}}}',
        ]
    )
    target = io.StringIO()
    serve(io.BytesIO(source), target)
    assert target.getvalue().isascii()
    codes = [code(json.loads(line)) for line in target.getvalue().splitlines()]
    assert codes[:3] == [None, "illegal_action", "bad_request"]
    assert codes[3] in ("illegal_action", "bad_json")
    assert codes[4:] == ["unknown_game", "bad_state"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_of_exactly_1_mib_is_served(end: bytes) -> None:
    assert LONGEST_LINE == 1024 * 1024
    assert [code(answer) for answer in served(padded(LONGEST_LINE) + end)] == [None]


@each("length", [LONGEST_LINE + 1, LONGEST_LINE + 2, LONGEST_LINE + 3, 2 * LONGEST_LINE + 7])
@each("end", [b"\n", b"\r\n"])
def test_a_longer_line_is_a_bad_request_and_the_next_line_is_served(length: int, end: bytes) -> None:
    answers = served(padded(length) + end + GAMES + end)
    assert [code(answer) for answer in answers] == ["bad_request", None]


@pytest.mark.parametrize("line", [b"x" * (LONGEST_LINE + 1), b"[" * (3 * LONGEST_LINE), b"\xff" * (LONGEST_LINE + 1)])
def test_a_longer_line_is_a_bad_request_even_if_it_is_not_json(line: bytes) -> None:
    answers = served(line + b"\n" + GAMES)
    assert [code(answer) for answer in answers] == ["bad_request", None]


def test_the_last_line_needs_no_end_even_if_it_is_too_long() -> None:
    assert [code(answer) for answer in served(GAMES)] == [None]
    assert [code(answer) for answer in served(GAMES + b"\n" + padded(LONGEST_LINE + 5))] == [None, "bad_request"]


def test_no_input_has_no_answer() -> None:
    assert served(b"") == []


def test_blank_lines_are_answered_one_by_one() -> None:
    assert [code(answer) for answer in served(b"\n\n\r\n" + GAMES + b"\n\n")] == ["bad_json"] * 3 + [None, "bad_json"]


# ---- whatever comes -------------------------------------------------------------------------------------------

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)
SQUARES = ["a1", "c4", "f6", "g7"]
PIECES = ["P0", "P1", "P2", "+2", "-4", "#"]
counts = st.lists(st.integers(0, 12), min_size=1, max_size=4)
states = st.fixed_dictionaries(
    {"game": st.sampled_from(["isis", "isis", "isis", "chess"]), "players": st.integers(1, 5)},
    optional={
        "options": st.fixed_dictionaries({}, optional={"reserve": st.sampled_from(["own", "common"]), "memory": junk}),
        "board": st.dictionaries(st.sampled_from(SQUARES), st.sampled_from(PIECES) | junk, max_size=4) | junk,
        "pawns": counts | junk,
        "tiles": counts | junk,
        "reserve": st.integers(0, 22) | junk,
        "turn": st.integers(-1, 4) | junk,
        "drawn": st.sampled_from([None, "?", "+3", "#"]) | junk,
        "left": st.lists(st.booleans(), min_size=1, max_size=4) | junk,
    },
)
actions = st.sampled_from(
    ["draw", "reveal +2", "reveal -2", *(f"{verb} {s}" for verb in ("pawn", "place") for s in SQUARES)]
)
requests = st.fixed_dictionaries(
    {"cmd": st.sampled_from([cmd for cmd in COMMANDS if cmd != "bot"]) | st.sampled_from(["apply", "chance"]) | junk},
    optional={
        "game": st.sampled_from(["isis", "isis", "chess"]) | junk,
        "players": st.integers(1, 5) | junk,
        "options": st.just({}) | st.just({"reserve": "common"}) | junk,
        "seed": st.integers() | junk,
        "state": states | junk,
        "seat": st.integers(-1, 4) | st.none() | junk,
        "action": actions | junk,
        "level": junk,
        "seconds": junk,
    },
)


@settings(max_examples=100)
@given(st.lists(st.binary(max_size=60).filter(lambda line: b"\n" not in line), max_size=12))
def test_arbitrary_bytes_get_exactly_one_answer_a_line(lines: list[bytes]) -> None:
    answers = served(b"".join(line + b"\n" for line in lines))
    assert len(answers) == len(lines)
    assert all(code(answer) in ("bad_json", "bad_request") for answer in answers)


@settings(max_examples=150)
@given(first=st.booleans(), session=st.lists(requests, max_size=12))
def test_plausible_requests_get_one_answer_each_and_a_refusal_changes_nothing(
    first: bool, session: list[Request]
) -> None:
    engine = engine_in("decision" if first else "no game")
    for request in session:
        before = everything(engine)
        answer = engine.answer(json.dumps(request).encode())
        json.loads(json.dumps(answer, allow_nan=False))
        if code(answer) is not None:
            assert everything(engine) == before


@settings(max_examples=100)
@given(states)
def test_a_state_that_is_accepted_is_written_and_read_back_the_same(state: dict[str, Any]) -> None:
    engine = Engine()
    answer = ask(engine, "load", state=state)
    if code(answer) is None:
        written = ask(engine, "state")["state"]
        assert ask(engine, "load", state=written) == answer
        assert ask(engine, "state")["state"] == written
    else:
        assert code(answer) == "bad_state"


# ---- the bot --------------------------------------------------------------------------------------------------


@each("level", [1, 2, 3, 4, 5])
@each("situation", ["decision", "tile turned up", "somebody left"])
def test_bot_answers_a_legal_action_and_plays_nothing(situation: str, level: int) -> None:
    engine = engine_in(situation)
    before = everything(engine)
    answer = ask(engine, "bot", level=level, seconds=0.01)
    assert answer.keys() == {"ok", "action"}
    assert answer["action"] in ask(engine, "legal")["actions"]
    assert everything(engine) == before


def test_bot_has_a_default_level_and_needs_no_seconds() -> None:
    engine = engine_in("tile turned up")
    assert ask(engine, "bot") == ask(engine, "bot", level=3)
    assert ask(engine, "bot")["action"] in ask(engine, "legal")["actions"]


def test_bot_takes_a_single_legal_action_at_once() -> None:
    engine = Engine()
    board = dict.fromkeys(["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2"], "P0")
    assert ask(engine, "load", state={"game": "isis", "players": 2, "board": board, "tiles": [11, 11], "turn": 0})["ok"]
    assert ask(engine, "bot", level=5) == {"ok": True, "action": "draw"}


@each("situation", SITUATIONS)
@each("fields", [{"level": level} for level in (0, 6, -1, 10**30)])
def test_a_level_that_is_not_there_is_a_bad_request_in_every_situation(situation: str, fields: Request) -> None:
    assert code(ask(engine_in(situation), "bot", **fields)) == "bad_request"


@each("situation", SITUATIONS)
@each("seconds", [0, -1, 3600, 10**400, 1e300, -0.0])
def test_seconds_out_of_range_are_a_bad_request_in_every_situation(situation: str, seconds: float) -> None:
    assert code(ask(engine_in(situation), "bot", level=1, seconds=seconds)) == "bad_request"


def test_seconds_beyond_all_numbers_are_a_bad_request() -> None:
    assert code(engine_in("decision").answer(b'{"cmd":"bot","level":1,"seconds":1e999}')) == "bad_request"


@pytest.mark.parametrize("seed", [-(10**30), 2**64 + 1, 10**4000])
def test_the_bot_plays_whatever_the_seed(seed: int) -> None:
    engine = Engine()
    ask(engine, "new", game="isis", players=2, seed=seed)
    assert ask(engine, "bot", level=1)["action"] in ask(engine, "legal")["actions"]


def test_bots_play_a_whole_game() -> None:
    engine = Engine()
    to_act = ask(engine, "new", game="isis", players=2, seed=1)["to_act"]
    while to_act is not None:
        if to_act == "chance":
            answer = ask(engine, "chance")
        else:
            answer = ask(engine, "apply", action=ask(engine, "bot", level=1)["action"])
        to_act = answer["to_act"]
    assert ask(engine, "result")["over"]


# ---- a real process -------------------------------------------------------------------------------------------

UGLY_LINES = [
    b"",
    b"\0\xff\xfe",
    b'{"cmd":"apply","action":"\\ud800"}',
    b"[" * 50_000,
    padded(LONGEST_LINE + 1),
    b"\xff" * (LONGEST_LINE + 9),
    b'{"cmd":"new","game":"isis","players":' + b"9" * 10_000 + b"}",
    b'{"cmd":"new","game":"isis","players":NaN}',
    b'{"cmd":"load","state":{"game":"isis","players":2,"board":{"a1":' + b"[" * 900 + b"]" * 900 + b"}}}",
    b'{"cmd":"view","seat":' + b"[" * 995 + b"]" * 995 + b"}",
    b"\xef\xbb\xbf" + GAMES,
    GAMES.decode().encode("utf-16-le"),
]


def run_engine(source: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tablee.cli", "engine"]
    return subprocess.run(command, input=source, capture_output=True, timeout=60, check=False)


def test_a_real_engine_survives_every_ugly_line_and_ends_with_its_input() -> None:
    lines = [part for line in UGLY_LINES for part in (line, GAMES)]
    done = run_engine(b"\n".join(lines))
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    assert [code(answer) for answer in answers[1::2]] == [None] * len(UGLY_LINES)
    assert all(type(answer["ok"]) is bool for answer in answers)


def test_a_real_engine_answers_each_request_before_the_next_is_sent(engine_process: Any) -> None:
    assert engine_process.ask("new", game="isis", players=2, seed=7) == {"ok": True, "to_act": 0}
    assert engine_process.ask("apply", action="draw") == {"ok": True, "to_act": "chance"}
    drawn = engine_process.ask("chance")["action"]
    assert engine_process.ask("state")["state"]["drawn"] == drawn.removeprefix("reveal ")
    assert engine_process.ask("apply", action="pass")["error"]["code"] == "illegal_action"
