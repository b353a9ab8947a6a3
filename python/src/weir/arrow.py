"""Tables and datasets of Apache Arrow: ``weir.arrow.measure``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pads
import pyarrow.json as pj

from weir._exchange import Exchange
from weir._options import Options
from weir._program import ProgramPath, find_program
from weir._progress import Progress, watched

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from weir._options import StreamOptions

_ROWS_AT_ONCE = 5000
#: Batches that are written and not answered yet, so that memory is bounded.
_MOST_BATCHES = 8

_TYPES: dict[str, pa.DataType] = {
    "w": pa.int32(),
    "h": pa.int32(),
    "status": pa.string(),
    "code": pa.string(),
    "message": pa.string(),
    "format": pa.string(),
    "bytes": pa.int64(),
    "orientation": pa.int32(),
    "mime": pa.string(),
    "animated": pa.bool_(),
    "alpha": pa.bool_(),
    "colorModel": pa.string(),
    "depth": pa.int32(),
    "sizeFrom": pa.string(),
    "etag": pa.string(),
    "lastModified": pa.string(),
    "askedAt": pa.int64(),
}


def answer_schema(facts: Sequence[str] = ()) -> pa.Schema:
    """Return the columns that answers have, in their order."""
    for fact in facts:
        if fact not in _TYPES:
            raise ValueError(f"{fact} is no fact of weir stream --with")
    return pa.schema([pa.field(name, _TYPES[name]) for name in Options(facts=facts).names])


def measure(
    data: pa.Table | pa.RecordBatchReader | pads.Dataset,
    img: str = "img",
    *,
    known: str | None = None,
    progress: Progress = None,
    program: ProgramPath | None = None,
    **options: Unpack[StreamOptions],
) -> pa.Table | pa.RecordBatchReader:
    """Return the data with the columns of ``answer_schema`` behind its own, which stay as they are.

    A table gives a table; a reader or a dataset, such as ``pyarrow.dataset.dataset("folder", format="parquet")``, gives a reader,
    whose rows are read and asked for as it is read. ``known`` names a column of structs with earlier answers. ``progress`` and
    the other arguments are those of ``weir.measure``.

    Raises ``WeirError`` if the program fails, and ``ValueError`` if a column is missing or has the name of an answer.
    """
    run = Options(**options)
    schema = extended(data.schema, run.facts)
    for name in (img, known):
        if name is not None and name not in data.schema.names:
            raise ValueError(f"there is no column {name}")
    if isinstance(data, pads.Dataset):
        batches: Iterable[pa.RecordBatch] = data.to_batches(batch_size=_ROWS_AT_ONCE)
    else:
        batches = data.to_batches(_ROWS_AT_ONCE) if isinstance(data, pa.Table) else data
    answered = measure_batches(batches, img, run, known, find_program(program))
    total = data.num_rows if isinstance(data, pa.Table) else None
    reader = pa.RecordBatchReader.from_batches(schema, watched(answered, total, progress, lambda batch: int(batch.num_rows)))
    return reader.read_all() if isinstance(data, pa.Table) else reader


def extended(schema: pa.Schema, facts: Sequence[str]) -> pa.Schema:
    """Return the schema with the columns of answers behind its own."""
    answers = answer_schema(facts)
    taken = [name for name in answers.names if name in schema.names]
    if taken:
        raise ValueError(f"there is a column {taken[0]} already, which the answers have; rename or drop it first")
    return pa.schema([*schema, *answers])


def measure_batches(
    batches: Iterable[pa.RecordBatch],
    img: str,
    options: Options,
    known: str | None = None,
    program: str | None = None,
    dropped: Sequence[str] = (),
) -> Iterator[pa.RecordBatch]:
    """Yield each batch with its answers. The columns ``dropped`` are left out of it."""
    schema = answer_schema(options.facts)

    def asked(batch: pa.RecordBatch) -> bytes:
        return questions(batch, img, known, options.known_names)

    exchange = Exchange(options, program, asked, _MOST_BATCHES)
    pieces = (whole.slice(start, _ROWS_AT_ONCE) for whole in batches for start in range(0, whole.num_rows, _ROWS_AT_ONCE))
    for batch, lines in exchange.run(pieces):
        kept = [name for name in batch.schema.names if name not in dropped]
        own = batch.select(kept)
        answers = _read(lines, schema)
        yield pa.RecordBatch.from_arrays([*own.columns, *answers.columns], schema=pa.schema([*own.schema, *schema]))


def _read(lines: bytes, schema: pa.Schema) -> pa.RecordBatch:
    table = pj.read_json(
        pa.BufferReader(lines),
        read_options=pj.ReadOptions(use_threads=False, block_size=len(lines) + 1),
        parse_options=pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
    )
    return table.combine_chunks().to_batches()[0]


def questions(batch: pa.RecordBatch, img: str, known: str | None, known_names: Sequence[str]) -> bytes:
    """Return a line of JSON for each row of a batch, with the name of its picture and what is known of it.

    Arrow joins the texts, since a loop over rows would take longer than the program takes for them.
    """
    column = batch.column(img)
    if not _is_text(column.type):
        raise TypeError(f"the column {img} is {column.type}, not text")
    parts: list[str | pa.Array] = ['{"img":', _json_text(column)]
    if known is not None:
        parts += [',"known":', _json_struct(batch.column(known), known_names)]
    joined = pc.binary_join_element_wise(*[_large(part) for part in [*parts, "}\n"]], pa.scalar("", pa.large_string()))
    return b"".join(joined.cast(pa.large_binary()).to_pylist())


def _is_text(kind: pa.DataType) -> bool:
    """Return whether a column has texts, in any of the forms that Arrow has for them, or nothing."""
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return str(kind) in ("string", "large_string", "string_view", "null")


def _large(part: str | pa.Array) -> pa.Scalar | pa.Array:
    return pa.scalar(part, pa.large_string()) if isinstance(part, str) else part


def _json_text(texts: pa.Array) -> pa.Array:
    """Return texts as JSON, and null for those that are missing."""
    escaped = pc.replace_substring(texts.cast(pa.large_string()), "\\", "\\\\")
    escaped = pc.replace_substring(escaped, '"', '\\"')
    # Control characters are rare, so one look at all texts saves 32 replacements.
    if pc.any(pc.match_substring_regex(escaped, "[\\x00-\\x1f]")).as_py():
        for code in range(32):
            escaped = pc.replace_substring(escaped, chr(code), f"\\u{code:04x}")
    quote = pa.scalar('"', pa.large_string())
    quoted = pc.binary_join_element_wise(quote, escaped, quote, pa.scalar("", pa.large_string()))
    return pc.fill_null(quoted, pa.scalar("null", pa.large_string()))


def _json_struct(structs: pa.Array, names: Sequence[str]) -> pa.Array:
    if not pa.types.is_struct(structs.type):
        raise TypeError(f"what is known is a column of structs, not of {structs.type}")
    parts: list[str | pa.Array] = []
    for name in names:
        if structs.type.get_field_index(name) < 0:
            continue
        values = pc.struct_field(structs, name)
        parts += [f'{"," if parts else "{"}"{name}":', _json_value(values)]
    if not parts:
        return pa.array(["null"] * len(structs), pa.large_string())
    joined = [_large(part) for part in [*parts, "}"]]
    return pc.binary_join_element_wise(*joined, pa.scalar("", pa.large_string()))


def _json_value(values: pa.Array) -> pa.Array:
    if _is_text(values.type):
        return _json_text(values)
    return pc.fill_null(values.cast(pa.large_string()), pa.scalar("null", pa.large_string()))
