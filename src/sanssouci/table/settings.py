"""What the operator of a server can set; every field has a default that is right for one's own machine."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Settings:
    """The settings of one server process."""

    database: str | None = None  #: a file or URL; None: the user's own file
    upgrade: bool = False  #: bring an older database to the present revision
    origins: frozenset[str] = field(default_factory=frozenset)  #: further origins browsers may come from
    root_path: str = ""  #: where a proxy has put us: "/friedrich"
    secure_cookies: bool = False  #: always mark cookies Secure (else: when the request was https)
    bot_workers: int = 0  #: processes in which bots think; 0: as many as half the processors, at most four
    bot_seconds: float = 1.0  #: how long a bot may think about one decision
    slot_factor: float = 1.0  #: the slots in which bots answer times this; 0: at once, which tells what they hold
    instruction_seconds: float = 6.0  #: about how long an instruction "thinks" before a card
    redis: str | None = None  #: fan-out between several server processes
    thinkers: str | None = None  #: redis:// URL through which other machines think for bots and hints
    private_webhooks: bool = False  #: allow webhooks to private addresses
    smtp: str | None = None  #: smtp://user:password@host:port, smtps://…
    mail_from: str = "sanssouci@localhost"
    rate_factor: float = 1.0  #: all rate limits times this: more for a club behind one address
    metrics: bool = False  #: show Prometheus metrics at /metrics
    public_url: str = "http://localhost:1756/"  #: links in notices begin with it
