"""What the choices of a study are called on screen, and what is said of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gpstudio.lab.contestants import by_name
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.labels import method as solver_title
from gpstudio.lab.sources import SOURCES, source
from gpstudio.lab.studies.kernel_ranks_figures import called as kernel_title
from gpstudio.translation import tr


def choice_words(parameter: str, choice: str) -> tuple[str, str]:
    """Title and tooltip; a choice that nothing more is known of keeps its name."""
    if parameter == "sets" and any(known.name == choice for known in SOURCES):
        known = source(choice)
        comes = DataShelf().has(choice)
        if comes:
            return known.title, known.told
        where = tr("Its file {file} does not come with GP Studio.", file=known.file)
        return known.title, f"{known.told} {where}"
    return CALLED.get(parameter, _spaced)(choice), ""


def _spaced(choice: str) -> str:
    return choice.replace("_", " ")


def _of_contestant(choice: str) -> str:
    return by_name(choice).title


CALLED: Mapping[str, Callable[[str], str]] = {
    "contestants": _of_contestant,
    "kernels": kernel_title,
    "solvers": solver_title,
}
"""What the choices of a parameter are called."""
