"""The clock of a game with a pace: pure arithmetic on deadlines and banks."""

from __future__ import annotations

from collections.abc import Iterable

from sanssouci.table.contract.cards import Clock
from sanssouci.table.live.model import GameRow

DAY = 24 * 3600


def advance(before: GameRow | None, after: GameRow, at: float, arrived: Iterable[int] = ()) -> Clock | None:
    """The clock after a commit: who acted pays from the bank, who is now to act gets a deadline.

    Nobody's clock runs before he has come to the table: those who have `arrived` now join those who had.
    """
    pace = after.pace
    if pace is None or after.result is not None:
        return None
    old = None if before is None else before.clock
    deadlines = {} if old is None else old["deadlines"]
    bank = dict((old and old["bank"]) or {str(seat.seat): float(pace.get("bank", 0)) for seat in after.seats})
    moved = {s for s in deadlines if before is None or after.versions[int(s)] != before.versions[int(s)]}
    if pace["kind"] == "bank":
        for seat in moved:
            # what is left of the bank is what is left until the deadline, at most what it was
            bank[seat] = round(min(bank[seat], max(0.0, deadlines[seat] - at)), 1)
    came = set(arrived)
    if old is not None:
        came |= set(old.get("came", (seat.seat for seat in after.seats)))
    fresh: dict[str, float] = {}
    for number in after.waiting:
        seat = str(number)
        if after.seats[number].bot is not None or number not in came:
            continue
        if seat in deadlines and seat not in moved:
            fresh[seat] = deadlines[seat]
        elif pace["kind"] == "bank":
            fresh[seat] = at + float(pace["seconds"]) + bank[seat]
        else:
            fresh[seat] = at + float(pace["days"]) * DAY
    return {"deadlines": fresh, "bank": bank, "came": sorted(came)}
