"""The options of a run, as arguments of ``weir stream``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    import os

    from typing_extensions import Unpack

#: The members that each answer may have, besides the facts.
ANSWER_NAMES = ("w", "h", "status", "code", "message", "etag", "lastModified", "askedAt")
#: What an earlier answer tells the next run.
KNOWN_NAMES = ("w", "h", "etag", "lastModified", "askedAt")


class SharedOptions(TypedDict, total=False):
    """The options of ``weir stream`` that all functions take as named arguments."""

    #: More columns or members of each answer, such as ``["format", "bytes"]``: ``--with``.
    facts: Sequence[str]
    max_age: str | None
    root: str | os.PathLike[str] | None
    host_patience: str | None
    retries: int | None
    robots: bool
    header: Sequence[str]
    allow_host: Sequence[str]
    cacert: str | os.PathLike[str] | None
    proxy: str | None
    timeout: str | None
    max_bytes: str | None
    max_pixels: int | None
    #: Arguments that stand behind all others.
    arguments: Sequence[str]


class StreamOptions(SharedOptions, total=False):
    """The options of one run of ``weir stream``."""

    per_host: int | None
    rate: float | None


class Options:
    """What a run of ``weir stream`` is started with."""

    def __init__(self, **values: Unpack[StreamOptions]) -> None:
        for name, value in values.items():
            if name not in StreamOptions.__annotations__:
                raise TypeError(f"there is no option {name}")
            if isinstance(value, str) and name in ("facts", "header", "allow_host", "arguments"):
                raise TypeError(f"{name} is a list of texts, not one text")
        self._values = values
        self.facts = values.get("facts", ())

    def replaced(self, per_host: int | None, rate: float | None) -> Options:
        """Return the same options with these limits."""
        values = self._values.copy()
        values["per_host"], values["rate"] = per_host, rate
        return Options(**values)

    @property
    def names(self) -> list[str]:
        """The names of all members that an answer may have."""
        return [*ANSWER_NAMES[:5], *self.facts, *ANSWER_NAMES[5:]]

    @property
    def known_names(self) -> list[str]:
        """The names of all members of an earlier answer that tell the next run something."""
        return [*KNOWN_NAMES, *self.facts]

    def command(self, program: str) -> list[str]:
        """Return the command line."""
        command = [program, "stream"]
        if self.facts:
            command.append("--with=" + ",".join(self.facts))
        for name, value in self._values.items():
            if name not in ("facts", "arguments"):
                command += _flags("--" + name.replace("_", "-"), value)
        return [*command, *self._values.get("arguments", ())]


def _flags(flag: str, value: Any) -> list[str]:
    if value is None or isinstance(value, bool):
        return [flag] if value else []
    if isinstance(value, (list, tuple)):
        return [f"{flag}={each}" for each in value]
    return [f"{flag}={value}"]
