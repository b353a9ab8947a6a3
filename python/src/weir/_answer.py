"""What an answer has."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from typing import Literal


class Answer(TypedDict, total=False):
    """The members of an answer to a name; one that is not known is left out, but ``w`` and ``h`` are then None."""

    img: str
    w: int | None
    h: int | None
    status: Literal["ok", "stale", "failed"]
    code: str
    message: str
    format: str
    bytes: int
    orientation: int
    mime: str
    animated: bool
    alpha: bool
    colorModel: str
    depth: int
    sizeFrom: str
    etag: str
    lastModified: str
    askedAt: int
