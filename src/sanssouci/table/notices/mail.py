"""Mail through the operator's SMTP server."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from sanssouci.table import limits
from sanssouci.table.contract.notices import Channels
from sanssouci.table.notices.channel import Channel, Message, NotSent

SECONDS = 20.0
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\Z")


class MailFailed(NotSent):
    """It was tried and did not work."""


class Mail(Channel):
    """Mail, where the operator named a server for it; nobody is written to who has not said yes."""

    name: ClassVar[Channels] = "mail"
    address = "email"
    asks = True

    @property
    def there(self) -> bool:
        """Whether there is a server to send by."""
        return self.settings.smtp is not None

    def takes(self, address: str) -> bool:
        """One address and nothing more."""
        return is_address(address)

    def send(self, address: str, message: Message) -> None:
        """By the operator's server."""
        body = f"{message.text}\n\n{message.link}\n"
        server = self.settings.smtp or ""
        send(server, self.settings.mail_from, address, message.title, body, message.language)


def is_address(text: str) -> bool:
    """Whether something looks like one mail address and nothing more."""
    return len(text) <= limits.ADDRESS_TEXT and _ADDRESS.match(text) is not None


def send(server: str, sender: str, to: str, title: str, text: str, language: str) -> None:
    """Send one mail; raises `MailFailed`. Blocks: call it in a thread."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, title
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    message["Content-Language"] = language
    url = urlsplit(server)
    host = url.hostname or "localhost"
    try:
        with _connect(url.scheme, host, url.port) as connection:
            if url.scheme == "smtp+starttls":
                connection.starttls(context=ssl.create_default_context())
            if url.username:
                connection.login(unquote(url.username), unquote(url.password or ""))
            connection.send_message(message)
    except (OSError, smtplib.SMTPException, ValueError) as problem:
        raise MailFailed(type(problem).__name__) from None


def _connect(scheme: str, host: str, port: int | None) -> smtplib.SMTP:
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port or 465, timeout=SECONDS, context=ssl.create_default_context())
    return smtplib.SMTP(host, port or (587 if scheme == "smtp+starttls" else 25), timeout=SECONDS)
