"""The exceptions of the package."""

from __future__ import annotations


class WeirError(RuntimeError):
    """The program has ended before it has answered every row. The message is its own sentence."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message, status)
        self.message = message
        #: The exit status of the program; negative if a signal has ended it.
        self.status = status

    def __str__(self) -> str:
        return self.message


class ProgramNotFoundError(FileNotFoundError):
    """There is no program ``weir`` in any of the usual places."""
