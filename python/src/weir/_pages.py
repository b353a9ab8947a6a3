"""Pages of a manifest that tasks of Spark write, and the index that joins them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Callable

import pyarrow as pa
import pyarrow.fs
import pyspark.sql.functions as F
from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame
from pyspark.sql.types import DecimalType, IntegralType, NumericType, StringType

_ID = "__weir_id"
_NUMBER = "__weir_number"
_PAGES_OF_A_TASK = 1000
#: Spark's numbers of rows have that of the partition above these bits.
_ROW_BITS = 33


def write_pages(
    df: DataFrame,
    folder: str,
    page_size: int,
    *,
    img: str = "img",
    price: str | None = "price",
    order: str | Column | Sequence[str | Column] | None = None,
    keep: Sequence[str] = (),
    on_failure: str = "placeholder",
    fallback: tuple[int, int] = (300, 300),
) -> int:
    """Write a manifest in pages into a folder, as ``weir ingest --page-size`` does, and return the number of its entries.

    The bytes are those of ``weir ingest`` for the same rows in the same order. ``1.json``, ``2.json`` and so on are written by
    tasks, and ``index.json`` at the end, when all of them are whole. Write into a new folder, and tell clients of it then.

    Args:
        df: Rows with ``w``, ``h``, ``img`` and ``price``, such as ``measure`` gives. Store them first: Spark may compute a frame
            more than once, and would ask for the pictures again.
        folder: A path or a URI that each executor can write to, such as ``hdfs:///pages`` or ``s3://bucket/pages``.
        page_size: The number of entries of a page.
        img: The column of the pictures' names. A row without one (NULL or an empty text) has no entry.
        price: The column of the prices: text, whole numbers or decimals. None if there are none.
        order: Columns that order the rows. Without them the frame's own order counts.
        keep: More columns, which entries have as texts.
        on_failure: ``placeholder`` gives a picture without a size the size ``fallback``; ``omit`` leaves it out.
        fallback: Width and height of placeholders.

    """
    if page_size < 1:
        raise ValueError("page_size is at least 1")
    if on_failure not in ("placeholder", "omit"):
        raise ValueError("on_failure is placeholder or omit")
    names = [img, *([price] if price else []), *keep]
    for name in names:
        _check_type(df, name)
    if order is not None:
        df = df.orderBy(*([order] if isinstance(order, (str, Column)) else order))
    # As for ingest, a row without a picture is a failure and no entry.
    df = df.filter(F.col(img) != "")
    if on_failure == "omit":
        df = df.filter(F.col("w").isNotNull() & F.col("h").isNotNull())
    entries = df.select("w", "h", *[_text(df, name).alias(f"text{index}") for index, name in enumerate(names)])
    numbered = entries.withColumn(_ID, F.monotonically_increasing_id()).persist(StorageLevel.DISK_ONLY)
    try:
        count, pages = _write(numbered, folder, page_size, fallback, bool(price), keep)
    finally:
        numbered.unpersist()
    _write_file(folder, "index.json", _index(count, pages, keep))
    return count


def _check_type(df: DataFrame, name: str) -> None:
    kind = df.schema[name].dataType
    if isinstance(kind, StringType) or (isinstance(kind, NumericType) and isinstance(kind, (IntegralType, DecimalType))):
        return
    raise TypeError(f"the column {name} is {kind.simpleString()}, and not text that entries can have as it is")


def _text(df: DataFrame, name: str) -> Column:
    return F.col(name).cast("string")


Page = tuple[int, int, str]


def _write(
    numbered: DataFrame, folder: str, page_size: int, fallback: tuple[int, int], has_price: bool, keep: Sequence[str]
) -> tuple[int, list[Page]]:
    partition = F.shiftright(F.col(_ID), _ROW_BITS)
    counts = {row[0]: row[1] for row in numbered.groupBy(partition).count().collect()}
    offsets: list[int] = []
    total = 0
    for index in range(max(counts, default=-1) + 1):
        offsets.append(total)
        total += counts.get(index, 0)
    pyarrow_folder, path = pa.fs.FileSystem.from_uri(_uri(folder))
    pyarrow_folder.create_dir(path, recursive=True)
    if not total:
        return 0, []
    offset = F.element_at(F.array(*[F.lit(offset) for offset in offsets]), (partition + 1).cast("int"))
    number = offset + F.col(_ID).bitwiseAND((1 << _ROW_BITS) - 1)
    group = F.floor(F.col(_NUMBER) / F.lit(page_size * _PAGES_OF_A_TASK))
    tasks = -(-total // (page_size * _PAGES_OF_A_TASK))
    placed = numbered.withColumn(_NUMBER, number).drop(_ID).repartition(tasks, group).sortWithinPartitions(_NUMBER)
    written = placed.mapInArrow(_task(folder, page_size, fallback, has_price, keep), "number long, count int, sha256 string")
    return total, sorted((row["number"], row["count"], row["sha256"]) for row in written.collect())


Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def _task(folder: str, page_size: int, fallback: tuple[int, int], has_price: bool, keep: Sequence[str]) -> Task:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        page: list[str] = []
        page_number = 0
        for batch in batches:
            columns = [batch.column(name).to_pylist() for name in batch.schema.names]
            for width, height, *texts, number in zip(*columns):
                if page and number // page_size != page_number:
                    yield _end(folder, page_number, page)
                    page = []
                page_number = number // page_size
                page.append(_entry(width, height, texts, fallback, has_price, keep))
        if page:
            yield _end(folder, page_number, page)

    return run


def _entry(
    width: int | None,
    height: int | None,
    texts: Sequence[str | None],
    fallback: tuple[int, int],
    has_price: bool,
    keep: Sequence[str],
) -> str:
    if width is None or height is None:
        width, height = fallback
    price = texts[1] if has_price else None
    entry = f'{{"w":{width},"h":{height},"img":{_quoted(texts[0] or "")},"price":{_quoted(price or "")}'
    for name, text in zip(keep, texts[2 if has_price else 1 :]):
        if text is not None:
            entry += f",{_quoted(name)}:{_quoted(text)}"
    return entry + "}"


_ESCAPED = re.compile(r'["\\\x00-\x1f]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _quoted(text: str) -> str:
    """Return the text as JSON, with the escapes that the program writes."""
    return '"' + _ESCAPED.sub(lambda found: _ESCAPES.get(found[0], f"\\u{ord(found[0]):04x}"), text) + '"'


def _end(folder: str, page_number: int, page: Sequence[str]) -> pa.RecordBatch:
    content = ("[\n" + ",\n".join(page) + "\n]\n").encode()
    _write_file(folder, f"{page_number + 1}.json", content)
    values: dict[str, Any] = {
        "number": pa.array([page_number + 1], pa.int64()),
        "count": pa.array([len(page)], pa.int32()),
        "sha256": pa.array([hashlib.sha256(content).hexdigest()]),
    }
    return pa.RecordBatch.from_pydict(values)


def _index(count: int, pages: Sequence[Page], keep: Sequence[str]) -> bytes:
    kept = f'"keep":[{",".join(_quoted(name) for name in keep)}],' if keep else ""
    lines = [
        f'\n{{"file":{json.dumps(f"{number}.json")},"count":{size},"sha256":{json.dumps(digest)}}}'
        for number, size, digest in pages
    ]
    end = "\n" if lines else ""
    return f'{{"count":{count},{kept}"pages":[{",".join(lines)}{end}]}}\n'.encode()


def _uri(folder: str) -> str:
    if "://" in folder:
        return folder
    return Path(folder).absolute().as_uri()


def _write_file(folder: str, name: str, content: bytes) -> None:
    """Write a file that appears when it is whole. Object stores do so by themselves."""
    system, path = pa.fs.FileSystem.from_uri(_uri(folder))
    is_store = system.type_name not in ("local", "hdfs")
    written = f"{path}/{name}" if is_store else f"{path}/.{name}.part"
    with system.open_output_stream(written) as stream:
        stream.write(content)
    if not is_store:
        system.move(written, f"{path}/{name}")
