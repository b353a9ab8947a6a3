from __future__ import annotations

import datetime
import decimal
import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pyspark.sql.functions as F
import pytest
from pyspark import SparkFiles

import weir
import weir.spark
from conftest import Nginx, PictureServer

pytestmark = pytest.mark.spark

PRIVATE = ["private"]


def test_local_pictures(spark: Any, pictures: Path) -> None:
    """20,000 rows: each comes back once, types are kept, and 2 of 100 are broken with the right code."""
    broken = {98: None, 99: "gone.jpg"}
    rows = [(index, broken.get(index % 100, "ab"[index % 2] + ".jpg")) for index in range(20_000)]
    df = spark.createDataFrame(rows, "id long, img string").select(
        "id",
        "img",
        (F.col("id") / 3).cast("decimal(12,4)").alias("price"),
        F.array(F.col("id").cast("string")).alias("tags"),
        F.struct(F.lit(datetime.date(2026, 11, 24)).alias("day"), F.lit(None).cast("binary").alias("raw")).alias("more"),
        F.timestamp_seconds("id").alias("at"),
    )
    metrics = weir.spark.Metrics(spark)
    found = weir.spark.measure(df, root=str(pictures), facts=["format"], partitions=3, metrics=metrics)
    assert found.schema.fields[: len(df.columns)] == df.schema.fields
    assert found.columns[len(df.columns) :] == [
        "w",
        "h",
        "status",
        "code",
        "message",
        "format",
        "etag",
        "lastModified",
        "askedAt",
    ]
    by_id = {row["id"]: row for row in found.collect()}
    assert len(by_id) == 20_000
    for row in df.collect():
        answer = by_id[row["id"]]
        assert answer[: len(df.columns)] == tuple(row)
        code = {98: "broken-row", 99: "not-found"}.get(row["id"] % 100)
        size = (None, None) if code else ((30, 20) if row["id"] % 2 == 0 else (5, 4))
        assert (answer["code"], answer["w"], answer["h"]) == (code, *size)
    assert metrics.rows == 20_000
    assert metrics.by_status == {"failed": 400, "ok": 19_600}
    assert metrics.by_code == {"broken-row": 200, "not-found": 200}


def test_nginx(spark: Any, nginx: Nginx) -> None:
    rows = [
        (index, nginx.url(["a.jpg", "b.jpg", "none.jpg"][index % 3] + f"?{index}", host=1 + index % 5)) for index in range(1200)
    ]
    found = weir.spark.measure(spark.createDataFrame(rows, "id long, img string"), allow_host=PRIVATE, partitions=2)
    sizes = Counter((row["w"], row["code"]) for row in found.collect())
    assert sizes == {(30, None): 400, (5, None): 400, (None, "http-status"): 400}
    # No task was tried twice, and no picture asked for twice.
    assert len(nginx.log.read_text().splitlines()) == 1200


