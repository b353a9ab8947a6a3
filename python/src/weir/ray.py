"""Datasets of Ray: ``weir.ray.measure``."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from weir import arrow
from weir._options import Options
from weir._shares import Shares, divide

_TASK = "__weir_task"
_HOSTS = "__weir_host"
_HOST = re.compile(r"([a-z0-9+.-]+://)(?:[^/?#@]*@)?([^/?#]*)", re.IGNORECASE)


def measure(
    dataset: Any,
    img: str = "img",
    *,
    per_host: int = 8,
    rate: float | None = None,
    partitions: int = 8,
    with_: Sequence[str] = (),
    max_age: str | None = None,
    root: str | None = None,
    arguments: Sequence[str] = (),
) -> Any:
    """Return the dataset with the answers behind its columns.

    All rows of a host go to one task, or to several that share its limits, so these hold for the whole cluster. There are about
    ``partitions`` tasks. The hosts are counted at once, which reads the dataset, and the rows come in another order. Each node
    needs the package and the program.
    """
    if per_host < 1 or partitions < 1:
        raise ValueError("per_host and partitions are at least 1")
    options = Options(with_, per_host, rate, max_age, root, arguments)
    shares = _shares(dataset, img, partitions, per_host, rate)

    def placed(batch: pa.Table) -> pa.Table:
        names = batch[img].to_pylist()
        hosts = [_host(name) for name in names]
        tasks = [shares.task(host, _hash(host), _hash(name or "")) for host, name in zip(hosts, names)]
        return batch.append_column(_TASK, pa.array(tasks, pa.int32()))

    def answered(group: pa.Table) -> Iterator[pa.Table]:
        limits = shares.limits[group[_TASK][0].as_py()]
        for batch in arrow.measure_batches(group.to_batches(), img, limits.of(options), dropped=[_TASK]):
            yield pa.Table.from_batches([batch])

    return dataset.map_batches(placed, batch_format="pyarrow").groupby(_TASK).map_groups(answered, batch_format="pyarrow")


def _shares(dataset: Any, img: str, partitions: int, per_host: int, rate: float | None) -> Shares:
    hosts = dataset.map_batches(
        lambda batch: pa.table({_HOSTS: [_host(name) for name in batch[img].to_pylist()]}), batch_format="pyarrow"
    )
    counts = {row[_HOSTS]: row["count()"] for row in hosts.groupby(_HOSTS).count().take_all()}
    rows = sum(counts.values())
    heavy = {host: count for host, count in counts.items() if host and count > rows / partitions}
    return divide(heavy, rows, partitions, per_host, rate)


def _host(name: str | None) -> str:
    """Return scheme, host and port of a URL, and the empty text for the path of a file."""
    found = _HOST.match(name or "")
    return (found[1] + found[2]).lower() if found else ""


def _hash(text: str) -> int:
    return zlib.crc32(text.encode())
