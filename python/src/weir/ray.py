"""Datasets of Ray: ``weir.ray.measure``."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from weir import arrow
from weir._options import Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from weir._options import SharedOptions

_TASK = "__weir_task"
_HOST = re.compile(r"([a-z0-9+.-]+://)(?:[^/?#@]*@)?([^/?#]*)", re.IGNORECASE)


def measure(
    dataset: Any,
    img: str = "img",
    *,
    per_host: int = 8,
    rate: float | None = None,
    partitions: int = 8,
    **options: Unpack[SharedOptions],
) -> Any:
    """Return the dataset with the answers behind its columns.

    All rows of a host go to one of the ``partitions`` tasks, so that its limits hold for the whole cluster. The rows come in
    another order. Each node needs the package and the program.
    """
    run = Options(**options, per_host=per_host, rate=rate)

    def placed(batch: pa.Table) -> pa.Table:
        tasks = [zlib.crc32(_host(name)) % partitions for name in batch[img].to_pylist()]
        return batch.append_column(_TASK, pa.array(tasks, pa.int32()))

    def answered(group: pa.Table) -> Iterator[pa.Table]:
        for batch in arrow.measure_batches(group.to_batches(), img, run, dropped=[_TASK]):
            yield pa.Table.from_batches([batch])

    # Ray would shuffle into 200 partitions, most of which are empty.
    groups = dataset.map_batches(placed, batch_format="pyarrow").groupby(_TASK, num_partitions=partitions)
    return groups.map_groups(answered, batch_format="pyarrow")


def _host(name: str | None) -> bytes:
    """Return scheme, host and port of a URL. Rows without a host are divided by the name itself."""
    found = _HOST.match(name or "")
    return ((found[1] + found[2]).lower() if found else name or "").encode()
