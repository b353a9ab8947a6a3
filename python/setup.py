"""Stops an installation that would have no program to run. All else is in pyproject.toml."""

import os
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithProgram(build_py):
    """Builds the package if a program is there: that of the wheel, or one of this system."""

    def run(self) -> None:
        """Check, then build."""
        named = os.environ.get("WEIR_BINARY") or "weir"
        if shutil.which(named) is None:
            raise SystemExit(
                f"weir-manifest: there is no program {named}, and this package has none. Install a wheel of weir-manifest, "
                "which has it, or install weir first, so that it is on the PATH or WEIR_BINARY names it."
            )
        super().run()


setup(cmdclass={"build_py": BuildWithProgram})
