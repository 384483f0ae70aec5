"""A story in words, for the terminal."""

from collections.abc import Iterator, Sequence

from tablee.study.story import Account, Step, Story

NONE = "Nobody made a mistake that can be told from chance."
NOT_CERTAIN = "What lies within the error of the estimates is not called a mistake."


def lines_of(story: Story, names: Sequence[str]) -> Iterator[str]:
    """What luck and skill made of the game, and the moments that mattered."""
    width = max(len(name) for name in names)
    yield f"{'':<{width}}  began  ended   luck  mistakes  gifts  unexplained"
    for name, account in zip(names, story.seats, strict=True):
        yield f"{name:<{width}}  {_row(account)}"
    moments = story.moments()
    yield ""
    yield "The moments that mattered:" if moments else NONE
    for step in moments:
        yield f"  {_moment(step, names)}"
    if moments:
        yield NOT_CERTAIN
    for place, name in enumerate(names):
        if throws := story.throws(place):
            yield f"{name}: best {_drawn(throws[0], place)}, worst {_drawn(throws[1], place)}"


def _row(account: Account) -> str:
    percents = (
        account.initial, account.final, account.luck, -account.mistakes, account.gifts, account.unexplained
    )  # fmt: skip
    widths, signs = (5, 5, 5, 8, 5, 11), ("", "", "+", "+", "+", "+")
    return "  ".join(
        f"{100 * value:{sign}{width}.0f}" for value, width, sign in zip(percents, widths, signs, strict=True)
    )


def _moment(step: Step, names: Sequence[str]) -> str:
    assert isinstance(step.who, int)
    cost = f"{100 * step.cost:.0f} ± {200 * step.error:.0f} %"
    return f"step {step.number}: {names[step.who]} played {step.text!r}; {step.best!r} was better by {cost}"


def _drawn(step: Step, seat: int) -> str:
    return f"{step.text!r} (step {step.number}, {100 * step.luck(seat):+.0f} %)"
