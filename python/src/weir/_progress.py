"""How far a run is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Callable, TypeVar, Union

Piece = TypeVar("Piece")

#: A function that gets the number of rows that are answered and that of all rows, if it is known; or True for a bar of tqdm.
Progress = Union[Callable[[int, Union[int, None]], Any], bool, None]


def watched(
    pieces: Iterable[Piece], total: int | None, progress: Progress, rows: Callable[[Piece], int] = lambda piece: 1
) -> Iterator[Piece]:
    """Yield the pieces, and report how many rows they have had so far. Without tqdm there is no bar."""
    if not progress:
        yield from pieces
        return
    report, close = _bar(total) if progress is True else (progress, lambda: None)
    done = 0
    try:
        for piece in pieces:
            done += rows(piece)
            report(done, total)
            yield piece
    finally:
        close()


def _bar(total: int | None) -> tuple[Callable[[int, int | None], Any], Callable[[], Any]]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return (lambda done, total: None), (lambda: None)
    bar = tqdm(total=total, unit="row")
    return (lambda done, total: bar.update(done - bar.n)), bar.close
