"""Data frames of Apache Spark: ``weir.spark.measure`` and ``weir.spark.write_pages``.

Rows of one host go to one task, so the limits that hold for a host in one run of the program hold for it in the whole cluster.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Callable

import pyarrow as pa
import pyspark.sql.functions as F
from pyspark import AccumulatorParam, SparkFiles, TaskContext
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from weir import arrow
from weir._options import Options
from weir._pages import write_pages
from weir._program import ProgramPath, find_program
from weir._shares import Shares, divide

if TYPE_CHECKING:
    from pyspark.accumulators import Accumulator
    from typing_extensions import Unpack

    from weir._options import SharedOptions

__all__ = ["Metrics", "measure", "ship", "write_pages"]

_SLOT = "__weir_task"
_KNOWN = "__weir_known"
_SHIPPED = "weir"
_PACKAGE = "weir_package.zip"
#: A task of more rows than this loses much if it is tried again.
_ROWS_OF_A_TASK = 1_000_000


class Metrics:
    """Counts of a run, added up over all tasks as they end.

    As with all accumulators of Spark, rows of a task that was tried again count twice.
    """

    def __init__(self, spark: SparkSession) -> None:
        self._counts: Accumulator[dict[str, int]] = spark.sparkContext.accumulator({}, _CountsParam())

    @property
    def rows(self) -> int:
        """The number of rows that were answered."""
        return sum(self.by_status.values())

    @property
    def by_status(self) -> dict[str, int]:
        """The number of rows that are ``ok``, ``stale`` and ``failed``."""
        return self._part("status:")

    @property
    def by_code(self) -> dict[str, int]:
        """The number of failures by code."""
        return self._part("code:")

    def _part(self, prefix: str) -> dict[str, int]:
        counts = self._counts.value
        return {name[len(prefix) :]: count for name, count in sorted(counts.items()) if name.startswith(prefix)}

    def add(self, answers: pa.RecordBatch) -> None:
        """Count the answers of a batch. Called by tasks."""
        counts: dict[str, int] = {}
        for name in ("status", "code"):
            for value in answers.column(name).value_counts().to_pylist():
                if value["values"] is not None:
                    counts[f"{name}:{value['values']}"] = value["counts"]
        self._counts.add(counts)


class _CountsParam(AccumulatorParam[dict[str, int]]):
    def zero(self, value: dict[str, int]) -> dict[str, int]:
        return {}

    def addInPlace(self, value1: dict[str, int], value2: dict[str, int]) -> dict[str, int]:
        for name, count in value2.items():
            value1[name] = value1.get(name, 0) + count
        return value1


def ship(spark: SparkSession, program: ProgramPath | None = None) -> None:
    """Send the program and this package to all executors, which then need neither.

    The program must run on their system: the libraries that it links must be there.
    """
    parcel = _parcel(find_program(program))
    spark.sparkContext.addFile(str(parcel / _SHIPPED))
    spark.sparkContext.addPyFile(str(parcel / _PACKAGE))


@functools.cache
def _parcel(program: str) -> Path:
    """Return a folder with the program and the package, from which Spark serves them as long as this process runs.

    Executors look for the program under its own name, and Spark follows links, so it is a copy. There is one folder for a
    program, since Spark refuses a file of the same name from another place.
    """
    folder = Path(tempfile.mkdtemp(prefix="weir."))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    shutil.copy(program, folder / _SHIPPED)
    with zipfile.ZipFile(folder / _PACKAGE, "w") as file:
        for source in sorted(Path(__file__).parent.glob("*.py")):
            file.write(source, f"weir/{source.name}")
    return folder


def measure(
    df: DataFrame,
    img: str = "img",
    *,
    per_host: int = 8,
    rate: float | None = None,
    partitions: int | None = None,
    known: DataFrame | None = None,
    metrics: Metrics | None = None,
    **options: Unpack[SharedOptions],
) -> DataFrame:
    """Return the frame with the answers behind its columns, whose values and types stay as they are.

    The columns are ``w``, ``h``, ``status``, ``code``, ``message``, the ``facts``, ``etag``, ``lastModified`` and
    ``askedAt``; see ``weir.arrow.answer_schema``. The rows come in another order.

    Args:
        df: The rows. They are counted at once, so a frame that is costly to make should be cached or stored.
        img: The column with the names of the pictures.
        per_host: The transfers that run at once for a host, in the whole cluster.
        rate: The requests a second for a host, in the whole cluster.
        partitions: About how many tasks the rows are divided over.
        known: The result of an earlier run. Of its pictures servers are only asked whether they have changed.
        metrics: Receives counts from all tasks.
        options: Those of ``weir stream``: ``facts`` as of ``--with``, ``max_age`` for which a picture of ``known`` is not asked
            for again, such as ``"30d"``, the ``root`` of local pictures, the same on each executor, ``allow_host`` and so on.

    """
    if df.isStreaming:
        raise ValueError("the rows of a stream cannot be counted; call measure in foreachBatch of writeStream")
    if per_host < 1 or (partitions is not None and partitions < 1):
        raise ValueError("per_host and partitions are at least 1")
    spark = df.sparkSession
    if spark.conf.get("spark.speculation", "false") == "true":
        warnings.warn("with spark.speculation a host may get the requests of two tasks at once", stacklevel=2)
    run = Options(**options, per_host=per_host, rate=rate)
    schema = _extended(df.schema, run.facts)
    shares = _shares(df, img, partitions, per_host, rate)
    if known is not None:
        df = _joined(df, known, img, run.known_names)
    task = _task(img, run, shares, None if known is None else _KNOWN, metrics)
    return _placed(df, img, shares).mapInArrow(task, schema)


def _extended(schema: StructType, facts: Sequence[str]) -> StructType:
    answers = from_arrow_schema(arrow.answer_schema(facts))
    own = {name.lower(): name for name in schema.names}
    for name in answers.names:
        if name.lower() in own:
            raise ValueError(f"there is a column {own[name.lower()]} already, which the answers have; rename or drop it first")
    return StructType([*schema.fields, *answers.fields])


def _host(img: Column) -> Column:
    """Return scheme, host and port of a URL, and the empty text for the path of a file.

    Patterns would take longer than the program takes for a picture, so texts are cut at their marks.
    """
    authority = F.substring_index(F.substring_index(img, "/", 3), "/", -1)
    host = F.substring_index(F.substring_index(F.substring_index(authority, "?", 1), "#", 1), "@", -1)
    url = F.lower(F.concat(F.substring_index(img, "://", 1), F.lit("://"), host))
    return F.when(img.contains("://"), url).otherwise("")


def _shares(df: DataFrame, img: str, partitions: int | None, per_host: int, rate: float | None) -> Shares:
    # Counting alone reads no column of Parquet. Keeping the counts of hosts would be slower than this: Spark does not join the
    # partitions of what it keeps.
    rows = df.count()
    tasks = partitions or max(df.sparkSession.sparkContext.defaultParallelism, -(-rows // _ROWS_OF_A_TASK))
    hosts = df.groupBy(_host(F.col(img)).alias("host")).count()
    # Files have no host, and are divided as they come.
    heavy = hosts.filter((F.col("host") != "") & (F.col("count") > rows / tasks)).collect()
    return divide({row["host"]: row["count"] for row in heavy}, rows, tasks, per_host, rate)


def _joined(df: DataFrame, known: DataFrame, img: str, names: Iterable[str]) -> DataFrame:
    fields = [F.col(name) for name in names if name in known.columns]
    previous = known.dropDuplicates([img]).select(F.col(img).alias("__weir_img"), F.struct(*fields).alias(_KNOWN))
    return df.join(previous, df[img] == F.col("__weir_img"), "left").drop("__weir_img")


def _placed(df: DataFrame, img: str, shares: Shares) -> DataFrame:
    """Return the frame with the rows of each task in a partition of their own, and the number of the task beside each."""
    # Rows of the same picture go to the same task, which asks for it once.
    spread = F.pmod(F.xxhash64(F.col(img)), F.lit(1 << 30))
    host = _host(F.col(img))
    of_host = F.when(host == "", spread).otherwise(F.pmod(F.xxhash64(host), F.lit(1 << 30)))
    slot = F.lit(shares.first_shared) + of_host % F.lit(shares.shared)
    if shares.heavy:
        first = F.create_map(*[F.lit(part) for name, heavy in shares.heavy.items() for part in (name, heavy.first)])
        tasks = F.create_map(*[F.lit(part) for name, heavy in shares.heavy.items() for part in (name, heavy.tasks)])
        slot = F.when(first[host].isNotNull(), first[host] + spread % tasks[host]).otherwise(slot)
    count = len(shares.limits)
    slots = df.withColumn(_SLOT, slot.cast("int"))
    places = F.array(*[F.lit(place) for place in _places(df.sparkSession, count)])
    return slots.repartition(count, F.element_at(places, F.col(_SLOT) + 1))


def _places(spark: SparkSession, count: int) -> list[int]:
    """Return a number for each partition, which Spark's hash puts there."""
    found: dict[int, int] = {}
    start, step = 0, 16 * count + 64
    while len(found) < count:
        numbers = spark.range(start, start + step, 1, 1).select(F.col("id").cast("int").alias("number"))
        for row in numbers.select("number", F.pmod(F.hash("number"), F.lit(count)).alias("place")).collect():
            found.setdefault(row["place"], row["number"])
        start += step
    return [found[place] for place in range(count)]


Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def _task(img: str, options: Options, shares: Shares, known: str | None, metrics: Metrics | None) -> Task:
    limits = shares.limits

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rest = iter(batches)
        first = next((batch for batch in rest if batch.num_rows), None)
        if first is None:
            return
        slot = first.column(_SLOT)[0].as_py()

        def own() -> Iterator[pa.RecordBatch]:
            yield first
            for batch in rest:
                if pa.compute.any(pa.compute.not_equal(batch.column(_SLOT), slot)).as_py():
                    raise AssertionError("a partition has the rows of two tasks")
                yield batch

        for answered in arrow.measure_batches(own(), img, limits[slot].of(options), known, _shipped_program(), [_SLOT, _KNOWN]):
            if metrics is not None:
                metrics.add(answered)
            yield answered

    return run


def _shipped_program() -> str:
    """Return the path of the program on this executor."""
    if TaskContext.get() is not None:
        shipped = SparkFiles.get(_SHIPPED)
        if os.access(shipped, os.X_OK):
            return shipped
    return find_program()
