"""How the rows of a table are divided over tasks, so that the limits for a host hold for all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from weir._options import Options


@dataclass(frozen=True)
class Share:
    """The limits of one task for each host of its rows; None for those of the program."""

    per_host: int | None
    rate: float | None

    def of(self, options: Options) -> Options:
        """Return the options of the task."""
        return options.replaced(self.per_host, self.rate)


@dataclass(frozen=True)
class HeavyHost:
    """A host that has tasks of its own: so many, from the first on."""

    first: int
    tasks: int


@dataclass(frozen=True)
class Shares:
    """The tasks: those of heavy hosts first, then those that share all other hosts."""

    heavy: Mapping[str, HeavyHost]
    #: The limits of each task.
    limits: tuple[Share, ...]
    #: The first of the tasks that share hosts.
    first_shared: int

    @property
    def shared(self) -> int:
        """The number of tasks that share hosts."""
        return len(self.limits) - self.first_shared


def divide(heavy_counts: Mapping[str, int], rows: int, tasks: int, per_host: int, rate: float | None) -> Shares:
    """Return the shares of ``rows`` rows for about so many tasks.

    ``heavy_counts`` has the hosts with more rows than a task would have. Such a host is divided over as many tasks as it needs,
    and each of them gets a part of its limits. It cannot have more tasks than transfers.
    """
    share = max(1, -(-rows // tasks))
    heavy: dict[str, HeavyHost] = {}
    limits: list[Share] = []
    for host, count in sorted(heavy_counts.items()):
        parts = min(per_host, -(-count // share))
        heavy[host] = HeavyHost(len(limits), parts)
        for part in range(parts):
            own = per_host // parts + (part < per_host % parts)
            limits.append(Share(own, None if rate is None else rate / parts))
    rest = rows - sum(heavy_counts.values())
    first_shared = len(limits)
    limits += [Share(per_host, rate)] * max(1, -(-rest // share))
    return Shares(heavy, tuple(limits), first_shared)
