"""Writes how the files of a release were made, as an in-toto statement with the predicate of SLSA.

scripts/release calls it: provenance.py FILE...
"""

import json
import sys
from pathlib import Path

import components

commit = components.output("git", "rev-parse", "HEAD")
source = components.project()["source"]
materials = {part.url for part in components.static_program()}
# scripts/cross has made these with libraries of another system.
crossed = [Path(name) for name in sys.argv[1:] if name.endswith("-aarch64.cdx.json") and components.MACHINE != "aarch64"]
for bill in crossed:
    materials |= {part["purl"] for part in json.loads(bill.read_text())["components"]}
command = "scripts/release --aarch64" if crossed else "scripts/release"
statement = {
    "_type": "https://in-toto.io/Statement/v1",
    "subject": [{"name": Path(name).name, "digest": {"sha256": components.digest(Path(name))}} for name in sys.argv[1:]],
    "predicateType": "https://slsa.dev/provenance/v1",
    "predicate": {
        "buildDefinition": {
            "buildType": f"{components.project()['home']}/scripts/release",
            "externalParameters": {"source": f"git+{source}@{commit}", "command": command},
            "resolvedDependencies": [
                {"uri": f"git+{source}@{commit}", "digest": {"gitCommit": commit}},
                *({"uri": url} for url in sorted(materials)),
            ],
        },
        # Neither a time nor a machine: the same commit gives the same statement.
        "runDetails": {"builder": {"id": f"{components.project()['home']}/scripts/release"}},
    },
}
json.dump(statement, sys.stdout, indent=2)
print()
