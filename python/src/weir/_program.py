"""Where the program ``weir`` is."""

from __future__ import annotations

import os
import shutil
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
    packaged = Path(__file__).parent / "bin" / "weir"
    if os.access(packaged, os.X_OK):
        return str(packaged)
    found = shutil.which("weir")
    if found is None:
        raise ProgramNotFoundError("there is no program weir in the package and none on the PATH; WEIR_BINARY can name it")
    return found
