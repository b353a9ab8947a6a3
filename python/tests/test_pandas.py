from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import weir.pandas
from conftest import PictureServer


def test_a_frame_keeps_its_columns_and_its_index(pictures: Path) -> None:
    frame = pd.DataFrame({"img": ["a.jpg", "gone.jpg", None], "x": [object(), 2, "z"]}, index=[7, 3, 3])
    found = weir.pandas.measure(frame, root=str(pictures))
    pd.testing.assert_frame_equal(found[["img", "x"]], frame)
    assert found["w"].dtype == pd.Int32Dtype()
    assert found["w"].tolist()[0] == 30 and found["w"].isna().tolist() == [False, True, True]
    assert found["status"].tolist() == ["ok", "failed", "failed"]


def test_known_answers(server: PictureServer) -> None:
    frame = pd.DataFrame({"img": [server.url("/a.jpg"), server.url("/gone.jpg")]})
    first = weir.pandas.measure(frame, allow_host=["private"])
    more = pd.DataFrame({"img": [server.url("/new.jpg"), server.url("/a.jpg")]})
    again = weir.pandas.measure(more, known=first, allow_host=["private"])
    assert again["w"].tolist() == [40, 40]
    assert {request[1]: request[2] for request in server.requests[2:]} == {"/new.jpg": None, "/a.jpg": '"v1"'}


def test_a_frame_needs_its_pictures() -> None:
    with pytest.raises(ValueError, match="there is no column img"):
        weir.pandas.measure(pd.DataFrame({"image": ["a"]}))


def test_what_is_known_needs_its_pictures() -> None:
    with pytest.raises(ValueError, match="what is known has no column img"):
        weir.pandas.measure(pd.DataFrame({"img": ["a.jpg"]}), known=pd.DataFrame({"w": [1]}))


def test_a_frame_of_many_rows(server: PictureServer) -> None:
    """Texts of pandas lie in chunks of Arrow, and answers come in batches."""
    urls = [server.url(f"/{index % 7}.jpg") for index in range(12_000)]
    frame = pd.DataFrame({"img": urls})
    seen: list[int] = []
    first = weir.pandas.measure(frame, allow_host=["private"], progress=lambda done, total: seen.append(done))
    assert seen == [5000, 10_000, 12_000]
    again = weir.pandas.measure(frame, known=first, facts=["format"], allow_host=["private"])
    assert again["w"].tolist() == [40] * 12_000


def test_paths(pictures: Path) -> None:
    frame = pd.DataFrame({"img": [pictures / "a.jpg", str(pictures / "b.jpg"), float("nan")]})
    assert weir.pandas.measure(frame, root="/")["w"].tolist()[:2] == [30, 5]
