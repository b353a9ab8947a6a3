"""Data frames of pandas: ``weir.pandas.measure``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa

import weir.arrow
from weir._options import Options
from weir._program import ProgramPath
from weir._progress import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from weir._options import StreamOptions

_TYPES: dict[Any, Any] = {
    pa.int32(): pd.Int32Dtype(),
    pa.int64(): pd.Int64Dtype(),
    pa.bool_(): pd.BooleanDtype(),
    pa.string(): pd.StringDtype(),
}


def measure(
    frame: pd.DataFrame,
    img: str = "img",
    *,
    known: pd.DataFrame | None = None,
    progress: Progress = None,
    program: ProgramPath | None = None,
    **options: Unpack[StreamOptions],
) -> pd.DataFrame:
    """Return a new frame with the answers behind the columns of the frame, which stay as they are, as does its index.

    ``known`` is the result of an earlier run: of its pictures the server is only asked whether they have changed. Numbers that
    may be missing have the types of pandas for that, such as ``Int32``. ``progress`` and the other arguments are those of
    ``weir.measure``.
    """
    if img not in frame.columns:
        raise ValueError(f"there is no column {img}")
    run = Options(**options)
    weir.arrow.extended(pa.schema([pa.field(str(name), pa.null()) for name in frame.columns]), run.facts)
    columns: dict[str, Any] = {"img": _array(frame[img].map(_name) if frame[img].dtype == object else frame[img], pa.string())}
    if known is not None:
        columns["known"] = _known(frame[img], known, img, run.known_names)
    answers = weir.arrow.measure(
        pa.table(columns),
        "img",
        known=None if known is None else "known",
        progress=progress,
        program=program,
        **options,
    ).drop_columns(["img"])
    added: pd.DataFrame = answers.to_pandas(types_mapper=_TYPES.get).set_index(frame.index)
    return pd.concat([frame, added], axis=1)


def _known(imgs: pd.Series[Any], known: pd.DataFrame, img: str, names: Sequence[str]) -> pa.Array:
    """Return a struct for each picture."""
    if img not in known.columns:
        raise ValueError(f"what is known has no column {img}")
    previous = known.drop_duplicates(img).set_index(img).reindex(imgs)
    fields = {name: _array(previous[name]) for name in names if name in previous.columns}
    return pa.StructArray.from_arrays(list(fields.values()), names=list(fields))


def _array(values: pd.Series[Any], kind: pa.DataType | None = None) -> pa.Array:
    """Return the values as one array. Texts of pandas may lie in several chunks of Arrow."""
    array = pa.array(values, kind, from_pandas=True)
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def _name(value: Any) -> Any:
    return os.fspath(value) if isinstance(value, os.PathLike) else value
