"""Rows of Python."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Union

from weir._exchange import Exchange
from weir._options import Options
from weir._program import ProgramPath, find_program

Row = Union[str, Mapping[str, Any]]

_ROWS_AT_ONCE = 500


def measure(
    rows: Iterable[Row],
    *,
    img: str = "img",
    known: str = "known",
    with_: Sequence[str] = (),
    per_host: int | None = None,
    rate: float | None = None,
    max_age: str | None = None,
    root: str | None = None,
    arguments: Sequence[str] = (),
    program: ProgramPath | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield each row with the size of its picture, in the order of the rows.

    A row is a mapping whose ``img`` is a URL or a path, or just that text. It comes back as a new ``dict`` with its own values
    and ``w``, ``h``, ``status`` and, if the picture failed, ``code`` and ``message``; pictures of the network have ``etag``,
    ``lastModified`` and ``askedAt`` if the server tells them. These names replace those of the row. If the row has a mapping
    ``known``, an earlier answer, the server is asked whether the picture has changed.

    A generator is answered as it goes: each answer comes as soon as it is known. A list is sent in larger pieces.

    Raises ``WeirError`` if the program fails. A picture that fails is an answer.
    """
    if isinstance(rows, (str, bytes, Mapping)):
        raise TypeError("rows are a list or a generator of rows, not a single one")
    options = Options(with_, per_host, rate, max_age, root, arguments)
    size = _ROWS_AT_ONCE if isinstance(rows, Sequence) else 1

    def questions(piece: list[Row]) -> bytes:
        return "".join(json.dumps(_question(row, img, known, options.known_names)) + "\n" for row in piece).encode()

    exchange = Exchange(options, find_program(program), questions)
    return _answers(exchange.run(_pieces(rows, size)), img, options.names)


def _pieces(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    rest = iter(rows)
    while piece := list(islice(rest, size)):
        yield piece


def _question(row: Row, img: str, known: str, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(row, str):
        return {"img": row}
    if not isinstance(row, Mapping):
        raise TypeError(f"a row is a mapping or a text, not {type(row).__name__}")
    question: dict[str, Any] = {"img": row.get(img)}
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
            own = {img: row} if isinstance(row, str) else {name: row[name] for name in row if name not in names}
            yield {**own, **{name: answer[name] for name in names if name in answer}}
