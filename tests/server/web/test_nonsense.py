"""Requests and frames that make no sense: refused, without a traceback, and forgotten."""

import contextlib
import re
import socket
import struct

import pytest

from tests.server.house import Guest, House
from tests.server.web.strangers import CHUNKED, GET, HOST, POST, UPGRADE, all_heard, call, first_line, linux

BAD_REQUESTS = {
    "a bad chunk": CHUNKED + b"zz\r\na\r\n0\r\n\r\n",
    "a huge chunk": CHUNKED + b"f" * 30 + b"\r\n",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n",
    "an absurd length": POST + b"Content-Length: 99999999999999999999999\r\n\r\n",
    "two lengths": POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
    "a length and chunks": POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
    "a long body": POST + b"Content-Length: 200000\r\n\r\n" + b"a" * 200_000,
    "a form of nonsense": POST + b"Content-Length: 12\r\n\r\n\xff=\xff&%f&%zz%00",
    "percent signs": b"GET /tables/%ff%fe%00%zz HTTP/1.1\r\n" + HOST + b"\r\n",
    "percent signs in a file's name": b"GET /static/x/%ff%ed%a0%80%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    "a long file's name": b"GET /static/x/" + b"a" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a way out": b"GET /static/x/..%2f..%2f..%2fapp.py HTTP/1.1\r\n" + HOST + b"\r\n",
    "a way out of the icons": b"GET /icons/..%2f%00.png HTTP/1.1\r\n" + HOST + b"\r\n",
    "a nul in a cookie": b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: person=\x00\x01\r\n\r\n",
    "no address": b"GET  HTTP/1.1\r\n" + HOST + b"\r\n",
    "bytes in an address": b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n",
    "a star": b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    "a tunnel": b"CONNECT evil:1 HTTP/1.1\r\n" + HOST + b"\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a handshake with bytes in its address": b"GET /\xff HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n",
    "a handshake with many fields": GET + UPGRADE + b"a: b\r\n" * 200 + b"\r\n",
    "a handshake with a long field": GET + UPGRADE + b"a: " + b"b" * 9000 + b"\r\n\r\n",
    "a handshake with a body": GET + UPGRADE + b"Content-Length: 10\r\n\r\n",
    "a handshake in chunks": GET + UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n",
    "a handshake by POST": POST + UPGRADE + b"\r\n",
    "a handshake of another version": GET + UPGRADE.replace(b"13", b"abc") + b"\r\n",
    "a handshake with a bad key": GET + UPGRADE.replace(b"dGhl", b"%%%%") + b"\r\n",
    "two hosts": GET + b"Host: evil\r\n\r\n",
    "half a host": b"GET / HTTP/1.1\r\nHost: [::\r\n\r\n",
    "a handshake with two keys": GET + UPGRADE + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
}
STRANGE_REQUESTS = {
    "bytes in cookies": b'Cookie: \xff\xfe=\xed; last-isis=\xff; language=\xff; =; ;;"\r\n',
    "odd languages": b"Accept-Language: \xff,;q=,*;q=nan,fr;q=inf,x-y_@!;q=1e999," + b"a," * 2000 + b"\r\n",
    "a wish for HTTP/2": b"Upgrade: h2c\r\nConnection: Upgrade\r\n",
    "a bad referer": b"Referer: http://[\r\n",
}


@pytest.mark.parametrize("what", BAD_REQUESTS)
def test_what_makes_no_sense_is_refused(watched, what):
    with call(watched, BAD_REQUESTS[what]) as line:
        assert re.match(rb"HTTP/1.1 4\d\d ", first_line(line))


@pytest.mark.parametrize("what", STRANGE_REQUESTS)
def test_what_is_merely_strange_is_answered(watched, what):
    with call(watched, b"GET / HTTP/1.1\r\n" + HOST + STRANGE_REQUESTS[what] + b"\r\n") as line:
        assert b" 200 " in first_line(line)


def test_who_hangs_up_amid_a_form_is_no_error(watched):
    with call(watched, POST + b"Content-Length: 100\r\n\r\nlanguage"):
        pass


@linux
def test_nothing_of_it_is_remembered(watched):
    def all_of_it(number: int) -> None:
        for data in BAD_REQUESTS.values():
            with call(watched, data) as line:
                first_line(line)
        long = b"Accept-Language: " + b"%d," % number * 8000 + b"\r\n"
        with call(watched, b"GET / HTTP/1.1\r\n" + HOST + long + b"\r\n") as line:
            first_line(line)

    all_of_it(1)
    before = watched.memory()
    for number in range(20):
        all_of_it(number)
    assert watched.memory() - before < 20


