"""Writes what the static program is made of, as a bill of materials in CycloneDX.

scripts/release calls it: bom.py VERSION
"""

import datetime
import json
import os
import re
import subprocess
import sys
import uuid

version = sys.argv[1]


def output(*command: str) -> str:
    """Run a command to its end."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def debian(package: str) -> dict:
    """Describe one of Debian's packages, whose static library is in the program."""
    fields = output("dpkg-query", "-W", "-f", "${Version}\t${source:Package}\t${source:Version}\t${Architecture}", package)
    number, source, source_version, architecture = fields.split("\t")
    url = f"pkg:deb/debian/{package.replace('+', '%2B')}@{number.replace('+', '%2B')}?arch={architecture}"
    properties = [{"name": "debian:source", "value": f"{source} {source_version}"}]
    return {"type": "library", "bom-ref": url, "name": package, "version": number, "purl": url, "properties": properties}


swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
toolchain = {
    "type": "library",
    "bom-ref": "swift",
    "name": "swift",
    "version": swift.group(1) if swift else "",
    "licenses": [{"license": {"id": "Apache-2.0"}}],
}
components = [toolchain, *map(debian, output("scripts/static", "--packages").split())]
commit = output("git", "rev-parse", "HEAD")
moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
document = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, commit)}",
    "version": 1,
    "metadata": {
        "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "component": {
            "type": "application",
            "bom-ref": "weir",
            "name": "weir",
            "version": version,
            "licenses": [{"license": {"id": "MIT"}}],
            "properties": [{"name": "git:commit", "value": commit}],
        },
    },
    "components": components,
    "dependencies": [{"ref": "weir", "dependsOn": [component["bom-ref"] for component in components]}],
}
json.dump(document, sys.stdout, indent=2)
print()
