"""Pace and notices: clocks, a bot for who is overdue, webhooks that cannot look around, mail."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import queue
import random
import re
import socket
import socketserver
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest
from sqlalchemy import select

from sanssouci import voice
from sanssouci.table import robot
from sanssouci.table.client import Browser, Refused
from sanssouci.table.contract.notices import BY_OPERATOR, Channels, Notices, NoticesTested, SetNotices
from sanssouci.table.languages import LANGUAGES
from sanssouci.table.live import clock
from sanssouci.table.live.house import House
from sanssouci.table.live.model import Address, GameRow, Seat
from sanssouci.table.notices import mail, webhook
from sanssouci.table.notices import notifier as notices
from sanssouci.table.notices.channel import Channel
from sanssouci.table.notices.channels import CHANNELS
from sanssouci.table.notices.notifier import written
from sanssouci.table.settings import Settings
from sanssouci.table.storage import schema, store_notices, store_people
from sanssouci.table.storage.database import open_database

if TYPE_CHECKING:
    from conftest import Serve, ServerProcess

TOOLS = Path(__file__).parents[2] / "tools"
HANOVER = "allot hanover ferdinand=8 cumberland=4"


class Receiver:
    """A web server that writes down what it is sent."""

    def __init__(self, *statuses: int, location: str | None = None) -> None:
        left = list(statuses) or [204]
        self.got: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["Content-Length"])
                receiver.got.put((self.path, json.loads(self.rfile.read(size))))
                self.send_response(left.pop(0) if len(left) > 1 else left[0])
                if location is not None:
                    self.send_header("Location", location)
                self.end_headers()

            def log_message(self, *_arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    one = Receiver()
    yield one
    one.close()


# Webhooks ------------------------------------------------------------------------------------------


def test_a_notice_is_sent_once_to_who_is_not_looking(serve: Serve, receiver: Receiver) -> None:
    server = serve("--private-webhooks", "--public-url", "https://club.example/friedrich/")
    match = server.match()
    path = f"api/games/{match.game}/seats/1/notices"
    assert match.guest.get(path) == {"webhook": False, "mail": False, "language": "en"}
    hook = f"{receiver.url}/hook?id=7#friedrich"
    assert match.guest.put(path, {"webhook": hook}) == {"webhook": True, "mail": False, "language": "en"}
    assert match.guest.post(f"{path}/test") == {"webhook": "sent", "mail": None}
    where, body = receiver.got.get(timeout=20)
    assert where == "/hook?id=7"
    link = f"https://club.example/friedrich/game/{match.game}"
    assert body["content"].endswith(link) and body["text"].endswith(link)  # Discord, Slack
    assert body["topic"] == "friedrich" and "Bruno" in body["message"]  # ntfy
    with match.host.open(match.game) as anna:
        anna.order(HANOVER)
        # it was and is still his turn; a new version of the same question is no new notice
        where, body = receiver.got.get(timeout=30)
        anna.undo()
        anna.order(HANOVER)
    with pytest.raises(queue.Empty):
        receiver.got.get(timeout=8)


def test_each_seat_is_written_to_in_the_language_it_chose(serve: Serve, receiver: Receiver) -> None:
    server = serve("--private-webhooks")
    match = server.match()
    seats = [f"api/games/{match.game}/seats/{number}/notices" for number in (0, 1)]
    match.host.put(seats[0], {"webhook": f"{receiver.url}/anna", "language": "en"})
    told = match.guest.put(seats[1], {"webhook": f"{receiver.url}/bruno", "language": "it"})
    assert told == {"webhook": True, "mail": False, "language": "it"}
    for odd in ("xx", "", None, 7, ["it"], "../it", "IT"):
        with pytest.raises(Refused) as refused:
            match.guest.put(seats[1], {"language": odd, "webhook": None})
        assert refused.value.key == "table.bad_request"
    assert match.guest.get(seats[1]) == told, "nothing was changed"
    server.kill()
    server.start()
    match.host.post(f"{seats[0]}/test")
    match.guest.post(f"{seats[1]}/test")
    said = dict(receiver.got.get(timeout=20) for _ in range(2))
    assert said["/anna"]["message"].startswith("Anna, it is your turn in Friedrich (the War in the West, turn 1).")
    assert said["/bruno"]["message"].startswith("Bruno, tocca a te in Friedrich (la guerra in Occidente, turno 1).")
    assert said["/bruno"]["title"] == "Friedrich: Bruno, tocca a te"
    match.guest.put(seats[1], {"language": "en"})
    match.guest.post(f"{seats[1]}/test")
    assert "your turn" in receiver.got.get(timeout=20)[1]["message"], "the switch alone changes it, the address stays"
    with match.host.open(match.game) as anna:
        match.guest.put(seats[1], {"language": "it"})
        anna.order(HANOVER)
        # the real notice, not the test of it
        assert "tocca a te" in receiver.got.get(timeout=30)[1]["message"]


def test_the_language_of_notices_is_kept_with_the_person(serve: Serve, receiver: Receiver) -> None:
    """What Bruno chose at one table counts at his others and for a device that he adds; nobody else's changes."""
    server = serve("--private-webhooks")
    first, second = server.match(), server.match()
    here, there = (f"api/games/{match.game}/seats/1/notices" for match in (first, second))
    # the browser that came first speaks for a seat: his own, once the other one is out
    first.guest.join(second.host.post(f"api/games/{second.game}/seats/1/link")["link"])
    first.guest.put(there, {"webhook": f"{receiver.url}/there"})
    first.guest.put(here, {"language": "pl"})
    assert first.guest.get(there) == {"webhook": True, "mail": False, "language": "pl"}
    first.guest.post(f"{there}/test")
    said = receiver.got.get(timeout=20)[1]["message"]
    assert said.startswith("Bruno, ") and "your turn" not in said
    assert first.host.get(f"api/games/{first.game}/seats/0/notices")["language"] == "en"
    made = first.guest.post(f"api/games/{first.game}/seats/1/devices", {"moves": False})
    phone = server.browser()
    phone.join(made["link"])
    assert phone.get(here)["language"] == "pl"
    assert phone.put(here, {"language": "de"})["language"] == "de"
    assert first.guest.get(there)["language"] == "de"


