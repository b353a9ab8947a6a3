from __future__ import annotations

import queue
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import weir
from conftest import PictureServer, jpeg
from weir._options import Options, StreamOptions
from weir._program import find_program


def test_rows_keep_their_values(pictures: Path) -> None:
    marker = object()
    rows = [{"img": "a.jpg", "x": marker, "status": "sold"}, {"img": "gone.jpg", "n": 1.5}, "b.jpg", {"n": 7}, {"img": None}]
    found = list(weir.measure(rows, root=str(pictures)))
    assert found[0] == {"img": "a.jpg", "x": marker, "w": 30, "h": 20, "status": "ok"}
    assert found[1] == {
        **{"img": "gone.jpg", "n": 1.5, "w": None, "h": None, "status": "failed", "code": "not-found"},
        "message": "there is no such file",
    }
    assert found[2] == {"img": "b.jpg", "w": 5, "h": 4, "status": "ok"}
    assert [row["code"] for row in found[3:]] == ["broken-row", "broken-row"]
    assert found[3]["n"] == 7 and "line" not in found[3]


def test_facts_and_other_keys(pictures: Path) -> None:
    found = list(weir.measure([{"src": "a.jpg"}], img="src", facts=["format", "bytes"], root=str(pictures)))
    assert found == [{"src": "a.jpg", "w": 30, "h": 20, "status": "ok", "format": "jpeg", "bytes": len(jpeg(30, 20))}]


def test_no_rows() -> None:
    assert list(weir.measure([])) == []
    assert list(weir.measure(iter(()))) == []


def test_many_rows_of_a_generator(pictures: Path) -> None:
    def rows() -> Iterator[str]:
        for index in range(30_000):
            yield ["a.jpg", "b.jpg", f"{index}.jpg"][index % 3]

    found = list(weir.measure(rows(), root=str(pictures)))
    assert [row["w"] for row in found] == [30, 5, None] * 10_000


def test_a_generator_is_answered_as_it_goes(pictures: Path) -> None:
    """The next row depends on the answer of the last one."""
    todo: queue.Queue[str | None] = queue.Queue()

    def rows() -> Iterator[str]:
        while (img := todo.get()) is not None:
            yield img

    found = weir.measure(rows(), root=str(pictures))
    for img, width in [("a.jpg", 30), ("b.jpg", 5), ("a.jpg", 30)]:
        todo.put(img)
        assert next(found)["w"] == width
    todo.put(None)
    assert list(found) == []


def test_leaving_early(pictures: Path) -> None:
    endless = weir.measure(iter(lambda: "a.jpg", None), root=str(pictures))
    assert next(endless)["w"] == 30
    endless.close()  # type: ignore[attr-defined]


def test_what_is_known(server: PictureServer) -> None:
    first = list(weir.measure([server.url("/a.jpg")], allow_host=["private"]))
    assert first[0]["etag"] == '"v1"'
    again = list(weir.measure([{"img": server.url("/a.jpg"), "known": first[0]}], allow_host=["private"]))
    assert (again[0]["w"], again[0]["status"]) == (40, "ok")
    assert [request[2] for request in server.requests] == [None, '"v1"']
    assert again[0]["known"] is first[0]
    missing = {"img": server.url("/a.jpg"), "known": {"w": float("nan"), "h": None}}
    assert next(weir.measure([missing], allow_host=["private"]))["w"] == 40


def test_failures_of_the_program_are_told() -> None:
    with pytest.raises(weir.WeirError, match=r"^nowhere: no such file or directory$") as told:
        list(weir.measure(["a.jpg"], root="nowhere"))
    assert told.value.status == 2
    with pytest.raises(weir.WeirError, match="unknown option --nonsense"):
        list(weir.measure(["a.jpg"], arguments=["--nonsense"]))


def test_a_program_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "weir"
    program.write_text("#!/bin/sh\nread line\necho '{}'\nkill -9 $$\n")
    program.chmod(0o755)
    found = weir.measure(iter(["a", "b"]), program=program)
    next(found)
    with pytest.raises(weir.WeirError, match="ended with status -9 before it had answered every row"):
        next(found)


