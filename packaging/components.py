"""What the programs of a release contain, link and load, as this system has it: names, versions, licences and files."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
# scripts/cross makes a release for another processor.
MACHINE = os.environ.get("WEIR_TARGET") or os.uname().machine


def output(*command: str) -> str:
    """Run a command of the repository to its end."""
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def project() -> dict[str, str]:
    """Return the values of packaging/project."""
    lines = (ROOT / "packaging/project").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass
class Component:
    """A library by the package that it comes from."""

    package: str
    version: str
    source: str
    source_version: str
    architecture: str
    licence: str
    copyright: Path
    files: list[Path] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The package URL, by which scanners know it."""
        if self.source == "swift":
            return f"pkg:generic/swift@{self.version}"
        other = f"@{self.source_version}" if self.source_version != self.version else ""
        version = quote(self.version, safe=":")
        values = f"arch={self.architecture}&distro=debian-{debian()}&upstream={quote(self.source + other)}"
        return f"pkg:deb/debian/{quote(self.package)}@{version}?{values}"


def debian() -> str:
    """Return the number of this system's release of Debian, or its codename if it has no number."""
    text = Path("/etc/os-release").read_text()
    return (re.search(r'^VERSION_ID="?([0-9.]+)', text, re.M) or re.search(r"^VERSION_CODENAME=(\w+)", text, re.M))[1]


def licences() -> dict[str, str]:
    """Return the licence of each source package in packaging/licences."""
    lines = (ROOT / "packaging/licences").read_text().splitlines()
    return dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))


def component(package: str, files: list[Path]) -> Component:
    """Describe an installed package of Debian; the name may have a colon and an architecture behind it."""
    form = "${Version}\t${source:Package}\t${source:Version}\t${Architecture}\n"
    version, source, source_version, architecture = output("dpkg-query", "-W", "-f", form, package).splitlines()[0].split("\t")
    package = package.split(":")[0]
    licence = licences().get(re.sub(r"^gcc-\d+(-cross)?$", "gcc", source))
    if licence is None:
        raise SystemExit(f"components: packaging/licences has no licence of {source}")
    return Component(
        package, version, source, source_version, architecture, licence, Path(f"/usr/share/doc/{package}/copyright"), files
    )


def swift(files: list[Path]) -> Component:
    """Describe the standard library and the runtime of the compiler that builds."""
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    usr = Path(re.search(r'"runtimeResourcePath": "(.*)/lib/swift"', output("swift", "-print-target-info"))[1])
    text = usr / "share/swift/LICENSE.txt"
    if not text.exists():
        # Debian's package has it here.
        text = Path("/usr/share/doc/swiftlang/copyright")
    return Component("swift", version, "swift", version, MACHINE, licences()["swift"], text, files)


def static_program() -> list[Component]:
    """Return the libraries that the static program has code of; scripts/static lists them."""
    listed = ROOT / ".build/release-static/weir.libraries"
    built = ROOT / ".build/static-libraries/lib"
    # scripts/static makes these from the sources of packages whose headers are installed.
    sources = {
        built / "libcurl.a": "libcurl4-openssl-dev",
        built / "libdav1d.a": "libdav1d-dev",
        built / "libheif.a": "libheif-dev",
        built / "liblcms2.a": "liblcms2-dev",
        built / "libtiff.a": "libtiff-dev",
    }
    files: dict[str, list[Path]] = {}
    for path in map(Path, listed.read_text().splitlines()):
        package = "swift" if "swift_static" in path.parts else sources.get(path) or owner(path)
        files.setdefault(package, []).append(path)
    return [swift(files.pop("swift")), *(component(package, files[package]) for package in sorted(files))]


def shared() -> list[Component]:
    """Return what the program of the Debian package links or loads; the first, Swift, is inside of it."""
    folder = Path("/usr/lib") / output("gcc", "-print-multiarch")
    names = {"libc.so.6"}
    for links in re.findall(r'^ *\.shim\("\w+", .*links: (.*)\),$', (ROOT / "Package.swift").read_text(), re.M):
        names |= {f"lib{name}.so" for name in re.findall(r"\w+", links) if name != "m"}
    for path in (ROOT / "Sources/CLibraries").rglob("*.c"):
        text = path.read_text()
        names |= set(re.findall(r'dlopen\("([^"]+)"', text))
        # A library whose name differs between systems is a list of names, and one of them is here.
        names |= {name for name in re.findall(r'"(lib[a-z0-9-]+\.so\.[0-9.]*[0-9])"', text) if (folder / name).exists()}
    files: dict[str, list[Path]] = {}
    for name in sorted(names):
        path = (folder / name).resolve()
        if not path.exists():
            raise SystemExit(f"components: there is no {folder / name}; scripts/setup installs it")
        files.setdefault(owner(path), []).append(path)
    return [swift([]), *(component(package, files[package]) for package in sorted(files))]


def owner(path: Path) -> str:
    """Return a file's package, with the architecture if dpkg has it. Packages may name a file below /lib, a link to /usr/lib."""
    for name in (str(path), str(path).removeprefix("/usr")):
        found = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True).stdout
        if found:
            return found.split(": ")[0]
    raise SystemExit(f"components: no package has {path}")