def test_notices_follow_the_language_that_the_page_is_switched_to(serve: Serve, receiver: Receiver) -> None:
    """Without a word about notices; for a device that was added, too, and for nobody else at the seat or the table."""
    server = serve("--private-webhooks")
    match = server.match()
    here = f"api/games/{match.game}/seats/1/notices"
    match.guest.put(here, {"webhook": f"{receiver.url}/bruno"})
    assert match.guest.put("api/language", {"language": "pl"}) == {}
    match.guest.post(f"{here}/test")
    assert "Twoja kolej" in receiver.got.get(timeout=20)[1]["message"]
    assert match.host.get(f"api/games/{match.game}/seats/0/notices")["language"] == "en"
    phone = server.browser()
    phone.join(match.guest.post(f"api/games/{match.game}/seats/1/devices", {"moves": False})["link"])
    phone.put("api/language", {"language": "fr"})
    assert match.guest.get(here)["language"] == "fr", "the device speaks for who added it"
    for odd in ("xx", "", None, 7, ["it"], "IT"):
        with pytest.raises(Refused) as refused:
            match.guest.put("api/language", {"language": odd})
        assert refused.value.key == "table.bad_request"
    server.browser().put("api/language", {"language": "de"})  # a stranger: nothing to keep
    assert match.guest.get(here)["language"] == "fr"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", ["standard", "expert", "west", "austria"])
def test_every_scenario_has_its_name_in_a_notice(language: str, scenario: str) -> None:
    seat = Seat(0, ["friedrich"], "here", "{name} {x}")
    title, text = written(row(scenario=scenario, summary={"waiting": [0], "turn": 3}), seat, language)
    assert "{name} {x}" in title and "{name} {x}" in text and "3" in text, "a name is never read as a pattern"
    assert f"({scenario}," not in text, "the name of the scenario, not its key"


def test_who_is_looking_gets_no_notice(serve: Serve, receiver: Receiver) -> None:
    server = serve("--private-webhooks")
    match = server.match()
    match.guest.put(f"api/games/{match.game}/seats/1/notices", {"webhook": receiver.url})
    anna, bruno = match.sit()
    anna.order(HANOVER)
    with pytest.raises(queue.Empty):
        receiver.got.get(timeout=8)
    bruno.close()


