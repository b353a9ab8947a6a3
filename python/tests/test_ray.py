from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import PictureServer

pytestmark = pytest.mark.cluster


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray", reason="Ray is not installed; scripts/tool spark --ray installs it")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


def test_rows(ray: Any, pictures: Path) -> None:
    import weir.ray

    rows = [{"id": index, "img": ["a.jpg", "b.jpg", "gone.jpg", None][index % 4]} for index in range(400)]
    found = weir.ray.measure(ray.data.from_items(rows), root=str(pictures), partitions=3).take_all()
    assert sorted((row["id"], row["w"]) for row in found) == [(index, [30, 5, None, None][index % 4]) for index in range(400)]
    assert {row["code"] for row in found} == {None, "not-found", "broken-row"}


def test_limits_of_hosts_hold_for_all_tasks(ray: Any, slow_server: PictureServer) -> None:
    import weir.ray

    rows = [{"img": slow_server.url(f"/{index}.jpg", 1 + index % 5)} for index in range(300)]
    dataset = ray.data.from_items(rows, override_num_blocks=6)
    found = weir.ray.measure(dataset, per_host=2, allow_host=["private"]).take_all()
    assert [row["w"] for row in found] == [40] * 300
    assert max(slow_server.most.values()) <= 2
