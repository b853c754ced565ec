"""Who takes part in the learning curves: the house's classifiers, and those of scikit-learn.

``CONTESTANTS`` lists them in the order of figures. Each learns from rows of six classes or so and
foretells others; scikit-learn is the extra ``lab`` of the package, and whoever wants it says so
where it is not there.
"""

from gpstudio.lab.contestants.contestant import Contestant, Limited, Rows, undisturbed
from gpstudio.lab.contestants.gaussian import CHOOSING, GAUSSIAN
from gpstudio.lab.contestants.others import NETWORKS, OTHERS

CONTESTANTS: tuple[Contestant, ...] = (*GAUSSIAN, *OTHERS)
OURS = (CHOOSING.name, GAUSSIAN[0].name)
"""Whom a comparison with the others takes of the house's: the first that was measured."""


def by_name(name: str) -> Contestant:
    return next(one for one in CONTESTANTS if one.name == name)


__all__ = [
    "CONTESTANTS",
    "NETWORKS",
    "OURS",
    "Contestant",
    "Limited",
    "Rows",
    "by_name",
    "undisturbed",
]
