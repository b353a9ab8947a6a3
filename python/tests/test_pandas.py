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
    first = weir.pandas.measure(frame, arguments=["--allow-host=private"])
    more = pd.DataFrame({"img": [server.url("/new.jpg"), server.url("/a.jpg")]})
    again = weir.pandas.measure(more, known=first, arguments=["--allow-host=private"])
    assert again["w"].tolist() == [40, 40]
    assert {request[1]: request[2] for request in server.requests[2:]} == {"/new.jpg": None, "/a.jpg": '"v1"'}


def test_a_frame_needs_its_pictures() -> None:
    with pytest.raises(ValueError, match="there is no column img"):
        weir.pandas.measure(pd.DataFrame({"image": ["a"]}))


def test_what_is_known_needs_its_pictures() -> None:
    with pytest.raises(ValueError, match="what is known has no column img"):
        weir.pandas.measure(pd.DataFrame({"img": ["a.jpg"]}), known=pd.DataFrame({"w": [1]}))
