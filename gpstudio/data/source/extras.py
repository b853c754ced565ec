"""Libraries that not everybody installs: loaded when a file needs them, asked for in a sentence."""

from __future__ import annotations

import importlib
from typing import Any

from gpstudio.core.errors import InputError


def needed(module: str, extra: str, file: str, what: str) -> Any:
    """The library, or which extra of GP Studio brings it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise InputError(
            f"{file} is {what}, which needs the extra '{extra}' of GP Studio "
            f'(pip install "gpstudio[{extra}]"); install it, or save the table as CSV.'
        ) from None
