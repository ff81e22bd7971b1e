"""What a channel is: a way to tell somebody who is not looking that it is his turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal, NamedTuple

from sanssouci.table.contract.notices import Channels
from sanssouci.table.settings import Settings


class NotAllowed(Exception):
    """The address is not one we send to."""


class NotSent(Exception):
    """It was tried and did not work; another time it may."""


class Message(NamedTuple):
    """What is sent, already in the language of who gets it."""

    title: str
    text: str
    link: str
    language: str


class Channel(ABC):
    """One way of sending, as the operator has set it up."""

    name: ClassVar[Channels]
    #: what its address is, and so which field the page shows
    address: ClassVar[Literal["url", "email"]]
    #: whether an address is written to only after somebody there said yes
    asks: ClassVar[bool] = False

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @property
    def there(self) -> bool:
        """Whether this table has it."""
        return True

    @abstractmethod
    def takes(self, address: str) -> bool:
        """Whether something is an address of this channel at all."""

    @abstractmethod
    def send(self, address: str, message: Message) -> None:
        """Send; raises `NotAllowed` or `NotSent`. Blocks: it is called in a thread."""
