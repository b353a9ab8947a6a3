"""Data frames of pandas: ``weir.pandas.measure``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import pyarrow as pa

import weir.arrow
from weir._options import Options
from weir._program import ProgramPath

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
    with_: Sequence[str] = (),
    per_host: int | None = None,
    rate: float | None = None,
    max_age: str | None = None,
    root: str | None = None,
    arguments: Sequence[str] = (),
    program: ProgramPath | None = None,
) -> pd.DataFrame:
    """Return a new frame with the answers behind the columns of the frame, which stay as they are, as does its index.

    ``known`` is the result of an earlier run: of its pictures the server is only asked whether they have changed. Numbers that
    may be missing have the types of pandas for that, such as ``Int32``.
    """
    if img not in frame.columns:
        raise ValueError(f"there is no column {img}")
    weir.arrow.extended(pa.schema([pa.field(str(name), pa.null()) for name in frame.columns]), with_)
    columns: dict[str, Any] = {"img": pa.array(frame[img], pa.string(), from_pandas=True)}
    if known is not None:
        columns["known"] = _known(frame[img], known, img, Options(with_).known_names)
    answers = weir.arrow.measure(
        pa.table(columns),
        "img",
        known=None if known is None else "known",
        with_=with_,
        per_host=per_host,
        rate=rate,
        max_age=max_age,
        root=root,
        arguments=arguments,
        program=program,
    ).drop_columns(["img"])
    added: pd.DataFrame = answers.to_pandas(types_mapper=_TYPES.get).set_index(frame.index)
    return pd.concat([frame, added], axis=1)


def _known(imgs: pd.Series[Any], known: pd.DataFrame, img: str, names: Sequence[str]) -> pa.Array:
    """Return a struct for each picture."""
    if img not in known.columns:
        raise ValueError(f"what is known has no column {img}")
    previous = known.drop_duplicates(img).set_index(img).reindex(imgs)
    fields = {name: pa.array(previous[name], from_pandas=True) for name in names if name in previous.columns}
    return pa.StructArray.from_arrays(list(fields.values()), names=list(fields))
