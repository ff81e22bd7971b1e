"""What is counted while the server runs."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

#: upper bounds in seconds
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self._commits = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, name: str, label: str = "") -> None:
        """One more of something; `label` is `name="value"` or nothing."""
        self.counts[name, label] += 1

    def commit(self, seconds: float) -> None:
        """A commit took so long."""
        self._commits[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def text(self, gauges: dict[str, int]) -> str:
        """The page that Prometheus reads."""
        lines = []
        for name in sorted({name for name, _ in self.counts}):
            lines.append(f"# TYPE sanssouci_{name}_total counter")
            for (other, label), value in sorted(self.counts.items()):
                if other == name:
                    named = f"sanssouci_{name}_total" + (f"{{{label}}}" if label else "")
                    lines.append(f"{named} {value}")
        lines.append("# TYPE sanssouci_commit_seconds histogram")
        total = 0
        for bound, number in zip((*map(str, BUCKETS), "+Inf"), self._commits, strict=True):
            total += number
            lines.append(f'sanssouci_commit_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f"sanssouci_commit_seconds_sum {self._seconds:.6f}")
        lines.append(f"sanssouci_commit_seconds_count {total}")
        for name, value in gauges.items():
            lines += [f"# TYPE sanssouci_{name} gauge", f"sanssouci_{name} {value}"]
        return "\n".join(lines) + "\n"


METRICS = Metrics()
