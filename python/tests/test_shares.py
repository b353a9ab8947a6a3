from __future__ import annotations

import itertools

import pytest

from weir._shares import HeavyHost, Share, divide


def test_hosts_share_tasks_if_none_is_heavy() -> None:
    shares = divide({}, 1000, 4, 8, 2.0)
    assert shares.limits == (Share(8, 2.0),) * 4
    assert (shares.first_shared, shares.shared) == (0, 4)


def test_a_heavy_host_is_divided() -> None:
    shares = divide({"http://a": 600}, 1000, 5, 8, 30.0)
    assert shares.heavy == {"http://a": HeavyHost(0, 3)}
    assert shares.limits == (Share(3, 10.0), Share(3, 10.0), Share(2, 10.0), Share(8, 30.0), Share(8, 30.0))


def test_a_host_has_no_more_tasks_than_transfers() -> None:
    assert divide({"a": 1000}, 1000, 50, 1, None).limits == (Share(1, None), Share(1, None))


@pytest.mark.parametrize("rows", [0, 1, 7])
def test_there_is_a_task(rows: int) -> None:
    assert divide({}, rows, 4, 8, None).shared >= 1


def test_limits_of_a_host_are_never_exceeded() -> None:
    for per_host, tasks, counts in itertools.product(range(1, 12), range(1, 9), [(90, 5), (40, 60), (100, 0)]):
        heavy = {f"h{index}": count for index, count in enumerate(counts) if count * tasks > 100}
        shares = divide(heavy, 100, tasks, per_host, 7.0)
        for host in shares.heavy.values():
            limits = shares.limits[host.first : host.first + host.tasks]
            assert sum(limit.per_host or 0 for limit in limits) == per_host
            assert sum(limit.rate or 0 for limit in limits) == pytest.approx(7.0)
            assert all((limit.per_host or 0) >= 1 for limit in limits)
