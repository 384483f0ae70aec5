"""Language models at the table: a server of the Model Context Protocol, and a harness that lets any model play a seat.

`server()` needs the extra `mcp`; `tablee mcp` runs it over standard input and output. `play_seat` needs nothing but a
function from text to text.

>>> import random
>>> report = play_seat(lambda prompt: "I had better play\\nACTION: draw", "isis", opponents="random", seed=7)
>>> report.decisions > 10, report.refusals[0].why
(True, "'draw' is not legal now")
"""

from tablee.adapters.mcp.books import forms_of, rulebook_of
from tablee.adapters.mcp.chair import Chair
from tablee.adapters.mcp.harness import Refusal, Report, play_seat
from tablee.adapters.mcp.server import serve, server

__all__ = ["Chair", "Refusal", "Report", "forms_of", "play_seat", "rulebook_of", "serve", "server"]