def test_an_odd_address_is_answered_in_one_sentence_and_changes_nothing(serve: Serve) -> None:
    server = serve("--smtp", "smtp://127.0.0.1:1", "--mail-from", "table@club.example")
    match = server.match()
    path = f"api/games/{match.game}/seats/1/notices"
    kept = match.guest.put(path, {"webhook": "https://club.example/hook", "mail": "bruno@example.org"})
    assert kept == {"webhook": True, "mail": True, "language": "en", "unconfirmed": True}
    odd: object
    for odd in ("", "ftp://example.org/", "http://user:pw@example.org/", 7, [], {}, True, "http://" + "x" * 600):
        with pytest.raises(Refused) as refused:
            match.guest.put(path, {"webhook": odd, "mail": None, "language": "it"})
        assert refused.value.key == ("table.bad_webhook" if isinstance(odd, str) else "table.bad_request"), odd
    for odd in (
        "",
        "bruno",
        "bruno@",
        "a b@c.example",
        "bruno@example.org\r\nBcc: x@example.org",
        7,
        [],
        "x" * 600 + "@c.example",
    ):
        with pytest.raises(Refused) as refused:
            match.guest.put(path, {"webhook": None, "mail": odd, "language": "it"})
        assert refused.value.key == ("table.bad_mail" if isinstance(odd, str) else "table.bad_request"), odd
    assert match.guest.get(path) == kept


def test_private_addresses_are_refused_unless_allowed(serve: Serve, receiver: Receiver) -> None:
    server = serve()
    match = server.match()
    path = f"api/games/{match.game}/seats/0/notices"
    for hook in (receiver.url, "http://localhost:1/", "http://169.254.169.254/latest", "http://[::1]/"):
        match.host.put(path, {"webhook": hook})
        assert match.host.post(f"{path}/test")["webhook"] == "refused"
        match.host.post(f"{path}/test")
        server.stop()
        server.start()  # the limit on tests is per seat and process
    assert receiver.got.empty()