def test_a_program_that_stops_too_early(tmp_path: Path) -> None:
    program = tmp_path / "weir"
    program.write_text("#!/bin/sh\nread line\necho '{}'\n")
    program.chmod(0o755)
    with pytest.raises(weir.WeirError, match="before it had answered every row"):
        list(weir.measure(["a", "b"], program=program))


def test_the_program_of_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "weir"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    info = tmp_path / "weir_manifest-9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: weir-manifest\nVersion: 9\n")
    (info / "RECORD").write_text("weir/__init__.py,,\nbin/weir,,\n")
    monkeypatch.delenv("WEIR_BINARY", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(weir.ProgramNotFoundError):
        find_program()
    monkeypatch.syspath_prepend(tmp_path)
    assert find_program() == str(program)


def test_failures_of_the_rows_are_told(pictures: Path) -> None:
    def rows() -> Iterator[str]:
        yield "a.jpg"
        raise KeyError("no more")

    found = weir.measure(rows(), root=str(pictures))
    assert next(found)["w"] == 30
    with pytest.raises(KeyError):
        next(found)


@pytest.mark.parametrize("rows", ["a.jpg", b"a.jpg", {"img": "a.jpg"}])
def test_a_single_row_is_no_list(rows: Any) -> None:
    with pytest.raises(TypeError, match="not a single one"):
        weir.measure(rows)


def test_what_is_no_row() -> None:
    with pytest.raises(TypeError, match="a row is a mapping, a text or a path, not int"):
        list(weir.measure(["a.jpg", 5]))  # type: ignore[list-item]


def test_programs_that_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(weir.ProgramNotFoundError, match="there is no program at /nowhere/weir"):
        weir.measure([], program="/nowhere/weir")
    monkeypatch.delenv("WEIR_BINARY")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(weir.ProgramNotFoundError, match="WEIR_BINARY can name it"):
        weir.measure([])


def test_options() -> None:
    options = Options(
        facts=["format"],
        per_host=3,
        rate=2.5,
        max_age="1d",
        root=Path("r"),
        robots=True,
        proxy=None,
        allow_host=["a", "b"],
        arguments=["--img-column=src"],
    )
    command = ["weir", "stream", "--with=format", "--per-host=3", "--rate=2.5", "--max-age=1d", "--root=r", "--robots"]
    command += ["--allow-host=a", "--allow-host=b", "--img-column=src"]
    assert options.command("weir") == command
    assert Options(robots=False).command("weir") == ["weir", "stream"]
    with pytest.raises(TypeError, match="facts is a list"):
        Options(facts="format")
    with pytest.raises(TypeError, match="there is no option with_"):
        Options(with_=["format"])  # type: ignore[call-arg]
    assert options.replaced(1, None).command("weir")[3:5] == ["--per-host=1", "--max-age=1d"]


def test_every_option_is_one_of_the_program() -> None:
    program = find_program()
    text = subprocess.run([program, "stream", "--help"], check=True, capture_output=True, text=True).stdout
    named = {name[2:].replace("-", "_") for name in re.findall(r"--[a-z][a-z-]+", text)}
    assert set(StreamOptions.__annotations__) - {"facts", "arguments"} == named - {"with", "img_column", "help"}


def test_paths_and_what_is_missing(pictures: Path) -> None:
    rows: list[Any] = [pictures / "a.jpg", {"img": pictures / "b.jpg"}, {"img": float("nan"), "n": 2}]
    found = list(weir.measure(rows, root="/"))
    assert [row["w"] for row in found] == [30, 5, None]
    assert found[0]["img"] == str(pictures / "a.jpg") and found[2]["n"] == 2
    assert found[2]["message"] == "the row has no picture (img)"


def test_progress(pictures: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    list(weir.measure(["a.jpg"] * 3, root=pictures, progress=lambda done, total: seen.append((done, total))))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    list(weir.measure(iter(["a.jpg"]), root=pictures, progress=lambda done, total: seen.append((done, total))))
    assert seen[3:] == [(1, None)]
    assert next(weir.measure(["a.jpg"], root=pictures, progress=True))["w"] == 30


def test_the_version_is_that_of_the_program() -> None:
    source = Path(__file__).parents[2] / "Sources/weir/Version.swift"
    assert f'"{weir.__version__}"' in source.read_text()
