"""How a seat is told that it is its turn: a field for each channel (docs/protocol.md, section 9).

A channel is one module of `table/notices`; what it is called here is its name there, in the database and in the
catalogue (`notice.NAME`, `notice.remove.NAME`, `table.bad_NAME`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from sanssouci.table.contract.bodies import Language

#: the channels by their names
Channels = Literal["webhook", "mail"]
#: those that only a table has whose operator set them up; elsewhere `table.no_NAME`
BY_OPERATOR: tuple[Channels, ...] = ("mail",)


class ChannelCard(Struct):
    """A channel that this table has, and what its address is: the kind of field the page shows."""

    name: Channels
    address: Literal["url", "email"]


class SetNotices(Struct):
    """Addresses to set (null removes one) and a language; what is not named stays as it was."""

    webhook: str | UnsetType | None = UNSET
    mail: str | UnsetType | None = UNSET
    language: Language | UnsetType = UNSET


class Notices(Struct, kw_only=True):
    """Which addresses are set, and in which language notices are written."""

    webhook: bool = False
    mail: bool = False
    language: str
    unconfirmed: Literal[True] | UnsetType = UNSET  # an address waits to be confirmed


class Reads(Struct):
    """The language that whoever uses this browser reads."""

    language: Language


class NoticesTested(Struct):
    """What became of a notice sent now; null where no address is set."""

    webhook: str | None = None
    mail: str | None = None
