#!/usr/bin/env python3
"""Measures weir.spark. Started by `run`."""
import argparse
import json
import os
import pathlib
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

import weir.spark


def timed(action):
    begun = time.monotonic()
    action()
    return time.monotonic() - begun


def session():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[*]").appName("weir").config("spark.ui.enabled", "false")
    return builder.config("spark.driver.memory", "4g").config("spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false").getOrCreate()


def rows(names, count):
    chosen = random.Random(7).choices(names, k=count)
    return pa.table({"id": pa.array(range(count), pa.int64()), "img": chosen, "price": [f"{index}.00" for index in range(count)]})


def local(options, place, spark, names):
    """The rows of local pictures: identity, weir alone, and both together."""
    table = rows(names, options.rows)
    file = place / "rows.parquet"
    pq.write_table(table, file, row_group_size=100_000)
    lines = place / "rows.jsonl"
    with lines.open("w") as output:
        for row in table.to_pylist():
            output.write(json.dumps(row) + "\n")
    df = spark.read.parquet(str(file)).repartition(spark.sparkContext.defaultParallelism)

    def write(frame):
        frame.write.mode("overwrite").format("noop").save()

    def alone():
        with lines.open("rb") as given, (place / "answers.jsonl").open("wb") as answers:
            subprocess.run([os.environ["WEIR_BINARY"], "stream", "--root", "/"], stdin=given, stdout=answers, check=True)

    times = {"identity": [], "alone": [], "measure": []}
    for _ in range(options.rounds + 1):
        times["identity"].append(timed(lambda: write(df.mapInArrow(lambda batches: batches, df.schema))))
        times["alone"].append(timed(alone))
        times["measure"].append(timed(lambda: write(weir.spark.measure(df, root="/"))))
    # The first round warms the caches and starts the workers of Python.
    medians = {name: statistics.median(values[1:]) for name, values in times.items()}
    print("| what | rows/s | seconds for a million |\n| --- | ---: | ---: |")
    names = {"identity": "identity mapInArrow", "alone": "weir stream alone", "measure": "weir.spark.measure"}
    for name, shown in names.items():
        seconds = medians[name]
        print(f"| {shown} | {options.rows / seconds:,.0f} | {1e6 * seconds / options.rows:.2f} |")
    ratios = [m / (i + a) for i, a, m in zip(times["identity"][1:], times["alone"][1:], times["measure"][1:])]
    print(f"\nmeasure / (identity + alone): {statistics.median(ratios):.2f}, of {[round(r, 2) for r in ratios]}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def serve(place, root):
    port = free_port()
    user = "user root;" if os.geteuid() == 0 else ""
    (place / "nginx.conf").write_text(
        f"{user} daemon off; worker_processes 1; pid {place}/pid; error_log {place}/errors; events {{ worker_connections 1024; }}"
        f"http {{ access_log off; client_body_temp_path {place}/t1; proxy_temp_path {place}/t2; fastcgi_temp_path {place}/t3;"
        f"uwsgi_temp_path {place}/t4; scgi_temp_path {place}/t5; server {{ listen 127.0.0.1:{port}; root {root};"
        "keepalive_requests 1000000; } }")
    process = subprocess.Popen([os.environ["WEIR_NGINX"], "-p", str(place), "-c", str(place / "nginx.conf")])
    for _ in range(500):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process, port
        time.sleep(0.02)
    sys.exit("measure_spark: nginx does not start")


IMG2DATASET = """
import sys, img2dataset
from pyspark.sql import SparkSession
rows, output = sys.argv[1:]
spark = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").config("spark.driver.memory", "4g").getOrCreate()
img2dataset.download(url_list=rows, input_format="parquet", url_col="url", output_folder=output, output_format="parquet",
    processes_count=spark.sparkContext.defaultParallelism, thread_count=64, resize_mode="no", skip_reencode=True, encode_format="jpg",
    distributor="pyspark", number_sample_per_shard=1000, retries=0, timeout=20)
"""


def fetched(options, place, spark, corpus, names):
    """The same pictures over nginx, with img2dataset and with weir."""
    process, port = serve(place, corpus)
    try:
        paths = [pathlib.Path(name).relative_to(corpus) for name in names if name.endswith((".jpg", ".png", ".webp"))]
        # Queries make more pictures of the same files.
        urls = [f"http://127.0.0.1:{port}/{paths[index % len(paths)]}?{index}" for index in range(options.fetched)]
        pq.write_table(pa.table({"url": urls}), place / "urls.parquet")
        df = spark.read.parquet(str(place / "urls.parquet")).repartition(spark.sparkContext.defaultParallelism)

        def measure():
            frame = weir.spark.measure(df, "url", per_host=64, arguments=["--allow-host=private"])
            frame.write.mode("overwrite").parquet(str(place / "measured"))

        measure()
        ours = statistics.median(timed(measure) for _ in range(options.rounds))
        ok = spark.read.parquet(str(place / "measured")).filter("status = 'ok'").count()
        spark.stop()
        output = place / "img2dataset"
        command = [options.img2dataset, "-c", IMG2DATASET, str(place / "urls.parquet"), str(output)]
        environment = {**os.environ, "PYSPARK_PYTHON": options.img2dataset, "NO_ALBUMENTATIONS_UPDATE": "1"}
        environment.pop("PYTHONPATH")
        with (place / "img2dataset.log").open("wb") as log:
            theirs = timed(lambda: subprocess.run(command, check=True, env=environment, stdout=log, stderr=log, cwd=place))
        stats = [json.loads(file.read_text()) for file in output.glob("*_stats.json")]
        done = sum(stat["successes"] for stat in stats)
        shards = max(stat["end_time"] for stat in stats) - min(stat["start_time"] for stat in stats)
        print(f"\n{len(urls)} pictures over nginx: weir.spark {ours:.1f} s ({ok} ok), img2dataset {theirs:.1f} s with the start of its"
              f" Spark ({done} ok, {theirs / ours:.0f} times), and {shards:.1f} s from its first shard to its last"
              f" ({shards / ours:.0f} times)")
    finally:
        process.terminate()
        process.wait()


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("corpus", type=pathlib.Path)
    options.add_argument("work", type=pathlib.Path)
    options.add_argument("--rows", type=int)
    options.add_argument("--rounds", type=int)
    options.add_argument("--fetched", type=int)
    options.add_argument("--img2dataset")
    options = options.parse_args()
    names = (options.corpus / "list").read_text().splitlines()
    place = pathlib.Path(tempfile.mkdtemp(prefix="spark.", dir=options.work))
    try:
        spark = session()
        local(options, place, spark, names)
        if options.img2dataset:
            fetched(options, place, spark, options.corpus, names)
    finally:
        shutil.rmtree(place)


main()
