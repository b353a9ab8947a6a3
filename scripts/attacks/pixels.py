"""Mutated pictures that are decoded: whatever a library does, the program goes on, and its answers are in bounds."""
import base64
import json
import re

from .mutations import mutated, scratched
from .pictures import seeds
from .running import Finding

BATCH = 500
FACTS = "thumbhash,blurhash,color,blurDataURL"
DECODED = "jpeg png webp gif bmp ico tiff heic avif jxl svg damaged".split()
LARGEST_SEED = 40_000
PEAK = 320  # MiB of one process; two large progressive JPEGs at once take 245
WALL = 400  # seconds; a decoder process has 20 s of a processor for a picture
COLOR = re.compile(r"#[0-9a-f]{6}")
BLURHASH = re.compile(r"[0-9A-Za-z#$%*+,\-.:;=?@\[\]^_{|}~]{28}")
DATA_URL = re.compile(r"data:image/webp;base64,[0-9A-Za-z+/]+={0,2}")


class Pixels:
    short = 6

    def __init__(self, weir, root, place):
        self.weir = weir
        self.seeds = [data for data in seeds(root, DECODED) if len(data) <= LARGEST_SEED]
        self.count = self.sized = self.decoded = self.peak = 0

    def close(self):
        pass

    def summary(self):
        return f"{self.count} pictures, {self.sized} with a size, {self.decoded} with placeholders, at most {self.peak >> 10} MiB"

    def round(self, number, random, folder):
        names = [str(index) for index in range(BATCH)]
        for name in names:
            seed = random.choice(self.seeds)
            (folder / name).write_bytes(scratched(random, seed) if random.random() < 0.5 else mutated(random, seed, self.seeds))
        try:
            self.probe(names, folder)
        except Finding as finding:
            raise self.narrowed(finding, names, folder) from None
        self.count += BATCH

    def probe(self, names, folder):
        outcome = self.weir.run(
            ["probe", "--with", FACTS, "--files-from", "-", "--format", "jsonl"], folder, limit=WALL, input="\n".join(names).encode())
        outcome.expect((0, 1))
        outcome.expect_cost(WALL, PEAK)
        self.peak = max(self.peak, outcome.peak)
        lines = outcome.output.splitlines()
        if len(lines) != len(names):
            raise Finding(f"weir printed {len(lines)} lines for {len(names)} pictures\n  command: {outcome.command}")
        for name, line in zip(names, lines):
            self.judge(name, json.loads(line))

    def judge(self, name, result):
        self.sized += "w" in result
        if "thumbhash" not in result:
            return
        self.decoded += 1
        hash_length = len(base64.b64decode(result["thumbhash"], validate=True))
        colors = [result[key] for key in ("dominantColor", "meanColor") if key in result]
        if not (5 <= hash_length <= 25 and BLURHASH.fullmatch(result["blurhash"]) and DATA_URL.fullmatch(result["blurDataURL"])
                and all(COLOR.fullmatch(color) for color in colors)):
            raise Finding(f"the placeholders of {name} have a wrong form: {result}")

    def narrowed(self, finding, names, folder):
        """Looks for the picture that is the cause, each by itself."""
        for name in names:
            try:
                self.probe([name], folder)
            except Finding as alone:
                return Finding(f"{alone}\n  picture: {name!r}")
        return Finding(f"{finding}\n  no picture is the cause by itself")
