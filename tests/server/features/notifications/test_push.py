"""A message is encrypted as the standard has it, signed by the house, and goes nowhere within."""

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag

from tablee.server.features.notifications import outbound_http
from tablee.server.features.notifications.outbound_http import NoAnswer, NotAllowed, check_address, post
from tablee.server.features.notifications.push import (
    BadKeys,
    check_keys,
    encrypted,
    new_key,
    public_half,
    read,
    signature,
    written,
)
from tests.cases import each
from tests.server.features.notifications.push_service import claims_in, decrypted

# The example of RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
SALT = read("DGv6ra1nlYgDCS1FRnbzlw")
OWN = read("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_that_of_the_standard_to_the_byte():
    assert written(encrypted(TEXT, PUBLIC, AUTH, SALT, SENDER, pad=False)) == MESSAGE
    assert decrypted(read(MESSAGE), OWN, AUTH) == TEXT


def test_only_who_has_the_key_can_read_and_not_even_the_length_says_much():
    own, auth = new_key(), written(bytes(16))
    short, long = (encrypted(text, public_half(own), auth) for text in (b"a", b"b" * 200))
    assert len(short) == len(long)
    assert short != encrypted(b"a", public_half(own), auth)
    assert decrypted(long, own, auth) == b"b" * 200
    with pytest.raises(InvalidTag):
        decrypted(short, new_key(), auth)


@each("keys", [("", ""), (PUBLIC, ""), (PUBLIC[:-2], AUTH), ("é", AUTH), (PUBLIC, AUTH + "AAAA")])
def test_keys_that_are_none_are_refused(keys):
    with pytest.raises(BadKeys):
        check_keys(*keys)
    check_keys(PUBLIC, AUTH)


def test_a_signature_names_the_push_service_the_house_and_an_end():
    key = new_key()
    header = signature(key, "https://push.example:8443/x?y", "mailto:zoe@example.org", 1_000_000)
    assert claims_in(header, public_half(key)) == {
        "aud": "https://push.example:8443",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:zoe@example.org",
    }
    with pytest.raises((InvalidSignature, AssertionError)):
        claims_in(header.replace(public_half(key), public_half(new_key())), public_half(key))


WITHIN = [
    "http://push.example/x", "https://localhost/x", "https://127.0.0.1/", "https://10.1.2.3/", "https://192.168.0.1/x",
    "https://169.254.169.254/latest", "https://[::1]/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/", "https://0.0.0.0/", "https://intranet/", "https://a.local/",
    "https://db.internal/", "https://zoe:secret@push.example/", "https://push.example:22/", "file:///etc/passwd",
    "https:///x", "https://push.example/\r\nx: y", "https://push.example:http/", "https://224.0.0.1/",
    "https://push.example/" + "x" * 2000, "", "https://[::127.0.0.1]/", "https://[64:ff9b:1::808:808]/",
    "https://[fec0::1]/", "https://[::]/", "https://[fe80::1%25eth0]/", "https://[2002:808:808::1]/",
    "https://[2001:0:808:808::1]/", "https://[2001:db8::1]/", "https://[3fff::1]/", "https://[100::1]/",
    "https://[5f00::1]/", "https://[ff0e::1]/", "https://[4000::1]/", "https://192.0.0.170/", "https://240.0.0.1/",
    "https://2130706433/", "https://127.1/", "https://0x7f.0.0.1/", "https://100.64.0.1/",
]  # fmt: skip


@each("address", WITHIN)
async def test_no_address_within_is_asked(address):
    with pytest.raises(NotAllowed):
        await post(address, b"", {})


def test_this_machine_is_asked_only_where_the_host_allows_it():
    assert check_address("http://localhost:8123/x", loopback=True).port == 8123
    with pytest.raises(NotAllowed):
        check_address("http://10.0.0.1:8123/x", loopback=True)


OUTSIDE = ["https://8.8.8.8/", "https://[2606:4700::1111]/", "https://[64:ff9b::808:808]/", "https://push.example/"]


@each("address", OUTSIDE)
def test_addresses_outside_are_allowed(address):
    assert check_address(address).geturl() == address


INSIDE = [
    ["10.0.0.1"], ["127.0.0.1"], ["93.184.216.34", "192.168.1.1"], ["::1"], ["::127.0.0.1"], ["64:ff9b:1::a00:1"],
    ["fec0::1"], ["fe80::1%2"], ["2606:4700::1111", "fd00::1"],
]  # fmt: skip


@pytest.mark.parametrize("numbers", INSIDE)
async def test_a_name_that_stands_for_an_address_within_is_not_asked(numbers, monkeypatch):
    async def looked_up(*_, **__):
        return [(0, 0, 0, "", (number, 443)) for number in numbers]

    async def never(*_, **__):
        raise AssertionError("it was asked")

    monkeypatch.setattr(outbound_http.asyncio.get_running_loop(), "getaddrinfo", looked_up)
    monkeypatch.setattr(outbound_http.asyncio, "open_connection", never)
    with pytest.raises(NotAllowed):
        await post("https://push.example/x", b"", {})


async def test_the_address_that_was_checked_is_connected_to(monkeypatch):
    asked = []

    async def looked_up(*_, **__):
        return [(0, 0, 0, "", (number, 443)) for number in ("2606:4700::1111", "93.184.216.34")]

    async def refuse(number, **how):
        asked.append((number, how["port"], how["server_hostname"]))
        raise ConnectionRefusedError

    monkeypatch.setattr(outbound_http.asyncio.get_running_loop(), "getaddrinfo", looked_up)
    monkeypatch.setattr(outbound_http.asyncio, "open_connection", refuse)
    with pytest.raises(NoAnswer):
        await post("https://push.example/x", b"", {})
    assert asked == [(number, 443, "push.example") for number in ("2606:4700::1111", "93.184.216.34")]


async def test_a_redirection_is_not_followed_and_an_answer_is_not_read_on(push_service):
    push_service.answers = [302]
    assert await post(push_service.address("x"), b"{}", {}, loopback=True) == 302
    assert len(push_service.received) == 1


async def test_nonsense_and_nobody_are_no_answer(push_service):
    push_service.answers = [b"SSH-2.0\r\n"]
    with pytest.raises(NoAnswer) as lost:
        await post(push_service.address("x"), b"", {}, loopback=True)
    await push_service.close()
    with pytest.raises(NoAnswer) as nobody:
        await post(push_service.address("x"), b"", {}, loopback=True)
    assert (lost.value.sent, nobody.value.sent) == (True, False)
