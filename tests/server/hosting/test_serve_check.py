"""`tablee serve --check` tries what can be tried, says what it found, and opens and changes nothing."""

import asyncio
import socket

import pytest

from tablee.cli import main
from tablee.server.hosting.serve_settings import BAD_SETTING, NOT_YET
from tablee.server.storage import open_store


@pytest.fixture
def check(tmp_path, capsys):
    """Check a house on a file here: the exit code, and what was said about each thing."""

    def run(*flags: str) -> tuple[int, dict[str, str]]:
        code = main(["serve", "--check", "--port=0", f"--database-url=sqlite:///{tmp_path}/tables.db", *flags])
        lines = capsys.readouterr().out.splitlines()
        return code, {line.split()[1]: line for line in lines if line.startswith(("ok ", "look ", "fault "))}

    return run


def test_a_house_that_can_open_is_not_opened(check, tmp_path):
    code, found = check()
    assert code == 0
    assert "will be created" in found["database"]
    assert "its key is made at the first start" in found["push"]
    assert not any(line.startswith("fault") for line in found.values())
    assert list(tmp_path.iterdir()) == []


async def test_the_database_is_looked_at(check, tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    await store.notifications.server_key("push", b"\0" * 32)
    await store.close()
    code, found = await asyncio.to_thread(check)
    assert (code, "schema" in found["database"]) == (BAD_SETTING, True)
    assert found["push"].startswith("fault")  # that is no key
    absent = ("--database-url=postgresql://127.0.0.1:9/none", "--database-patience=1")
    assert (await asyncio.to_thread(check, *absent))[0] == NOT_YET


def test_what_is_worth_a_look_hinders_nobody(check):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, found = check(f"--port={taken.getsockname()[1]}", "--allow-host=games.example")
    assert code == 0
    assert found["address"].startswith("look")
    assert "trust_proxy" in found["proxy"]


def test_an_address_that_is_not_this_machines_is_a_fault(check):
    code, found = check("--host=192.0.2.1")
    assert (code, "no address of this machine" in found["address"]) == (NOT_YET, True)


async def test_mail_servers_are_tried_and_get_a_mail_only_if_told_so(check, mail_server):
    flags = ("--smtp-host=127.0.0.1", f"--smtp-port={mail_server.port}", "--smtp-tls=none", "--smtp-from=a@b.example")
    flags += ("--allow-host=games.example",)
    code, found = await asyncio.to_thread(check, *flags)
    assert (code, found["e-mail"].split()[0], mail_server.received) == (0, "ok", [])
    code, found = await asyncio.to_thread(check, *flags, "--send-test-mail=zoe@example.org")
    assert (code, [to for to, _ in mail_server.received]) == (0, ["zoe@example.org"])
    mail_server.answers.append((b"RCPT", b"550 no such mailbox"))
    code, found = await asyncio.to_thread(check, *flags, "--send-test-mail=zoe@example.org")
    assert (code, "550 no such mailbox" in found["e-mail"]) == (BAD_SETTING, True)
    code, found = await asyncio.to_thread(check, *flags, "--send-test-mail=nobody")
    assert (code, "no e-mail address" in found["e-mail"]) == (BAD_SETTING, True)


def test_a_test_mail_without_a_mail_server_is_a_fault(check):
    assert check("--send-test-mail=zoe@example.org")[0] == BAD_SETTING
