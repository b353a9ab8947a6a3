"""Where the program ``weir`` is."""

from __future__ import annotations

import os
import shutil
from importlib import metadata
from pathlib import Path
from typing import Union

from weir._errors import ProgramNotFoundError

ProgramPath = Union[str, "os.PathLike[str]"]


def find_program(program: ProgramPath | None = None) -> str:
    """Return the path of the program.

    It is the one that is given, or that ``WEIR_BINARY`` names, or that came with the package, or that is on the ``PATH``.
    """
    named = os.fspath(program) if program is not None else os.environ.get("WEIR_BINARY")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ProgramNotFoundError(f"there is no program at {named}")
        return found
    installed = _installed_program()
    if installed is not None:
        return installed
    found = shutil.which("weir")
    if found is None:
        raise ProgramNotFoundError("no program weir came with the package, and none is on the PATH; WEIR_BINARY can name it")
    return found


def _installed_program() -> str | None:
    """Return the program of the wheel, which pip has put into the folder of commands; that need not be on the ``PATH``."""
    try:
        files = metadata.files("weir-manifest") or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        path = Path(os.fspath(file.locate()))
        if file.parts[-2:] == ("bin", "weir") and os.access(path, os.X_OK):
            return str(path.resolve())
    return None
