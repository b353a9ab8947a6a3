"""The options of a run, as arguments of ``weir stream``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

#: The members that each answer may have, besides the facts of ``with_``.
ANSWER_NAMES = ("w", "h", "status", "code", "message", "etag", "lastModified", "askedAt")
#: What an earlier answer tells the next run.
KNOWN_NAMES = ("w", "h", "etag", "lastModified", "askedAt")


@dataclass(frozen=True)
class Options:
    """What a run of ``weir stream`` is started with."""

    with_: Sequence[str] = ()
    per_host: int | None = None
    rate: float | None = None
    max_age: str | None = None
    root: str | None = None
    #: More arguments, such as ``["--allow-host=private"]``.
    arguments: Sequence[str] = field(default=())

    def __post_init__(self) -> None:
        if isinstance(self.with_, str) or isinstance(self.arguments, str):
            raise TypeError("with_ and arguments are lists of texts, not one text")

    @property
    def names(self) -> list[str]:
        """The names of all members that an answer may have."""
        return [*ANSWER_NAMES[:5], *self.with_, *ANSWER_NAMES[5:]]

    @property
    def known_names(self) -> list[str]:
        """The names of all members of an earlier answer that tell the next run something."""
        return [*KNOWN_NAMES, *self.with_]

    def command(self, program: str) -> list[str]:
        """Return the command line."""
        command = [program, "stream"]
        values = {"with": ",".join(self.with_) or None, "per-host": self.per_host, "rate": self.rate}
        for name, value in {**values, "max-age": self.max_age, "root": self.root}.items():
            if value is not None:
                command.append(f"--{name}={value}")
        return [*command, *self.arguments]
