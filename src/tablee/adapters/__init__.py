"""The same games where other people's tools look for them: each module is an extra, imported only when asked for.

`pettingzoo` and `gymnasium` for learners, `openspiel` for its algorithms, `data` for tables of steps, `mcp` for
language models. `docs/adapters.md` shows them all.
"""
