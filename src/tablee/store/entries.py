"""What a row of the directory says."""

import logging

import msgspec

from tablee.table.directory import Entry

logger = logging.getLogger("tablee")

_decode_entry = msgspec.json.Decoder(Entry).decode


def entry(body: bytes, status: str, number: int, turn: int | None, moved: int, due: int | None = None) -> Entry | None:
    """An entry: what changes with every move stands in columns of its own, the rest in the body."""
    try:
        found = _decode_entry(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        logger.error("an entry of the directory cannot be read: %s", error)
        return None
    return msgspec.structs.replace(found, status=status, number=number, turn=turn, moved=moved, due=due)
