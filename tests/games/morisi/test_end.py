"""The end of a game of Morisi as it is shown and told."""

import tablee
from tablee.games import find_game
from tablee.games.language import ENGLISH
from tablee.server.views.finale import counting_of, finale
from tablee.server.views.sentences import language
from tests.games.agreement import step
from tests.games.finished import files, read
from tests.games.morisi.make_finished import FOLDER
from tests.games.shared.routes.games import Setup
from tests.games.shared.routes.pictured import NAMES, over

PREDICTING = Setup("morisi", 3, (("predictions", "on"),))
LONG_ENOUGH = 700


def test_predictions_are_sealed_while_cities_are_counted_and_opened_one_by_one() -> None:
    moment = over(PREDICTING)
    counting = counting_of(moment.definition, moment.game.sight(0), NAMES[:3], ENGLISH)
    assert counting is not None
    beats = list(finale(counting, moment.definition, 0, NAMES[:3], ENGLISH, "upright"))
    opened = [sum(node.key.startswith("prediction ") for node in beat.scene.nodes) for beat in beats]
    assert opened == [0] * (len(opened) - 9) + [*range(1, 10)]
    assert all(beat.stay >= LONG_ENOUGH and beat.words.startswith("Prediction") for beat in beats[-9:])


def test_whoever_wins_is_the_sovereign_of_morisi() -> None:
    definition, told = find_game("morisi"), 0
    for path in files(FOLDER):
        finished = read(path)
        game = tablee.load(finished["start"])
        for text in finished["log"]:
            step(game, text)
        view, result = game.sight(None), game.result()
        if result.reason == "left" or len(result.winners) > 1:
            continue
        told += 1
        winner = NAMES[result.winners[0]]
        for say, title in (
            (ENGLISH, "Sovereign of Morisi: "),
            (language("fr"), "Souverain de Morisi\N{NO-BREAK SPACE}: "),
        ):
            assert f"{title}{winner}" in definition.words.headline(view, result, NAMES, say)
    assert told > 5
