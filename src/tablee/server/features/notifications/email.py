"""Email through the mail server that the host has configured, sent in threads."""

import asyncio
import smtplib
import ssl
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import NamedTuple

from tablee.games.language import Language
from tablee.server.features.notifications.model import EmailAddress, digest_of
from tablee.server.realtime.settings import Settings

PATIENCE = 20.0
"""Seconds for each command to the mail server."""
AT_ONCE = 2
"""Emails that are sent at the same time."""
_LATER = range(400, 500)


class EmailNotSent(Exception):
    """The mail server did not take an email; `again` is whether it may later."""

    def __init__(self, why: str, *, again: bool) -> None:
        super().__init__(why)
        self.again = again


class Email(NamedTuple):
    """An email to one person."""

    to: str
    subject: str
    text: str
    language: str
    unsubscribe: str = ""
    """The link to unsubscribe."""
    same: str = ""
    """Emails with the same text here are the same email: it makes their `Message-ID`."""


class EmailSender:
    """Sends emails, if the host has configured a mail server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._turn = asyncio.Semaphore(AT_ONCE)

    @property
    def can_be_sent(self) -> bool:
        """Whether a mail server and a sender are configured."""
        return bool(self._settings.smtp_host and self.sender)

    @property
    def sender(self) -> str:
        """The address that emails come from."""
        return parseaddr(self._settings.smtp_from)[1]

    async def send(self, email: Email, now: int) -> None:
        """Send an email; raises `EmailNotSent`."""
        message = self.message(email, now)
        async with self._turn:
            await asyncio.to_thread(self._deliver, email.to, message)

    def message(self, email: Email, now: int) -> EmailMessage:
        """An email as it goes to the mail server."""
        name, sender = parseaddr(self._settings.smtp_from)
        message = EmailMessage(policy=SMTP)
        message["From"] = Address(name or "Tablée", addr_spec=sender)
        message["To"] = Address(addr_spec=email.to)
        message["Subject"] = email.subject
        message["Date"] = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
        message["Message-ID"] = f"<{digest_of(email.same or f'{email} {now}')[:40]}@{sender.rpartition('@')[2]}>"
        message["Content-Language"] = email.language
        message["Auto-Submitted"] = "auto-generated"
        if email.unsubscribe:
            message["List-Unsubscribe"] = f"<{email.unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(email.text)
        return message

    def _deliver(self, to: str, message: EmailMessage) -> None:
        try:
            self.hand_over(to, message)
        except (smtplib.SMTPException, OSError) as error:
            refused = isinstance(error, smtplib.SMTPResponseException) and error.smtp_code not in _LATER
            raise EmailNotSent(type(error).__name__, again=not refused) from None

    def hand_over(self, to: str = "", message: EmailMessage | None = None) -> None:
        """Connect to the mail server, sign in, and give it a message if there is one; raises what `smtplib` raises."""
        with self._connect() as server:
            if message is None:
                return
            _check(server.mail(self.sender))
            _check(server.rcpt(to))
            try:
                _check(server.data(message.as_bytes()))
            except (smtplib.SMTPServerDisconnected, OSError) as error:  # the server may have taken it
                raise EmailNotSent(type(error).__name__, again=False) from None

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


# ---- the emails --------------------------------------------------------------------------------------------


def unsubscribe_link(address: EmailAddress) -> str:
    """The link to unsubscribe an address."""
    return f"{address.home}/notifications/unsubscribe/{address.unsubscribe}"


def question(address: EmailAddress, secret: str, say: Language) -> Email:
    """The email that asks to confirm an address."""
    text = [
        say("Someone asked Tablée to email this address when it is their turn at a table."),
        say("If it was you, open this page within a day and confirm:"),
        f"{address.home}/notifications/confirm/{secret}",
        say("If it wasn’t you, you can ignore this email. We will not write again."),
    ]
    subject = say("Email you when it’s your turn?")
    return Email(address.address, subject, "\n\n".join(text) + "\n", say.code, unsubscribe_link(address))


def notification(address: EmailAddress, title: str, body: str, path: str, same: str, say: Language) -> Email:
    """A notification as an email."""
    text = [
        *([body] if body else []),
        f"{address.home}{path}",
        "-- \n" + say("You asked for this email. To unsubscribe:") + f"\n{unsubscribe_link(address)}",
    ]
    return Email(address.address, title, "\n\n".join(text) + "\n", say.code, unsubscribe_link(address), same)
