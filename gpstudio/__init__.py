"""GP Studio: Gaussian processes for crop seasons, and a laboratory for those who study them.

Importing the package is cheap: the public names below load their rooms when first touched.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gpstudio.version import __version__

__all__ = [
    "GPLVM",
    "GPClassifier",
    "GPRegressor",
    "__version__",
    "add_readings",
    "classify_table",
    "fit_table",
    "read_table",
]

_PUBLIC = {
    "GPClassifier": "gpstudio.core.classifier",
    "GPLVM": "gpstudio.core.gplvm",
    "GPRegressor": "gpstudio.core.regressor",
    "add_readings": "gpstudio.data.adding.reading",
    "classify_table": "gpstudio.session.classified.asking",
    "fit_table": "gpstudio.session.fitted_table",
    "read_table": "gpstudio.data.table",
}

if TYPE_CHECKING:
    from gpstudio.core.classifier import GPClassifier
    from gpstudio.core.gplvm import GPLVM
    from gpstudio.core.regressor import GPRegressor
    from gpstudio.data.adding.reading import add_readings
    from gpstudio.data.table import read_table
    from gpstudio.session.classified.asking import classify_table
    from gpstudio.session.fitted_table import fit_table


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'gpstudio' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *_PUBLIC])