# ---- frames ---------------------------------------------------------------------------------------------------


def frame(opcode: int, data: bytes = b"", *, last: bool = True, masked: bool = True, length: int = -1) -> bytes:
    """One frame as RFC 6455 has it, its mask being zeros; `length` if it lies about it."""
    length = len(data) if length < 0 else length
    mask = 128 if masked else 0
    if length < 126:
        head = struct.pack("!BB", 128 * last | opcode, mask | length)
    elif length < 65536:
        head = struct.pack("!BBH", 128 * last | opcode, mask | 126, length)
    else:
        head = struct.pack("!BBQ", 128 * last | opcode, mask | 127, length)
    return head + (bytes(4) if masked else b"") + data


CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


@contextlib.contextmanager
def live(house: House):
    """A bare live connection at a table."""
    guest = Guest(house)
    path = f"GET /tables/{guest.open()}/live?as=events HTTP/1.1\r\n".encode()
    with call(house, path + HOST + f"Cookie: {guest.cookie}\r\n".encode() + UPGRADE + b"\r\n") as line:
        assert b" 101 " in first_line(line)
        yield line


def closing_code(line: socket.socket) -> int:
    """What the last frame says, a closing one; 0 if there is none."""
    last = all_heard(line)[-4:]
    return struct.unpack("!H", last[2:])[0] if last[:2] == b"\x88\x02" else 0


BAD_FRAMES = {
    "bytes that are no text": (frame(TEXT, b"\xff\xfe"), 1007),
    "bytes that are no text, again and again": (frame(TEXT, b"\xff\xfe") * 50, 1007),
    "half a letter": (frame(TEXT, b'{"do":"\xc3', last=False) + frame(CONTINUED, b"("), 1007),
}
BROKEN_FRAMES = {
    "a long frame": frame(TEXT, b"a" * 100_000),
    "a frame that says it is long": frame(TEXT, length=2**62),
    "a long message in fragments": frame(TEXT, b"a" * 4000, last=False) + frame(CONTINUED, b"a" * 4000, last=False) * 4,
    "no mask": frame(TEXT, b"{}", masked=False),
    "an unknown kind": frame(3),
    "a fragment of nothing": frame(CONTINUED, b"a"),
    "a text amid a text": frame(TEXT, b"a", last=False) + frame(TEXT, b"a"),
    "a long ping": frame(PING, b"a" * 126),
    "a ping in fragments": frame(PING, b"a", last=False),
    "reserved bits": b"\xf1\x80" + bytes(4),
    "a bad closing code": frame(CLOSE, b"\x00\x01"),
    "half a closing code": frame(CLOSE, b"\x03"),
    "a closing reason that is no text": frame(CLOSE, b"\x03\xe8\xff"),
    "pings without end": frame(PING) * 20_000,
    "pongs without end": frame(PONG) * 20_000,
    "fragments without end": frame(TEXT, b"", last=False) + frame(CONTINUED, b"", last=False) * 20_000,
    "messages without end": frame(TEXT, b"{}") * 20_000,
    "messages after the end": frame(TEXT, b"\xff") + frame(TEXT, b"{}") * 20_000,
}


@pytest.mark.parametrize("what", BAD_FRAMES)
def test_what_is_no_text_is_refused_without_a_word_in_the_log(watched, what):
    data, code = BAD_FRAMES[what]
    before = watched.complaints()
    with live(watched) as line:
        line.sendall(data)
        assert closing_code(line) == code
    assert watched.complaints() == before


@pytest.mark.parametrize("what", BROKEN_FRAMES)
def test_what_breaks_the_protocol_ends_the_connection(watched, what):
    with live(watched) as line:
        with contextlib.suppress(ConnectionError):  # it may be over before all is sent
            line.sendall(BROKEN_FRAMES[what])
        all_heard(line)  # ends, as the connection is ended from the other side


def test_a_message_in_fragments_and_pings_between_are_understood(watched):
    with live(watched) as line:
        line.sendall(frame(TEXT, b'{"do":', last=False) + frame(PING, b"hey") + frame(CONTINUED, b'"ping"}'))
        heard = b""
        while b'{"say":"pong"}' not in heard:
            part = line.recv(4096)
            assert part
            heard += part
        assert b"\x8a\x03hey" in heard
