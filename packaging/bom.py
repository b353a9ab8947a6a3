"""Writes what a program of the release is made of, as a bill of materials in CycloneDX.

scripts/release calls it: bom.py static|debian VERSION FILE...

The files are those of the release that have the program.
"""

import datetime
import json
import os
import sys
import uuid
from pathlib import Path

import components

kind, version, *files = sys.argv[1:]
is_static = kind == "static"


def licences(expression: str) -> list:
    """Describe a licence; the form has one way for a name and another for an expression."""
    if " " in expression:
        return [{"expression": expression}]
    is_known = not expression.startswith("LicenseRef-")
    return [{"license": {"id": expression} if is_known else {"name": expression.removeprefix("LicenseRef-")}}]


def file(path: Path) -> dict:
    """Describe a file by its hash."""
    hashes = [{"alg": "SHA-256", "content": components.digest(path)}]
    return {"type": "file", "bom-ref": path.name, "name": path.name, "hashes": hashes}


def library(part: components.Component) -> dict:
    """Describe a library that the program has inside, or that it links or loads."""
    described = {
        "type": "library",
        "bom-ref": part.url,
        "name": part.package,
        "version": part.version,
        "scope": "required",
        "licenses": licences(part.licence),
        "purl": part.url,
    }
    if part.source != "swift":
        described["properties"] = [{"name": "debian:source", "value": f"{part.source} {part.source_version}"}]
    if part.files:
        described["components"] = [file(path) for path in part.files]
    return described


parts = [library(part) for part in (components.static_program() if is_static else components.shared())]
commit = components.output("git", "rev-parse", "HEAD")
moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
document = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, f'{commit} {kind}')}",
    "version": 1,
    "metadata": {
        "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "component": {
            "type": "application",
            "bom-ref": "weir",
            "name": "weir",
            "version": version,
            "licenses": licences("MIT"),
            "externalReferences": [{"type": "website", "url": components.project()["home"]}],
            "components": [file(Path(name)) for name in files],
            "properties": [{"name": "git:commit", "value": commit}],
        },
    },
    "components": parts,
    "dependencies": [{"ref": "weir", "dependsOn": [part["bom-ref"] for part in parts]}],
}
json.dump(document, sys.stdout, indent=2)
print()
