"""What is answered to whoever tries something: in a lesson, in practice, in a position of their own."""

from collections.abc import Awaitable
from typing import Any

import msgspec
from starlette.responses import JSONResponse, Response

from tablee.language import Language
from tablee.live.limits import TooMuch
from tablee.live.socket import refusal_of
from tablee.show.sentences import refusal
from tablee.table.events import Refused


async def answered(reply: Awaitable[Any], say: Language) -> Response:
    """The reply as JSON, or why there is none: 400 for what cannot be, 429 for who asks too often."""
    try:
        return Response(msgspec.json.encode(await reply), media_type="application/json")
    except Refused as refused:
        return _refusal(refused, 400, say)
    except TooMuch as much:
        return _refusal(refusal_of(much), 429, say)


def _refusal(refused: Refused, status: int, say: Language) -> Response:
    message = refused.reason or refusal(refused.code, say)
    return JSONResponse({"message": message, "code": refused.code}, status_code=status)
