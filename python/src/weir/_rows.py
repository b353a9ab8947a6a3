"""Rows of Python."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Union, overload

from weir._answer import Answer
from weir._exchange import Exchange
from weir._options import Options
from weir._program import ProgramPath, find_program
from weir._progress import Progress, watched

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from weir._options import StreamOptions

Name = Union[str, "os.PathLike[str]"]
Row = Union[Name, Mapping[str, Any]]

_ROWS_AT_ONCE = 500


# A list of names is a list of rows too. Its answers are typed, since they have no other members.
@overload
def measure(  # type: ignore[overload-overlap]
    rows: Iterable[Name],
    *,
    img: str = "img",
    known: str = "known",
    progress: Progress = None,
    program: ProgramPath | None = None,
    **options: Unpack[StreamOptions],
) -> Iterator[Answer]: ...


@overload
def measure(
    rows: Iterable[Row],
    *,
    img: str = "img",
    known: str = "known",
    progress: Progress = None,
    program: ProgramPath | None = None,
    **options: Unpack[StreamOptions],
) -> Iterator[dict[str, Any]]: ...


def measure(
    rows: Iterable[Any],
    *,
    img: str = "img",
    known: str = "known",
    progress: Progress = None,
    program: ProgramPath | None = None,
    **options: Unpack[StreamOptions],
) -> Iterator[Any]:
    """Yield each row with the size of its picture, in the order of the rows.

    A row is a mapping whose ``img`` is a URL or a path, or just that, as a text or a path of ``pathlib``. It comes back as a new
    ``dict`` with its own values and ``w``, ``h``, ``status`` and, if the picture failed, ``code`` and ``message``; pictures of
    the network have ``etag``, ``lastModified`` and ``askedAt`` if the server tells them. These names replace those of the row. If
    the row has a mapping ``known``, an earlier answer, the server is asked whether the picture has changed.

    The other arguments are the options of ``weir stream``, such as ``allow_host=["private"]``; ``facts`` is ``--with``.
    ``progress`` is called with the numbers of answered and of all rows, or is True for a bar of tqdm.

    A generator is answered as it goes: each answer comes as soon as it is known. A list is sent in larger pieces.

    Raises ``WeirError`` if the program fails. A picture that fails is an answer.
    """
    if isinstance(rows, (str, bytes, Mapping)):
        raise TypeError("rows are a list or a generator of rows, not a single one")
    run = Options(**options)
    size = _ROWS_AT_ONCE if isinstance(rows, Sequence) else 1

    def questions(piece: list[Row]) -> bytes:
        return "".join(json.dumps(_question(row, img, known, run.known_names)) + "\n" for row in piece).encode()

    exchange = Exchange(run, find_program(program), questions)
    answers = _answers(exchange.run(_pieces(rows, size)), img, run.names)
    return watched(answers, len(rows) if isinstance(rows, Sequence) else None, progress)


def _pieces(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    rest = iter(rows)
    while piece := list(islice(rest, size)):
        yield piece


def _question(row: Row, img: str, known: str, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(row, (str, os.PathLike)):
        return {"img": os.fspath(row)}
    if not isinstance(row, Mapping):
        raise TypeError(f"a row is a mapping, a text or a path, not {type(row).__name__}")
    name = row.get(img)
    question: dict[str, Any] = {"img": os.fspath(name) if isinstance(name, os.PathLike) else name if _is_there(name) else None}
    previous = row.get(known)
    if isinstance(previous, Mapping):
        question["known"] = {name: previous[name] for name in names if _is_there(previous.get(name))}
    return question


def _is_there(value: Any) -> bool:
    """Return whether a value is neither None nor NaN, which tables have for a missing one."""
    return value is not None and value == value


def _answers(answered: Iterator[tuple[list[Row], bytes]], img: str, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    for rows, lines in answered:
        for row, line in zip(rows, lines.splitlines()):
            answer = json.loads(line)
            own = (
                {img: os.fspath(row)}
                if isinstance(row, (str, os.PathLike))
                else {name: row[name] for name in row if name not in names}
            )
            yield {**own, **{name: answer[name] for name in names if name in answer}}
