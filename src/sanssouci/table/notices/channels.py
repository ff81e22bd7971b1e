"""All channels of notices. A new one is a module beside `mail`, and a name here and in `contract/notices.py`."""

from __future__ import annotations

from sanssouci.table.notices.channel import Channel
from sanssouci.table.notices.mail import Mail
from sanssouci.table.notices.webhook import Webhook
from sanssouci.table.settings import Settings

CHANNELS: tuple[type[Channel], ...] = (Webhook, Mail)


def channels(settings: Settings) -> dict[str, Channel]:
    """Every channel by its name, in the order in which the page shows them."""
    return {one.name: one(settings) for one in CHANNELS}
