"""Letters: e-mail through the mail server that the host has named, in a thread of its own."""

import asyncio
import smtplib
import ssl
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import NamedTuple

from tablee.language import Language
from tablee.live.settings import Settings
from tablee.people.bells import Mailbox, digest_of

PATIENCE = 20.0
"""Seconds for each thing that a mail server is asked."""
AT_ONCE = 2
"""Letters that are sent at the same time."""
_LATER = range(400, 500)


class NotSent(Exception):
    """A letter was not taken; `again` is whether it may be later."""

    def __init__(self, why: str, *, again: bool) -> None:
        super().__init__(why)
        self.again = again


class Letter(NamedTuple):
    """What is written to somebody."""

    to: str
    subject: str
    text: str
    language: str
    leave: str = ""
    """The address at which one asks for no more letters."""
    same: str = ""
    """What is the same in letters that are the same."""


class Letters:
    """Sends letters, if the host lets it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._turn = asyncio.Semaphore(AT_ONCE)

    @property
    def can_be_sent(self) -> bool:
        """Has the host named a mail server, and from whom letters are?"""
        return bool(self._settings.smtp_host and self.sender)

    @property
    def sender(self) -> str:
        """The address that letters come from."""
        return parseaddr(self._settings.smtp_from)[1]

    async def send(self, letter: Letter, now: int) -> None:
        """Send a letter; raises `NotSent`."""
        message = self._message(letter, now)
        async with self._turn:
            await asyncio.to_thread(self._deliver, letter.to, message)

    def _message(self, letter: Letter, now: int) -> EmailMessage:
        name, sender = parseaddr(self._settings.smtp_from)
        message = EmailMessage(policy=SMTP)
        message["From"] = Address(name or "Tablée", addr_spec=sender)
        message["To"] = Address(addr_spec=letter.to)
        message["Subject"] = letter.subject
        message["Date"] = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
        message["Message-ID"] = f"<{digest_of(letter.same or f'{letter} {now}')[:40]}@{sender.rpartition('@')[2]}>"
        message["Content-Language"] = letter.language
        message["Auto-Submitted"] = "auto-generated"
        if letter.leave:
            message["List-Unsubscribe"] = f"<{letter.leave}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        return message

    def _deliver(self, to: str, message: EmailMessage) -> None:
        try:
            with self._connect() as server:
                _check(server.mail(self.sender))
                _check(server.rcpt(to))
                try:
                    _check(server.data(message.as_bytes()))
                except (smtplib.SMTPServerDisconnected, OSError) as error:  # it may have been taken
                    raise NotSent(type(error).__name__, again=False) from None
        except (smtplib.SMTPException, OSError) as error:
            refused = isinstance(error, smtplib.SMTPResponseException) and error.smtp_code not in _LATER
            raise NotSent(type(error).__name__, again=not refused) from None

    def _connect(self) -> smtplib.SMTP:
        one = self._settings
        if one.smtp_tls == "tls":
            context = ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(one.smtp_host, one.smtp_port, timeout=PATIENCE, context=context)
        else:
            server = smtplib.SMTP(one.smtp_host, one.smtp_port, timeout=PATIENCE)
        if one.smtp_tls == "starttls":
            server.starttls(context=ssl.create_default_context())
        if one.smtp_user:
            server.login(one.smtp_user, one.smtp_password)
        server.ehlo_or_helo_if_needed()
        return server


def _check(answer: tuple[int, bytes]) -> None:
    code, words = answer
    if not 200 <= code < 300:
        raise smtplib.SMTPResponseException(code, words)


# ---- what is written ---------------------------------------------------------------------------------------


def leave_address(mailbox: Mailbox) -> str:
    """Where one asks for no more letters."""
    return f"{mailbox.home}/bells/leave/{mailbox.leave}"


def question(mailbox: Mailbox, secret: str, say: Language) -> Letter:
    """Whether an address is somebody's who wants letters."""
    text = [
        say("Somebody has asked Tablée to write to this address when it is their turn at a table."),
        say("If it was you, open this page within a day and say yes:"),
        f"{mailbox.home}/bells/confirm/{secret}",
        say("If it was not you, there is nothing to do: nobody will write again."),
    ]
    subject = say("Shall we write to you when it is your turn?")
    return Letter(mailbox.address, subject, "\n\n".join(text) + "\n", say.code, leave_address(mailbox))


def call(mailbox: Mailbox, title: str, body: str, path: str, same: str, say: Language) -> Letter:
    """A letter that calls somebody to a table."""
    text = [
        *([body] if body else []),
        f"{mailbox.home}{path}",
        "-- \n" + say("You have asked for this letter. No more of them:") + f"\n{leave_address(mailbox)}",
    ]
    return Letter(mailbox.address, title, "\n\n".join(text) + "\n", say.code, leave_address(mailbox), same)