def test_who_answers_drop_by_drop_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time; the whole answer never would."""
    monkeypatch.setattr(webhook, "SECONDS", 1.0)
    over = threading.Event()

    class Drip(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(10_000)
            self.request.sendall(b"H")
            while not over.wait(0.1):
                try:
                    self.request.sendall(b"x")
                except OSError:
                    return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Drip) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done: queue.Queue[str] = queue.Queue()

        def post() -> None:
            try:
                webhook.send(f"http://127.0.0.1:{server.server_address[1]}/", {"a": 1}, private=True)
                done.put("sent")
            except webhook.WebhookFailed:
                done.put("failed")

        threading.Thread(target=post, daemon=True).start()
        try:
            assert done.get(timeout=30) == "failed"
        finally:
            over.set()
            server.shutdown()


def test_a_failed_notice_is_tried_again_until_it_is_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(notices, "GRACE_SECONDS", 0.05)
    monkeypatch.setattr(notices, "RETRIES", (0.1, 0.1, 0.1))
    receiver = Receiver(500, 503, 204)

    async def play() -> list[int]:
        database = await open_database(str(tmp_path / "t.sqlite3"))
        house = House(database, Settings(private_webhooks=True))
        notifier = notices.Notifier(house)
        notifier.start()
        async with database.writing() as connection:
            person = await store_people.new_person(connection, "0" * 64)
        at_table = [Seat(0, ["friedrich"], "here", "Anna"), Seat(1, ["pompadour"], "friend", "Bruno")]
        row, _links = await house.create(person, "west", {}, at_table)
        async with house.room(row.id) as room, room.lock:
            room.row.seats[1].addresses["webhook"] = Address(receiver.url)
            await house.heard(room)
        for _ in range(3):
            await asyncio.to_thread(receiver.got.get, timeout=30)
        while True:  # until it is known to be sent
            async with database.reading() as connection:
                found = (await connection.execute(select(schema.notices.c.tries, schema.notices.c.due))).all()
            if found[0].due == store_notices.NEVER:
                break
            await asyncio.sleep(0.01)
        await notifier.close()
        await database.close()
        return [row.tries for row in found]

    assert asyncio.run(asyncio.wait_for(play(), 60)) == [3]
    assert receiver.got.empty()
    receiver.close()


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    trap = Receiver(302, location=receiver.url + "/secret")
    with pytest.raises(webhook.WebhookFailed, match="302"):
        webhook.send(trap.url, {"a": 1}, private=True)
    assert receiver.got.empty() and trap.got.qsize() == 1
    trap.close()


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
     "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::", "ff02::1",
     "::127.0.0.1", "::2", "::ffff:0:127.0.0.1", "64:ff9b:1::1", "fec0::1", "5f00::1", "3fff::1",
     "192.0.0.8", "192.88.99.1"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert webhook.public(address) is False


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_addresses_that_are_public(address: str) -> None:
    assert webhook.public(address) is True


@pytest.mark.parametrize(
    "url",
    ["", "ftp://example.org/", "file:///etc/passwd", "http://", "//example.org", "http://user:pw@example.org/",
     "http://example.org:99999/", "http://example.org:0/", "http://exa mple.org/", "http://example.org/\r\nX: y",
     "gopher://example.org/", "http://[::1", "x" * 600],
)  # fmt: skip
def test_odd_webhooks_are_refused(url: str) -> None:
    with pytest.raises(webhook.WebhookRefused):
        webhook.read_address(url)


def test_a_name_is_resolved_once_and_every_address_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def resolver(host: str, port: int, **_more: Any) -> list[Any]:
        calls.append(host)
        first = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", port))
        return [first, (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    with pytest.raises(webhook.WebhookRefused):
        webhook.send("http://rebinding.example/", {}, private=False)
    assert calls == ["rebinding.example"]


# Mail ----------------------------------------------------------------------------------------------


class SmtpHandler(socketserver.StreamRequestHandler):
    """As much of SMTP as smtplib speaks."""

    def handle(self) -> None:
        self.wfile.write(b"220 test\r\n")
        while line := self.rfile.readline():
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                self.server.mails.put(text.decode())  # type: ignore[attr-defined]
            elif verb == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            self.wfile.write(b"250 ok\r\n")


def test_mail_through_the_operators_server(serve: Serve) -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), SmtpHandler) as smtp:
        smtp.mails = queue.Queue()  # type: ignore[attr-defined]
        threading.Thread(target=smtp.serve_forever, daemon=True).start()
        server = serve("--smtp", f"smtp://127.0.0.1:{smtp.server_address[1]}", "--mail-from", "table@club.example")
        match = server.match()
        path = f"api/games/{match.game}/seats/1/notices"
        with pytest.raises(Refused) as refused:
            match.guest.put(path, {"mail": "bruno@example.org\r\nBcc: all@example.org"})
        assert refused.value.key == "table.bad_mail"
        match.guest.put(path, {"mail": "bruno@example.org"})
        confirm(match.guest, smtp.mails.get(timeout=20))  # type: ignore[attr-defined]
        assert match.guest.get(path) == {"webhook": False, "mail": True, "language": "en"}
        assert match.guest.post(f"{path}/test") == {"webhook": None, "mail": "sent"}
        text = smtp.mails.get(timeout=20)  # type: ignore[attr-defined]
        assert "To: bruno@example.org" in text and f"game/{match.game}" in text
        match.guest.put(path, {"language": "it"})
        match.guest.post(f"{path}/test")
        letter = email.message_from_string(smtp.mails.get(timeout=20), policy=email.policy.default)  # type: ignore[attr-defined]
        assert letter["Subject"] == "Friedrich: Bruno, tocca a te" and letter["Content-Language"] == "it"
        assert letter.get_content().startswith("Bruno, tocca a te in Friedrich (la guerra in Occidente, turno 1).")
        smtp.shutdown()


def confirm(browser: Browser, text: str) -> None:
    """Follow the link of a mail that asks whether an address is right."""
    letter = email.message_from_string(text, policy=email.policy.default)
    token = re.search(r"confirm#([A-Za-z0-9_-]{32})", letter.get_content())
    assert token is not None
    browser.post("api/confirm", {"token": token[1]})


@pytest.fixture
def mailbox() -> Iterator[tuple[str, queue.Queue[str]]]:
    """A mail server: its address, and what came."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), SmtpHandler) as smtp:
        smtp.mails = queue.Queue()  # type: ignore[attr-defined]
        threading.Thread(target=smtp.serve_forever, daemon=True).start()
        yield f"smtp://127.0.0.1:{smtp.server_address[1]}", smtp.mails  # type: ignore[attr-defined]
        smtp.shutdown()


