"""Clusters of several processes: ``local-cluster``, and a standalone master with two workers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspark
import pytest

import weir.spark
from conftest import Nginx, PictureServer, spark_session

pytestmark = [pytest.mark.spark, pytest.mark.cluster]

PRIVATE = ["private"]


class Standalone:
    """A standalone master and two workers, which know neither the program nor the package."""

    def __init__(self, folder: Path) -> None:
        self._home = Path(pyspark.__file__).parent
        self._folder = folder
        self._environment = {
            name: value for name, value in os.environ.items() if name not in ("WEIR_BINARY", "PYTHONPATH", "SPARK_HOME")
        }
        self._environment.update(SPARK_HOME=str(self._home), SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
        self._processes: list[subprocess.Popen[bytes]] = []
        self.url = self._start("master.Master", r"Starting Spark master at (spark://\S+)", "--port", "0", "--webui-port", "0")
        for index in range(2):
            options = ["--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", str(folder / f"worker{index}")]
            self._start("worker.Worker", "Successfully registered with master", *options, self.url)

    def _start(self, name: str, sign: str, *options: str) -> str:
        log = self._folder / f"log{len(self._processes)}"
        command = [str(self._home / "bin/spark-class"), f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", *options]
        with log.open("wb") as output:
            # A group of its own has the executors of a worker too.
            process = subprocess.Popen(
                command, stdout=output, stderr=output, env=self._environment, start_new_session=True, cwd=self._folder
            )
        self._processes.append(process)
        waited = threading.Event()
        for _ in range(1200):
            found = re.search(sign, log.read_text())
            if found:
                return found[found.re.groups]
            if process.poll() is not None:
                break
            waited.wait(0.1)
        raise TimeoutError(log.read_text())

    def kill_worker(self) -> None:
        """Kill a worker, and its executor with it."""
        os.killpg(self._processes.pop().pid, signal.SIGKILL)

    def stop(self) -> None:
        for process in self._processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def standalone(tmp_path: Path) -> Iterator[Any]:
    cluster = Standalone(tmp_path)
    session = spark_session(cluster.url, spark_executor_memory="512m", spark_cores_max="2")
    weir.spark.ship(session)
    yield cluster, session
    session.stop()
    cluster.stop()


@pytest.fixture
def local_cluster() -> Iterator[Any]:
    session = spark_session("local-cluster[2,1,1024]", spark_executor_memory="512m")
    weir.spark.ship(session)
    yield session
    session.stop()


def check_rows(session: Any, pictures: Path, nginx: Nginx, server: PictureServer) -> None:
    """20,000 rows over files and nginx: each comes back once, and 2 of 100 are broken. No host gets more than its limit."""
    names = ["a.jpg", "b.jpg"]
    rows: list[tuple[int, str | None]] = []
    for index in range(20_000):
        local = {98: None, 99: "gone.jpg"}.get(index % 100, names[index % 2])
        rows.append((index, nginx.url(f"{local}?{index}", 1 + index % 7) if index % 10 == 0 else local))
    df = session.createDataFrame(rows, "id long, img string").repartition(4)
    found = weir.spark.measure(df, root=str(pictures), allow_host=PRIVATE, partitions=6).collect()
    assert sorted(row["id"] for row in found) == list(range(20_000))
    assert Counter(row["code"] for row in found) == {None: 19_600, "broken-row": 200, "not-found": 200}
    assert len(nginx.log.read_text().splitlines()) == 2000

    urls = [(server.url(f"/{index}.jpg", 1 if index % 10 else 2 + index % 3),) for index in range(1500)]
    measured = weir.spark.measure(session.createDataFrame(urls, "img string"), per_host=4, partitions=6, allow_host=PRIVATE)
    assert measured.filter("w = 40").count() == 1500
    assert max(server.most.values()) <= 4


def test_local_cluster(local_cluster: Any, pictures: Path, nginx: Nginx, slow_server: PictureServer) -> None:
    check_rows(local_cluster, pictures, nginx, slow_server)


def test_standalone(standalone: Any, pictures: Path, nginx: Nginx, slow_server: PictureServer) -> None:
    check_rows(standalone[1], pictures, nginx, slow_server)


def test_a_worker_that_is_killed(standalone: Any, slow_server: PictureServer) -> None:
    """The tasks of a worker that is killed in the middle are tried again by the other, and no row is lost or comes twice."""
    cluster, session = standalone
    urls = [(index, slow_server.url(f"/{index}.jpg", 1 + index % 6)) for index in range(6000)]
    df = session.createDataFrame(urls, "id long, img string")

    def kill() -> None:
        waited = threading.Event()
        while len(slow_server.requests) < 500:
            waited.wait(0.01)
        cluster.kill_worker()

    killer = threading.Thread(target=kill)
    killer.start()
    found = weir.spark.measure(df, per_host=4, partitions=6, allow_host=PRIVATE).collect()
    killer.join()
    assert sorted((row["id"], row["w"]) for row in found) == [(index, 40) for index in range(6000)]
    # Some were asked for again, and none by two tasks at once.
    assert len(slow_server.requests) > 6000
    assert max(slow_server.most.values()) <= 4
