"""Letters: sent once, in words of who reads them, with a way to end them; tried again only if they surely were not."""

import pytest

from tablee.server.features.notifications.deliveries import AGAIN
from tablee.server.features.notifications.email import Email, EmailNotSent, EmailSender
from tablee.server.features.notifications.model import DAYS_DELAY, EmailAddress, NotificationPreferences
from tablee.server.realtime.settings import Settings
from tablee.server.table.clock import A_DAY, AN_HOUR
from tests.server.features.notifications.test_service import Server
from tests.server.realtime.test_clocks import Time, a_table
from tests.server.table.clocked import DAYS

HOME = "https://tablee.example"


def settings_for(mail_server):
    return Settings(
        "",
        smtp_host="127.0.0.1",
        smtp_port=mail_server.port,
        smtp_tls="none",
        smtp_from="Tablée <house@tablee.example>",
    )


@pytest.fixture
def time():
    return Time()


@pytest.fixture
async def server(tmp_path, time, mail_server):
    """A server at one of whose tables somebody waits to be written to, whoever begins."""
    one = Server(f"sqlite:///{tmp_path}/t.db", time, settings_for(mail_server))
    for person, address in (("zoé", "zoe@example.org"), ("ali", "ali@example.org")):
        await one.store.rename(person, person, 1)
        await one.store.notifications.set_preferences(person, NotificationPreferences(since=1))
        await one.store.notifications.add_mailbox(
            EmailAddress(person, address, "fr", HOME, 1, 0, f"leave-{address[:3]}"), address, 9
        )
        assert await one.store.notifications.confirm_mailbox(address, 2)
    yield one
    await one.hub.close()
    await one.store.close()


async def test_a_turn_is_one_letter_in_the_readers_language_with_a_way_to_end_them(server, mail_server):
    table = await a_table(server.hub, DAYS)
    for _ in range(3):
        await server.look(DAYS_DELAY)
    [(to, letter)] = mail_server.received
    leave = f"{HOME}/notifications/unsubscribe/leave-{to[:3]}"
    assert letter["To"] == to
    assert letter["From"] == "Tablée <house@tablee.example>"
    assert letter["Subject"] == "À vous de jouer – Isis & Osiris"
    assert letter["List-Unsubscribe"] == f"<{leave}>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"
    lines = letter.get_content().splitlines()
    assert lines[0] == f"avec {'Ali' if to.startswith('zoe') else 'Zoé'}"
    assert f"{HOME}/tables/{table}" in lines
    assert leave in lines


@pytest.mark.parametrize("refused", [b"451 later", b"421 busy"])
async def test_a_letter_that_was_surely_not_taken_is_sent_later(server, mail_server, refused):
    mail_server.answers = [(b"RCPT", refused)]
    await a_table(server.hub, DAYS)
    await server.look(DAYS_DELAY)
    assert mail_server.received == []
    await server.look(AGAIN[0])
    await server.look(A_DAY // 4)
    assert len(mail_server.received) == 1


@pytest.mark.parametrize("answer", [(b"RCPT", b"550 nobody here"), (b"DATA", b"")])
async def test_one_that_was_refused_or_may_have_been_taken_is_not(server, mail_server, answer):
    mail_server.answers = [answer]
    await a_table(server.hub, DAYS)
    await server.look(DAYS_DELAY)
    await server.look(AN_HOUR)
    await server.look(AN_HOUR)
    assert mail_server.received == []


async def test_a_header_cannot_be_smuggled_in(mail_server):
    letters = EmailSender(settings_for(mail_server))
    with pytest.raises(ValueError, match=r"newline|linefeed|CR|LF"):
        await letters.send(Email("zoe@example.org", "Subject\r\nBcc: all@example.org", "", "en"), 1)


async def test_no_server_is_no_letter(mail_server):
    await mail_server.close()
    with pytest.raises(EmailNotSent) as refused:
        await EmailSender(settings_for(mail_server)).send(Email("zoe@example.org", "Subject", "Text", "en"), 1)
    assert refused.value.again


def test_without_a_server_or_a_sender_nothing_can_be_sent():
    assert not EmailSender(Settings("")).can_be_sent
    assert not EmailSender(Settings("", smtp_host="mail.example.org")).can_be_sent
