"""Games as tables of steps, one row a step, for whoever learns from what was played; nobody's name is in them.

`self_play`, `from_arena` and `from_tables` give rows; `write` puts them into a file of JSON lines or, with the extra
`data`, of Parquet. `tablee data` does the same from the command line.

>>> rows = list(self_play("isis", games=2, bots=["random"], seed=7))
>>> rows[0].by, rows[0].id in rows[0].legal, rows[-1].play, sum(rows[-1].returns)
('random', True, 1, 0.0)
"""

from tablee.adapters.data.files import write
from tablee.adapters.data.rows import Include, Row
from tablee.adapters.data.sources import from_arena, from_tables, self_play

__all__ = ["Include", "Row", "from_arena", "from_tables", "self_play", "write"]
