"""A mail server on this machine that keeps what it is sent."""

import asyncio
from email import message_from_bytes, policy
from email.message import EmailMessage

from tests.server.features.notifications.listening import Listening


class MailServer(Listening):
    """Answers as `answers` say to the command that each names, then as one does."""

    def __init__(self) -> None:
        super().__init__()
        self.received: list[tuple[str, EmailMessage]] = []
        """To whom, and what."""
        self.answers: list[tuple[bytes, bytes]] = []

    async def letter(self, number: int = 0) -> EmailMessage:
        """The letter of that number, once it has come."""
        async with asyncio.timeout(60):
            while len(self.received) <= number:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return self.received[number][1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to = ""
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            command = line.strip().upper()
            if self.answers and command.startswith(self.answers[0][0]):
                answer = self.answers.pop(0)[1]
                if not answer:
                    break
                writer.write(answer + b"\r\n")
                continue
            if command.startswith(b"RCPT TO:"):
                to = line.decode().partition("<")[2].partition(">")[0]
            if command == b"DATA":
                writer.write(b"354 go on\r\n")
                body = (await reader.readuntil(b"\r\n.\r\n"))[:-5].replace(b"\r\n..", b"\r\n.")
                self.received.append((to, message_from_bytes(body, policy=policy.default)))
            writer.write(b"221 bye\r\n" if command == b"QUIT" else b"250 so be it\r\n")
            if command == b"QUIT":
                break
        writer.close()
