#!/usr/bin/env python3
"""Measures commands side by side and prints one markdown table.

The plan comes on stdin, one command on each line, tab-separated:

    name  items  runs  note  command

The command is split as in a shell, but run without one, and its output is discarded. Rounds go A B C, A B C, …, so a
machine that becomes slow halfway slows all commands. A command with fewer runs than the first one skips the later
rounds. Times are per item, so a slow command may have fewer items. Ratios to the first command are taken within each
round; the table has their median, with the quartiles in parentheses.
"""
import argparse
import json
import pathlib
import shlex
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass, field

HERE = pathlib.Path(__file__).resolve().parent


@dataclass
class Case:
    name: str
    items: int
    runs: int
    note: str
    command: list
    wall: list = field(default_factory=list)  # seconds per item, one element for each run
    cpu: list = field(default_factory=list)
    peak: list = field(default_factory=list)  # KiB
    failures: set = field(default_factory=set)

    def run(self, timed):
        result = subprocess.run([timed, *self.command], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"measure: {self.name}: {result.stderr.strip()}")
        wall, cpu, peak, status = result.stdout.split()
        self.wall.append(float(wall) / self.items)
        self.cpu.append(float(cpu) / self.items)
        self.peak.append(int(peak))
        if status != "0":
            self.failures.add(int(status))
            lines = result.stderr.splitlines()
            print(f"measure: {self.name}: exit {status}; {lines[-1] if lines else 'nothing said'}", file=sys.stderr)


def parsed(line):
    name, items, runs, note, command = line.rstrip("\n").split("\t")
    return Case(name, int(items), int(runs), note, shlex.split(command))


def ratio(mine, firsts):
    """The median over the rounds, and the quartiles; zip leaves out the rounds that were skipped."""
    values = [a / b for a, b in zip(mine, firsts)]
    middle = statistics.median(values)
    if len(values) < 4:
        return f"{middle:.2f}"
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:.2f} ({low:.2f}–{high:.2f})"


def table(cases, unit):
    first = cases[0]
    head = ["tool", f"{unit}s/s", f"wall, µs a {unit}", f"CPU, µs a {unit}", f"wall / {first.name}", f"CPU / {first.name}",
            "peak memory", "note"]
    rows = [head, ["---"] + ["---:"] * (len(head) - 2) + ["---"]]
    for case in cases:
        wall, cpu = statistics.median(case.wall), statistics.median(case.cpu)
        note = [case.note] if case.note else []
        note += [f"{case.items:,} {unit}s × {case.runs}"]
        note += [f"exit {status}" for status in sorted(case.failures)]
        rows.append([case.name, f"{1 / wall:,.0f}", f"{wall * 1e6:.2f}", f"{cpu * 1e6:.2f}",
                     ratio(case.wall, first.wall), ratio(case.cpu, first.cpu),
                     f"{statistics.median(case.peak) / 1024:.1f} MiB", "; ".join(note)])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def built(folder):
    """Compiles timed.c if it is newer than the program."""
    source, program = HERE / "timed.c", folder / "timed"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    return str(program)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--unit", default="file", help="what an item is called in the table (file)")
    options.add_argument("--build", type=pathlib.Path, default=HERE.parent / ".build/benchmarks", help="where timed goes")
    options.add_argument("--warm-up", action="store_true", help="begin each round with an unmeasured run of the first command")
    options.add_argument("--json", type=pathlib.Path, help="keep every single measurement here")
    options = options.parse_args()

    cases = [parsed(line) for line in sys.stdin if line.strip()]
    if not cases:
        sys.exit("measure: an empty plan")
    if any(case.runs > cases[0].runs for case in cases):
        sys.exit(f"measure: nothing can run more often than {cases[0].name}, which the ratios are to")
    timed = built(options.build)
    for round in range(cases[0].runs):
        if options.warm_up:  # otherwise only the first command would run with cold caches
            subprocess.run([timed, *cases[0].command], capture_output=True)
        for case in cases:
            if round < case.runs:
                case.run(timed)
    print(table(cases, options.unit))
    if options.json:
        options.json.write_text(json.dumps([asdict(case) for case in cases], default=sorted, indent=1) + "\n")


main()
