from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as pads
import pyarrow.parquet as pq
import pytest

import weir
import weir.arrow
from conftest import PictureServer
from weir._options import KNOWN_NAMES


def test_a_table_keeps_its_columns(pictures: Path) -> None:
    table = pa.table(
        {
            "id": pa.array([1, 2, 3], pa.int16()),
            "src": ["a.jpg", "gone.jpg", None],
            "tags": pa.array([["x"], None, []], pa.list_(pa.string())),
            "at": pa.array([0, 1, None], pa.timestamp("us", "UTC")),
        }
    )
    found = weir.arrow.measure(table, "src", facts=["format", "animated"], root=str(pictures))
    assert found.schema == pa.schema([*table.schema, *weir.arrow.answer_schema(["format", "animated"])])
    assert found.select(table.column_names) == table
    assert found["w"].to_pylist() == [30, None, None]
    assert found["code"].to_pylist() == [None, "not-found", "broken-row"]
    assert found["format"].to_pylist() == ["jpeg", None, None]
    assert found["animated"].to_pylist() == [False, None, None]


_TEXTS = [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]
try:
    pa.array(["a"]).cast(pa.string_view())
    _TEXTS.append(pa.string_view())
except (AttributeError, pa.ArrowNotImplementedError):
    pass  # The oldest Arrow makes no views.


@pytest.mark.parametrize("type_", _TEXTS)
def test_questions_are_json(type_: pa.DataType) -> None:
    names = ["a", 'q"\\', "ü €", "\x00\t\n\x1f", "", None, "</x>\u2028"]
    batch = pa.record_batch({"img": pa.array(names).cast(type_)})
    lines = weir.arrow.questions(batch, "img", None, []).decode().split("\n")
    assert [json.loads(line) for line in lines[:-1]] == [{"img": name} for name in names]


def test_what_is_known_is_json() -> None:
    known = [{"w": 1, "h": 2, "etag": '"x"', "askedAt": None, "z": 1}, None, {"w": None}]
    kind = pa.struct([("w", pa.int32()), ("h", pa.int32()), ("etag", pa.string()), ("askedAt", pa.int64()), ("z", pa.int32())])
    batch = pa.record_batch({"img": ["a", "b", "c"], "known": pa.array(known, kind)})
    rows = [json.loads(line) for line in weir.arrow.questions(batch, "img", "known", KNOWN_NAMES).decode().splitlines()]
    assert rows[0] == {"img": "a", "known": {"w": 1, "h": 2, "etag": '"x"', "askedAt": None}}
    assert rows[1]["img"] == "b" and rows[1]["known"]["w"] is None


def test_datasets_and_readers(pictures: Path, tmp_path: Path) -> None:
    for index in range(3):
        imgs = [["a.jpg", "b.jpg", "gone.jpg"][row % 3] for row in range(4000)]
        pq.write_table(pa.table({"n": range(index * 4000, index * 4000 + 4000), "img": imgs}), tmp_path / f"{index}.parquet")
    dataset = pads.dataset(sorted(map(str, tmp_path.glob("*.parquet"))), format="parquet")
    found = weir.arrow.measure(dataset, root=str(pictures))
    assert isinstance(found, pa.RecordBatchReader)
    table = found.read_all()
    assert table["n"].to_pylist() == list(range(12_000))
    assert table["w"].to_pylist()[:4] == [30, 5, None, 30]
    again = weir.arrow.measure(pa.RecordBatchReader.from_batches(dataset.schema, dataset.to_batches()), root=str(pictures))
    assert again.read_all() == table


def test_parquet_as_documented(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs/spark.md").read_text()
    lines = page.split("\n\nA dataset of Arrow")[1].split("\n\n")[2]
    monkeypatch.chdir(pictures)
    pq.write_table(pa.table({"id": [1, 2], "url": ["a.jpg", "gone.jpg"]}), "products.parquet")
    exec(textwrap.dedent(lines), {"pyarrow": pa, "weir": weir})
    assert pq.read_table("sizes.parquet", columns=["id", "w"]).to_pydict() == {"id": [1, 2], "w": [30, None]}


def test_a_column_that_answers_have() -> None:
    with pytest.raises(ValueError, match="there is a column status already"):
        weir.arrow.measure(pa.table({"img": ["a"], "status": [1]}))
    with pytest.raises(ValueError, match="no fact"):
        weir.arrow.measure(pa.table({"img": ["a"]}), facts=["sha256"])
    with pytest.raises(TypeError, match="the column img is int64, not text"):
        weir.arrow.measure(pa.table({"img": [1]}))


def test_no_rows(pictures: Path) -> None:
    assert weir.arrow.measure(pa.table({"img": pa.array([], pa.string())})).num_rows == 0


def test_known_answers(server: PictureServer) -> None:
    first = weir.arrow.measure(pa.table({"img": [server.url("/a.jpg"), server.url("/gone.jpg")]}), allow_host=["private"])
    known = first.select(["w", "h", "etag", "lastModified", "askedAt"]).to_struct_array().combine_chunks()
    table = pa.table({"img": first["img"], "known": known})
    again = weir.arrow.measure(table, known="known", allow_host=["private"])
    assert again["status"].to_pylist() == ["ok", "failed"]
    assert "known" in again.column_names
    assert [request[2] for request in server.requests[2:] if "/a" in request[1]] == ['"v1"']


@pytest.mark.parametrize(("img", "known"), [("nope", None), ("img", "nope")])
def test_columns_that_are_missing(img: str, known: str | None) -> None:
    with pytest.raises(ValueError, match="there is no column nope"):
        weir.arrow.measure(pa.table({"img": ["a.jpg"]}), img, known=known)
