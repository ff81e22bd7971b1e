"""Every limit of the table on one page: what a stranger may send, how large and how often.

Sizes are in bytes unless said otherwise. A rate is `Rate(burst, per_second)`: a bucket of `burst`
tokens that refills at `per_second`; each named action costs one token.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    """A token bucket: `burst` at once, `per_second` in the long run."""

    burst: float
    per_second: float


# Sizes -----------------------------------------------------------------------------------------

HTTP_BODY = 64 * 1024  #: any request body but the two below
POSITION_BODY = 256 * 1024  #: a position (sandbox, puzzle, start of a game)
RECORD_BODY = 2 * 1024 * 1024  #: an uploaded `.friedrich` record
SOCKET_MESSAGE = 32 * 1024  #: one message from a browser
ORDER_TEXT = 2_000  #: characters of one order
NAME_TEXT = 40  #: characters of a player's name
CHAT_TEXT = 1_000  #: characters of one chat line
NOTES_TEXT = 16_000  #: characters of a seat's private notes
ADDRESS_TEXT = 500  #: characters of a webhook or mail address
KEY_TEXT = (8, 64)  #: shortest and longest idempotency key
JSON_DEPTH = 40  #: nesting of anything a stranger sends
ZIP_FROM = 2_000  #: answers larger than this are compressed
SEARCH_TEXT = 100  #: characters of a search in the rules

# Numbers ---------------------------------------------------------------------------------------

LOG_TAIL = 150  #: log entries in a snapshot
LOG_PAGE = 300  #: log entries in one answer
CHAT_TAIL = 100  #: chat lines in a snapshot
ACTS_KEPT = 40  #: things done at a table that are no orders, told beside the log; the oldest of the commonest kind go
PASSES_PER_SEAT = 5  #: links to other devices that one seat has at a time; the oldest go
PASS_SECONDS = 600  #: how long such a link is good
BACKS_PER_GAME = 50  #: how often a game may go back by consent
BACK_ORDERS = 300  #: orders that can be taken back by consent at once
PART_TEXT = 200  #: characters that a seat adds to the seed
PART_SECONDS = 8  #: seconds that bots leave the people at a table to add to the seed before they give the first order
CHAT_LINES = 5_000  #: chat lines kept per game; the oldest go
KEYS_PER_GAME = 1_000  #: answers kept for orders that are sent again; the oldest go
BROWSERS_PER_GAME = 500  #: browsers that may have come to a game; a new link lets those of the old one go
REPLAY_PAGE = 100  #: frames in one answer
RECORD_ORDERS = 20_000  #: orders in an uploaded record
GAMES_LISTED = 200  #: games in one browser's list
GAMES_PER_BROWSER = 500  #: games one browser may host at a time
GAMES_LIVE = 512  #: games kept in memory that nobody looks at; the database is the truth
GAMES_KEPT = 100_000  #: games that the whole table keeps
RECORD_STORED = 16 * 1024 * 1024  #: bytes that one uploaded record may take up once it is kept
RECORDS_PER_BROWSER = 128 * 1024 * 1024  #: bytes that all uploaded records of one browser may take up
RECORDS_STORED = 8 * 1024 * 1024 * 1024  #: bytes that all uploaded records of the table may take up
RECORDS_WAITING = 8  #: uploaded records that wait to be read; more are refused
RECORDS_READ = 1  #: uploaded records that are read at the same time
THOUGHTS_PER_PERSON = 2  #: questions to the bots that one browser may have waiting
THOUGHTS_PER_ADDRESS = 20  #: … and all browsers of one address
BUCKETS_KEPT = 20_000  #: token buckets in memory; those not asked for longest go
NOTICES_KNOWN = 4_096  #: seats of which the notice last written is remembered
UPKEEP_SECONDS = 3_600  #: how often browsers without any game are forgotten
STRANGER_SECONDS = 3_600  #: how old a browser without any game gets
CHARTS_SECONDS = 5  #: work on one question to the charts desk; what takes longer is refused
CHARTS_WAITING = 20  #: long questions to the charts desk that are worked on or wait
CHARTS_PER_ADDRESS = 4  #: those of one address
CHARTS_KEPT = 200  #: answers of the charts desk to long questions; those not asked for longest go
REQUEST_SECONDS = 30  #: a request that has not come to its end by then is closed
ORDERS_AT_ONCE = 8  #: orders, checks and undos that are carried out at the same time; the others wait in turn
SOCKETS_PER_GAME = 64
SOCKETS_PER_ADDRESS = 400  #: a club or a school behind one address
SOCKET_QUEUE = 200  #: messages waiting for one slow browser before it is let go
SOCKET_QUEUE_BYTES = 2 * 1024 * 1024  #: … and characters of them
SOCKET_HELLO_SECONDS = 15  #: a socket that says nothing is closed
SOCKET_PING_SECONDS = 20

SOCKETS_TOGETHER = 5  #: so many times the rates of one socket may all sockets of an address have together

# Rates, by the name that a refusal carries -----------------------------------------------------

RATES: dict[str, Rate] = {
    # per address
    "request": Rate(300, 50),  #: any HTTP request to /api
    "create": Rate(30, 0.2),  #: new games, rematches, forks, uploads
    "join": Rate(20, 0.5),  #: tokens tried
    "connect": Rate(60, 5),  #: sockets opened
    "confirm": Rate(5, 0.005),  #: mails asked for that confirm an address
    # per mail address
    "confirm_mail": Rate(2, 1 / 21_600),  #: such mails sent there, whoever asks
    "charts": Rate(10, 1),  #: odds of whole procedures; tables of the charts desk are looked up at the rate of `ask`
    "think_address": Rate(30, 2),  #: questions answered by a bot, of all browsers there
    # per browser
    "think": Rate(3, 0.2),  #: questions answered by a bot, at whichever game and socket
    # per socket; all of an address together `SOCKETS_TOGETHER` times as much
    "message": Rate(120, 40),  #: any message
    "order": Rate(60, 20),  #: orders, checks and undos
    "ask": Rate(60, 15),  #: questions answered from the board
    "chat": Rate(10, 0.5),
    "notes": Rate(20, 1),
    # per seat
    "notice_test": Rate(3, 0.02),
    "replay": Rate(40, 5),
}
