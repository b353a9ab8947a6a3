"""Mutated rows of a stream: a line for each line, whatever stands on it, and bounded memory."""
import json
import shutil

from .catalogues import STRUCTURED
from .mutations import mutated
from .running import Finding, shown

LINES = 5000
# MiB; a line of a MiB may be held by each of several batches.
MOST_MEMORY = 400
OURS = {"w", "h", "status", "code", "message", "etag", "lastModified", "askedAt", "format", "line"}

ROWS = (
    b'{"img":"a.jpg","price":"1"}', b'{"id":1.50,"img":"a.jpg","tags":["x",{"y":null}],"w":7}',
    b'{"img":"gone.jpg","known":{"w":3,"h":4,"etag":"\\"e\\"","askedAt":5,"format":"png"}}', b'{"img":"data:,x","status":{}}',
    b'{"img":"http://127.0.0.1:1/a.jpg"}', b'{"img":"a.jpg","known":{"w":1e3,"h":-1}}', b'{"\\u0069mg":"\\u0061.jpg"}', b'[]', b'')


def members(text):
    """The members of an object; numbers as they are written, since Python reads no long ones."""
    return json.loads(text, object_pairs_hook=list, parse_int=str, parse_float=str)


class Streams:
    short = 4

    def __init__(self, weir, root, place):
        self.weir = weir
        self.picture = root / "Samples/pictures/bag.jpg"
        self.lines = self.sound = self.peak = 0

    def close(self):
        pass

    def summary(self):
        return f"{self.lines} lines, {self.sound} of them rows; at most {self.peak >> 10} MiB"

    def line(self, random):
        data = random.choice(ROWS)
        draw = random.random()
        if draw < 0.02:
            data = random.choice(STRUCTURED)(random, data or b"\n")
        elif draw < 0.8:
            data = mutated(random, data, ROWS, 1 << 12)
        return data.replace(b"\n", b" ")

    def round(self, number, random, folder):
        shutil.copy(self.picture, folder / "a.jpg")
        # A stream that begins with zeros is refused: it is another format.
        lines = [ROWS[0]] + [self.line(random) for _ in range(LINES - 1)]
        given = b"\n".join(lines) + b"\n"
        # The rows stay in the folder for whoever looks at a finding.
        (folder / "rows.jsonl").write_bytes(given)
        outcome = self.weir.run(["stream", "--with", "format", "--retries", "0"], folder, input=given, limit=300)
        outcome.expect((0,))
        outcome.expect_cost(60, MOST_MEMORY)
        if outcome.errors:
            raise Finding(f"weir says: {shown(outcome.errors)}")
        answers = outcome.output.split(b"\n")
        if answers.pop() != b"" or len(answers) != len(lines):
            raise Finding(f"{len(answers)} lines for {len(lines)}")
        for place, (line, text) in enumerate(zip(lines, answers), 1):
            self.check(place, line, text)
        self.lines += len(lines)
        self.peak = max(self.peak, outcome.peak)

    def check(self, place, line, text):
        try:
            pairs = members(text)
        except ValueError as error:
            raise Finding(f"line {place}: {error}: {shown(text)}") from None
        answer = dict(pairs)
        if answer.get("status") not in ("ok", "stale", "failed") or "w" not in answer or "h" not in answer:
            raise Finding(f"line {place} has no answer: {shown(text)}")
        if answer.get("code") == "broken-row":
            if answer["line"] != str(place):
                raise Finding(f"line {place} says that it is line {answer['line']}")
            return
        self.sound += 1
        names = [name for name, _ in pairs if name in OURS - {"line"}]
        if len(names) != len(set(names)):
            raise Finding(f"line {place} has a member twice: {shown(text)}")
        own = [pair for pair in members(line.removeprefix(b"\xef\xbb\xbf")) if pair[0] not in OURS - {"line"}]
        if own != [pair for pair in pairs if pair[0] not in OURS - {"line"}]:
            raise Finding(f"line {place} has lost members: {shown(line)}: {shown(text)}")
