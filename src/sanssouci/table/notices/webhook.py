"""Sending to an address that a stranger gave us, without letting him look around our network.

The name is resolved once, every address it has must be public (unless the operator allows private
ones), and the connection goes to exactly the address that was checked. No redirect is followed, and
nothing of the answer but its status is looked at. The whole of it may take ten seconds, however slowly the
other side answers.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import SplitResult, urlsplit

from sanssouci.table import limits
from sanssouci.table.contract.notices import Channels
from sanssouci.table.notices.channel import Channel, Message, NotAllowed, NotSent

SECONDS = 10.0


class WebhookRefused(NotAllowed):
    """The address is not one we send to."""


class WebhookFailed(NotSent):
    """It was tried and did not work; another time it may."""


class Webhook(Channel):
    """A message to a chat: Discord, Slack, ntfy."""

    name: ClassVar[Channels] = "webhook"
    address = "url"

    def takes(self, address: str) -> bool:
        """An http address without a password in it."""
        try:
            read_address(address)
        except WebhookRefused:
            return False
        return True

    def send(self, address: str, message: Message) -> None:
        """To where it leads now, if that may be."""
        told = body(address, message.title, message.text, message.link)
        send(address, told, self.settings.private_webhooks)


def read_address(url: str) -> SplitResult:
    """The parts of a webhook's address; `WebhookRefused` if it is none."""
    if len(url) > limits.ADDRESS_TEXT or any(ord(c) <= 32 or ord(c) == 127 for c in url):
        raise WebhookRefused("not an address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise WebhookRefused("not an address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise WebhookRefused("not an http address")
    if parts.username is not None or parts.password is not None:
        raise WebhookRefused("an address with a password")
    return parts


def resolve(host: str, port: int, private: bool) -> str:
    """The one address to connect to; every address of the name must be allowed."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise WebhookFailed("no such host") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not private:
        for address in addresses:
            if not public(address):
                raise WebhookRefused("a private address")
    return addresses[0]


#: how an IPv6 network reaches IPv4 addresses, and all that is given out in the open IPv6 internet
NAT64, UNICAST = ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("2000::/3")
#: within the open internet, but nobody's: protocol assignments, relays that are no more, examples
ODD = [ipaddress.ip_network(net) for net in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "3fff::/20")]


def public(address: str) -> bool:
    """Whether an address lies in the open internet, also when wrapped in IPv6."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None or ip in NAT64:
            # an IPv4 address in the last four bytes
            return public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        inner = ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip not in UNICAST or (inner is not None and not public(str(inner))):
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in odd for odd in ODD)


def body(url: str, title: str, text: str, link: str) -> Mapping[str, object]:
    """One object that Discord (`content`), Slack (`text`) and ntfy (`topic`, `message`) each understand.

    For ntfy the address is that of the server with the topic behind a `#`: `https://ntfy.sh/#topic`.
    """
    said = f"{text} {link}"
    message = {"content": said, "text": said, "title": title, "message": text, "click": link}
    topic = urlsplit(url).fragment
    if topic:
        message["topic"] = topic
    return message


def send(url: str, message: Mapping[str, object], private: bool) -> None:
    """Post JSON to a webhook; raises `WebhookRefused` or `WebhookFailed`. Blocks: call it in a thread."""
    parts = read_address(url)
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = resolve(host, port, private)
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    cleanup = contextlib.ExitStack()
    try:
        raw = socket.create_connection((address, port), timeout=SECONDS)
        # a time-out of the socket counts from byte to byte: this one counts from the beginning to the end
        line = cleanup.enter_context(raw.dup())
        alarm = threading.Timer(SECONDS, _hang_up, [line])
        cleanup.callback(alarm.cancel)
        alarm.start()
        if secure:
            raw = ssl.create_default_context().wrap_socket(raw, server_hostname=host)
        connection.sock = raw
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request(
            "POST",
            target,
            json.dumps(message).encode(),
            {"Content-Type": "application/json", "User-Agent": "sanssouci"},
        )
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise WebhookFailed(type(problem).__name__) from None
    finally:
        connection.close()
        cleanup.close()
    if not 200 <= status < 300:
        raise WebhookFailed(f"status {status}")


def _hang_up(line: socket.socket) -> None:
    """End a connection from outside, whoever is reading from it."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