def test_limits_of_hosts_hold_for_all_tasks(spark: Any, slow_server: PictureServer) -> None:
    """One host has nine of ten rows, so it is divided over several tasks."""
    hosts = [1 if index % 10 else 2 + index // 10 % 4 for index in range(600)]
    rows = [(slow_server.url(f"/{index}.jpg", host),) for index, host in enumerate(hosts)]
    df = spark.createDataFrame(rows, "img string")
    found = weir.spark.measure(df, per_host=4, partitions=8, allow_host=PRIVATE)
    assert found.rdd.getNumPartitions() > 4
    assert found.filter("w = 40").count() == 600
    assert max(slow_server.most.values()) <= 4
    assert slow_server.most["127.0.0.1"] > 1


def test_each_task_has_its_own_partition(spark: Any) -> None:
    """Rows of one host are in one partition, and those of a heavy host in as many as it has tasks."""
    from weir.spark import _SLOT, _placed, _shares

    urls = [f"http://host{index % 40}/{index}" for index in range(400)]
    urls += [f"HTTPS://user@Big:8080/{index}" for index in range(600)] + [f"file{index}.jpg" for index in range(100)]
    df = spark.createDataFrame([(url,) for url in urls], "img string")
    shares = _shares(df, "img", 10, 8, None)
    assert set(shares.heavy) == {"https://big:8080"}
    placed = _placed(df, "img", shares).withColumn("partition", F.spark_partition_id()).collect()
    assert {row["partition"] for row in placed} <= set(range(len(shares.limits)))
    assert all(row["partition"] == row[_SLOT] for row in placed)
    partitions: dict[str, set[int]] = {}
    for row in placed:
        partitions.setdefault(row["img"].rsplit("/", 1)[0] if "/" in row["img"] else "", set()).add(row["partition"])
    heavy = shares.heavy["https://big:8080"]
    assert partitions["HTTPS://user@Big:8080"] == set(range(heavy.first, heavy.first + heavy.tasks))
    assert all(len(found) == 1 for host, found in partitions.items() if host.startswith("http://"))
    assert len(partitions[""]) > 1


def test_only_what_changed_is_asked(spark: Any, server: PictureServer) -> None:
    df = spark.createDataFrame([(server.url(f"/{index}.jpg"),) for index in range(50)], "img string")
    last = weir.spark.measure(df, allow_host=PRIVATE, facts=["format"]).cache()
    assert last.filter("format = 'jpeg'").count() == 50
    more = df.union(spark.createDataFrame([(server.url("/new.jpg"),), (server.url("/gone.jpg"),)], "img string"))
    again = weir.spark.measure(more, known=last, allow_host=PRIVATE, facts=["format"]).collect()
    assert Counter((row["w"], row["format"]) for row in again) == {(40, "jpeg"): 51, (None, None): 1}
    assert Counter(request[2] for request in server.requests[50:]) == {'"v1"': 50, None: 2}
    trusted = weir.spark.measure(df, known=last, max_age="1d", allow_host=PRIVATE)
    assert trusted.filter("w = 40").count() == 50
    assert len(server.requests) == 102
    last.unpersist()


def test_failures_of_the_program_are_told(spark: Any) -> None:
    df = spark.createDataFrame([("a.jpg",)], "img string")
    with pytest.raises(Exception, match="WeirError: nowhere: no such file or directory"):
        weir.spark.measure(df, root="nowhere").collect()
    with pytest.raises(ValueError, match="there is a column W already"):
        weir.spark.measure(df.withColumn("W", F.lit(1)))
    for limits in ({"per_host": 0}, {"partitions": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            weir.spark.measure(df, **limits)


def test_a_stream_is_measured_batch_by_batch(spark: Any, pictures: Path, tmp_path: Path) -> None:
    source = str(tmp_path / "source")
    for index in range(3):
        rows = [(10 * index + row, ["a.jpg", "gone.jpg"][row % 2]) for row in range(10)]
        spark.createDataFrame(rows, "id long, img string").write.mode("append").parquet(source)
    stream = spark.readStream.schema("id long, img string").parquet(source)
    with pytest.raises(ValueError, match="foreachBatch"):
        weir.spark.measure(stream)
    target = str(tmp_path / "target")

    def measured(batch: Any, number: int) -> None:
        weir.spark.measure(batch, root=str(pictures)).write.mode("append").parquet(target)

    writer = stream.writeStream.foreachBatch(measured).option("checkpointLocation", str(tmp_path / "state"))
    writer.trigger(availableNow=True).start().awaitTermination()
    found = spark.read.parquet(target).collect()
    assert sorted((row["id"], row["w"]) for row in found) == [(index, [30, None][index % 2]) for index in range(30)]


def test_the_program_is_shipped_under_its_own_name(spark: Any, pictures: Path, tmp_path: Path) -> None:
    program = tmp_path / "weir-of-today"
    shutil.copy(weir._program.find_program(), program)
    for _ in range(2):
        weir.spark.ship(spark, program)
    assert os.access(SparkFiles.get("weir"), os.X_OK)
    df = spark.createDataFrame([("a.jpg",)], "img string")
    assert weir.spark.measure(df, root=str(pictures)).collect()[0]["w"] == 30


def test_no_rows(spark: Any) -> None:
    df = spark.createDataFrame([], "img string")
    assert weir.spark.measure(df).count() == 0


def ingest(rows: list[dict[str, Any]], root: Path, output: Path, *options: str) -> dict[str, bytes]:
    """Return the files that the program writes for the rows."""
    import json

    catalogue = output.parent / "rows.jsonl"
    catalogue.write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = [
        weir._program.find_program(),
        "ingest",
        str(catalogue),
        "-o",
        str(output),
        "--root",
        str(root),
        "--journal=none",
        "-q",
    ]
    subprocess.run([*command, "--max-failures=100%", *options], check=True, capture_output=True)
    return files(output)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name[0] != "."}


@pytest.mark.parametrize(("count", "page_size"), [(0, 3), (3, 3), (10, 3), (500, 7)])
def test_pages_are_those_of_ingest(spark: Any, pictures: Path, tmp_path: Path, count: int, page_size: int) -> None:
    names = ["a.jpg", 'gone é"\\.jpg', "b.jpg"]
    rows = [{"img": names[index % 3], "price": f"{index}.50 €\t/", "brand": f"b{index}"} for index in range(count)]
    options = ["--page-size", str(page_size), "--keep", "brand", "--max-removed=100%"]
    expected = ingest(rows, pictures, tmp_path / "ingested", *options)
    records = [(index, row["img"], row["price"], row["brand"]) for index, row in enumerate(rows)]
    df = spark.createDataFrame(records, "id long, img string, price string, brand string")
    measured = weir.spark.measure(df, root=str(pictures), partitions=3).cache()
    folder = tmp_path / "written"
    assert weir.spark.write_pages(measured, str(folder), page_size, order="id", keep=["brand"]) == count
    assert files(folder) == expected
    measured.unpersist()


def test_pages_without_failures(spark: Any, pictures: Path, tmp_path: Path) -> None:
    rows = [{"img": ["a.jpg", "gone.jpg"][index % 2], "price": index} for index in range(20)]
    expected = ingest(rows, pictures, tmp_path / "ingested", "--page-size=4", "--on-failure=omit")
    df = spark.createDataFrame([(row["img"], row["price"]) for row in rows], "img string, price long")
    measured = weir.spark.measure(df, root=str(pictures)).orderBy("price").cache()
    assert weir.spark.write_pages(measured, (tmp_path / "written").as_uri(), 4, on_failure="omit") == 10
    assert files(tmp_path / "written") == expected
    measured.unpersist()


def test_pages_of_rows_without_pictures(spark: Any, tmp_path: Path) -> None:
    rows = [("a", "1", 1, 1), (None, "2", 1, 1), ("", "3", None, None)]
    df = spark.createDataFrame(rows, "img string, price string, w int, h int")
    assert weir.spark.write_pages(df, str(tmp_path / "pages"), 3) == 1
    assert (tmp_path / "pages/1.json").read_text() == '[\n{"w":1,"h":1,"img":"a","price":"1"}\n]\n'


def test_pages_that_cannot_be_written(spark: Any, tmp_path: Path) -> None:
    df = spark.createDataFrame(
        [("a", 1.5, decimal.Decimal("1.50"), 1, 1)], "img string, price double, exact decimal(9,2), w int, h int"
    )
    with pytest.raises(TypeError, match="the column price is double"):
        weir.spark.write_pages(df, str(tmp_path), 3)
    with pytest.raises(ValueError, match="page_size"):
        weir.spark.write_pages(df, str(tmp_path), 0)
    with pytest.raises(ValueError, match="placeholder or omit"):
        weir.spark.write_pages(df, str(tmp_path), 3, on_failure="stop")
    assert weir.spark.write_pages(df, str(tmp_path / "pages"), 3, price="exact") == 1
    assert (tmp_path / "pages/1.json").read_text() == '[\n{"w":1,"h":1,"img":"a","price":"1.50"}\n]\n'
