"""Lines to the program and answers from it, on two threads."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sized
from typing import IO, Callable, Generic, TypeVar

from weir._errors import WeirError
from weir._options import Options
from weir._program import find_program

Rows = TypeVar("Rows", bound=Sized)

#: How many pieces may be written and not answered yet. The program itself holds 8192 rows at most.
_MOST_PIECES = 16_384
_BLOCK = 1 << 16


class Exchange(Generic[Rows]):
    """A run of the program.

    Rows are written on a thread of their own, so that a full pipe cannot block both sides. They are sent some at a time; such a
    piece comes back with the answers to its rows. ``questions`` makes a line for each row of a piece.
    """

    def __init__(
        self, options: Options, program: str | None, questions: Callable[[Rows], bytes], most_pieces: int = _MOST_PIECES
    ) -> None:
        self._command = options.command(find_program(program))
        self._questions = questions
        self._pieces: queue.Queue[Rows | None] = queue.Queue(most_pieces)
        self._failure: BaseException | None = None
        self._is_over = False
        self._is_answered = False
        self._rest = b""

    def run(self, pieces: Iterable[Rows]) -> Iterator[tuple[Rows, bytes]]:
        """Yield each piece and the lines that answer it, in the order of the pieces."""
        # A file takes messages of any length without a third thread.
        with (
            tempfile.TemporaryFile() as messages,
            subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages, bufsize=0) as process,
        ):
            if process.stdin is None or process.stdout is None:
                raise AssertionError("both are pipes")
            writer = threading.Thread(target=self._write, args=(pieces, process.stdin), daemon=True)
            writer.start()
            try:
                yield from self._read(process.stdout)
                self._check(process.wait(), messages)
            finally:
                # A caller may leave early. Then the writer finds no reader, or no room in the queue and the end.
                self._is_over = True
                if process.poll() is None:
                    process.kill()
                self._drain()
                writer.join(timeout=1)

    def _write(self, pieces: Iterable[Rows], lines: IO[bytes]) -> None:
        try:
            for piece in pieces:
                rest = memoryview(self._questions(piece))
                self._pieces.put(piece)
                if self._is_over:
                    return
                while rest:
                    rest = rest[lines.write(rest) :]
        except BrokenPipeError:
            # The program has ended. Its status says why.
            pass
        except BaseException as failure:
            self._failure = failure
        finally:
            self._pieces.put(None)
            with contextlib.suppress(BrokenPipeError):
                lines.close()

    def _read(self, answers: IO[bytes]) -> Iterator[tuple[Rows, bytes]]:
        while (piece := self._pieces.get()) is not None:
            text = self._lines(answers, len(piece))
            if text is None:
                return
            yield piece, text
        self._is_answered = True

    def _lines(self, answers: IO[bytes], count: int) -> bytes | None:
        """Return so many lines; None if they end before that."""
        blocks: list[bytes] = []
        block = self._rest
        while True:
            found = block.count(b"\n")
            if found >= count:
                break
            count -= found
            blocks.append(block)
            block = answers.read(_BLOCK)
            if not block:
                return None
        end = 0
        if found == count:
            end = block.rfind(b"\n") + 1 if count else 0
        else:
            for _ in range(count):
                end = block.index(b"\n", end) + 1
        self._rest = block[end:]
        return b"".join([*blocks, block[:end]])

    def _check(self, status: int, messages: IO[bytes]) -> None:
        if self._failure is not None:
            raise self._failure
        if status == 0 and self._is_answered:
            return
        messages.seek(0)
        lines = messages.read(1 << 16).decode(errors="replace").strip().splitlines()
        sentence = lines[0] if lines else f"weir ended with status {status} before it had answered every row"
        prefix, _, rest = sentence.partition(": ")
        raise WeirError(rest if prefix in ("weir", "weir stream") else sentence, status)

    def _drain(self) -> None:
        """Make room for a writer that waits."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._pieces.get_nowait()