def test_mails_in_a_made_up_language_are_all_marked(
    serve: Serve, mailbox: tuple[str, queue.Queue[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both letters there are, subject and text, hold nothing outside of the catalogue's sentences but their link."""
    pseudo = [sys.executable, str(TOOLS / "sentences.py"), "--pseudo", str(tmp_path / "languages")]
    assert subprocess.run(pseudo, check=False).returncode == 0
    monkeypatch.setenv("SANSSOUCI_LANGUAGES", str(tmp_path / "languages"))
    url, mails = mailbox
    match = serve("--smtp", url, "--mail-from", "table@club.example").match()
    path = f"api/games/{match.game}/seats/1/notices"
    match.guest.put(path, {"mail": "bruno@example.org", "language": "xx"})
    letters = [mails.get(timeout=20)]
    confirm(match.guest, letters[0])
    assert match.guest.post(f"{path}/test")["mail"] == "sent"
    letters.append(mails.get(timeout=20))
    for letter in letters:
        read = email.message_from_string(letter, policy=email.policy.default)
        said, link = read.get_content().rstrip().rsplit("\n\n", 1)
        assert link.startswith("http") and read["Content-Language"] == "xx"
        for part in (read["Subject"], said):
            assert part.startswith("⟦") and part.endswith("⟧") and part.count("⟦") == 1


def test_nobody_is_written_to_who_has_not_said_yes(serve: Serve, mailbox: tuple[str, queue.Queue[str]]) -> None:
    """S6: 450 mails to a stranger in eight seconds, with the attacker's words in the subject."""
    url, mails = mailbox
    server = serve("--smtp", url, "--rate-factor", "1")
    match = server.match(
        seats=[
            {"kind": "here", "name": "Buy at evil.example", "roles": ["friedrich"]},
            {"kind": "friend", "roles": ["pompadour"]},
        ]
    )
    path = f"api/games/{match.game}/seats/0/notices"
    refused = 0
    for _ in range(10):
        try:
            told = match.host.put(path, {"mail": "stranger@example.org"})
            assert told["unconfirmed"] is True
            assert match.host.post(f"{path}/test")["mail"] == "unconfirmed"
        except Refused as problem:
            assert problem.key == "table.too_fast"
            refused += 1
    first, second = mails.get(timeout=20), mails.get(timeout=20)
    assert refused >= 7 and mails.empty(), "two mails that ask, and none besides"
    assert "evil.example" not in first + second and match.game not in first + second
    confirm(server.browser(), second)  # whoever reads the mail: another browser than the player's
    assert match.host.get(path) == {"webhook": False, "mail": True, "language": "en"}
    with pytest.raises(Refused) as used:
        confirm(server.browser(), second)
    assert used.value.key == "table.no_such_link"
    # the same browser has confirmed it for its other seats and games, too
    again = match.host.post(
        "api/games", {"scenario": "west", "players": 2, "seats": [{"kind": "here"}, {"kind": "here"}]}
    )["game"]
    assert match.host.put(f"api/games/{again}/seats/1/notices", {"mail": "stranger@example.org"}) == {
        "webhook": False,
        "mail": True,
        "language": "en",
    }
    assert mails.empty()


def test_addresses_from_before_are_asked_once_and_written_to_for_a_fortnight(
    serve: Serve, mailbox: tuple[str, queue.Queue[str]], tmp_path: Path
) -> None:
    url, mails = mailbox
    path = tmp_path / "table.sqlite3"
    server = serve("--smtp", url, database=path)
    match = server.match()
    server.stop()

    def set_mail(until: str) -> None:
        with sqlite3.connect(path) as database:
            there = database.execute(f"UPDATE addresses SET until = {until} WHERE seat = 1").rowcount
            if not there:
                values = (match.game, 1, "mail", "bruno@example.org", float(until))
                database.execute(
                    "INSERT INTO addresses (game, seat, way, address, until) VALUES (?, ?, ?, ?, ?)", values
                )
        database.close()

    set_mail("-1")  # as the upgrade leaves them
    server.start()
    notices_ = f"api/games/{match.game}/seats/1/notices"
    for _ in range(2):
        assert match.guest.post(f"{notices_}/test")["mail"] == "sent"
    came = [mails.get(timeout=20) for _ in range(3)]
    assert ["confirm#" in text for text in came] == [True, False, False] and mails.empty()
    with sqlite3.connect(path) as database:
        (until,) = database.execute("SELECT until FROM addresses WHERE seat = 1").fetchone()
    database.close()
    assert 13.9 < (until - time.time()) / 86400 <= 14
    server.stop()
    set_mail("until - 15 * 86400")
    server.start()
    assert match.guest.post(f"{notices_}/test")["mail"] == "unconfirmed" and mails.empty()
    confirm(server.browser(), came[0])
    assert match.guest.post(f"{notices_}/test")["mail"] == "sent"


def test_a_table_without_mail_says_so(serve: Serve) -> None:
    match = serve().match()
    with pytest.raises(Refused) as refused:
        match.guest.put(f"api/games/{match.game}/seats/1/notices", {"mail": "bruno@example.org"})
    assert refused.value.key == "table.no_mail"
    assert not mail.is_address("a@b\n") and not mail.is_address("a b@c") and mail.is_address("a.b@c.example")


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda one: str(one.name))
def test_a_channel_has_its_field_and_its_words(channel: type[Channel]) -> None:
    """What a new channel must not forget; the page, the database and the refusals follow from its name."""
    assert [one.name for one in CHANNELS] == list(get_args(Channels))
    assert len(channel.name) <= schema.addresses.c.way.type.length  # type: ignore[attr-defined]
    for shape in (SetNotices, Notices, NoticesTested):
        assert channel.name in shape.__struct_fields__, shape
    needed = [f"notice.{channel.name}", f"notice.remove.{channel.name}", f"table.bad_{channel.name}"]
    absent = not channel(Settings()).there
    assert absent == (channel.name in BY_OPERATOR)
    assert set(needed + [f"table.no_{channel.name}"] * absent) <= set(voice.catalogue())


# Pace ----------------------------------------------------------------------------------------------


def row(**more: Any) -> GameRow:
    seats = [Seat(0, ["friedrich"], "here", ""), Seat(1, ["pompadour"], "here", "")]
    fields: dict[str, Any] = {
        "id": "x", "host": 1, "scenario": "west", "players": 2, "options": {}, "created": 0.0, "changed": 0.0,
        "version": 1, "versions": [1, 1], "orders": 0, "summary": {"waiting": [0]}, "seats": seats,
        "pace": {"kind": "bank", "seconds": 60, "bank": 100, "bot": "random"},
    }  # fmt: skip
    return GameRow(**(fields | more))


def test_a_bank_pays_what_a_move_takes_too_long() -> None:
    first = row()
    first.clock = clock.advance(None, first, 1000.0, [0, 1])
    assert first.clock == {"deadlines": {"0": 1160.0}, "bank": {"0": 100.0, "1": 100.0}, "came": [0, 1]}
    quick = clock.advance(first, row(versions=[2, 2], summary={"waiting": [1]}), 1050.0)
    assert quick == {"deadlines": {"1": 1210.0}, "bank": {"0": 100.0, "1": 100.0}, "came": [0, 1]}
    slow = clock.advance(first, row(versions=[2, 2], summary={"waiting": [1]}), 1090.0)
    assert slow is not None and slow["bank"] == {"0": 70.0, "1": 100.0}, "thirty seconds over the sixty"
    late = clock.advance(first, row(versions=[2, 2], summary={"waiting": [1]}), 5000.0)
    assert late is not None and late["bank"]["0"] == 0.0


def test_others_answers_do_not_move_my_deadline() -> None:
    first = row(summary={"waiting": [0, 1]})
    first.clock = clock.advance(None, first, 1000.0, [0, 1])
    after = clock.advance(first, row(versions=[2, 1], summary={"waiting": [1]}), 1050.0)
    assert after is not None and after["deadlines"] == {"1": 1160.0}


def test_days_and_bots_and_ends() -> None:
    days = row(pace={"kind": "days", "days": 3, "bot": "random"})
    assert clock.advance(None, days, 0.0, [0])["deadlines"] == {"0": 259200.0}  # type: ignore[index]
    days.seats[0].bot = "random"
    assert clock.advance(None, days, 0.0, [0])["deadlines"] == {}  # type: ignore[index]
    days.result = {"winners": []}  # type: ignore[assignment]
    assert clock.advance(None, days, 0.0) is None
    assert clock.advance(None, row(pace=None), 0.0) is None


def test_a_clock_waits_for_who_has_not_come() -> None:
    first = row(summary={"waiting": [0, 1]})
    first.clock = clock.advance(None, first, 1000.0, [0])
    assert first.clock is not None and first.clock["deadlines"] == {"0": 1160.0}
    later = row(summary={"waiting": [0, 1]}, version=2)
    later.clock = clock.advance(first, later, 5000.0, [1])
    assert later.clock is not None and later.clock["deadlines"] == {"0": 1160.0, "1": 5160.0}
    assert later.clock["bank"] == {"0": 100.0, "1": 100.0} and later.clock["came"] == [0, 1]


def test_clocks_from_before_this_was_kept_run_on() -> None:
    first = row(clock={"deadlines": {"0": 1160.0}, "bank": {"0": 100.0, "1": 100.0}})
    after = clock.advance(first, row(versions=[2, 2], summary={"waiting": [1]}), 1050.0)
    assert after is not None and after["deadlines"] == {"1": 1210.0} and after["came"] == [0, 1]


def test_a_clock_starts_when_its_person_opens_the_table(server: ServerProcess) -> None:
    """Neither the creation nor the link in hand starts it; and every order tells the others the new deadlines."""
    match = server.match(pace={"kind": "bank", "seconds": 600, "bank": 600, "bot": "random"})

    def running(seat: Any) -> list[str]:
        return sorted(seat.state["table"]["clock"]["deadlines"])

    with match.host.open(match.game) as anna:
        assert running(anna) == ["0"]
        with match.guest.open(match.game) as bruno:
            assert running(bruno) == ["0", "1"]
            anna.until(lambda seat: running(seat) == ["0", "1"])
            his = bruno.state["table"]["clock"]["deadlines"]["1"]
        with match.guest.open(match.game) as bruno:
            assert bruno.state["table"]["clock"]["deadlines"]["1"] == his, "once come, it runs on"
            anna.order(robot.order(anna.state["menu"], random.Random(1)))
            for seat in (anna, bruno):
                seat.until(lambda one: running(one) == ["1"])
            bruno.order(robot.order(bruno.state["menu"], random.Random(1)))
            for seat in (anna, bruno):
                seat.until(lambda one: running(one) == [str(n) for n in one.state["waiting"]])


def test_a_bot_takes_over_who_is_overdue_and_the_seat_is_taken_back(serve: Serve) -> None:
    server = serve()
    match = server.match(pace={"kind": "bank", "seconds": 1, "bank": 1, "bot": "random"})
    with match.host.open(match.game) as anna, match.guest.open(match.game):
        begun = time.monotonic()
        anna.until(lambda seat: seat.state["table"]["card"]["seats"][1]["bot"] == "random")
        anna.until(lambda seat: seat.state["table"]["card"]["seats"][0]["bot"] == "random")
        assert time.monotonic() - begun > 1
        anna.until(lambda seat: seat.state["orders"] >= 3)
        match.host.post(f"api/games/{match.game}/seats/0/bot", {"bot": None})
        anna.until(lambda seat: seat.state["table"]["card"]["seats"][0]["bot"] is None)


def test_clocks_are_resumed_after_a_kill(serve: Serve) -> None:
    server = serve()
    match = server.match(pace={"kind": "bank", "seconds": 4, "bank": 0, "bot": "random"})
    match.guest.open(match.game).close()
    server.kill()
    server.start()
    with match.host.open(match.game) as anna:
        anna.until(lambda seat: seat.state["table"]["card"]["seats"][1]["bot"] == "random")
