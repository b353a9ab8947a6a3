"""True sizes of pictures for rows: ``weir.measure`` for Python, ``weir.arrow``, ``weir.pandas``, ``weir.spark`` and ``weir.ray``.

All of them run the program ``weir stream`` and decide nothing themselves.
"""

from weir._answer import Answer
from weir._errors import ProgramNotFoundError, WeirError
from weir._rows import measure
from weir._version import VERSION as __version__

__all__ = ["Answer", "ProgramNotFoundError", "WeirError", "__version__", "measure"]
