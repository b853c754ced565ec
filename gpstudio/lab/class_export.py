"""The files of a classification with its figure, for command line and window."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from gpstudio.data.atomic import write_atomic
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.lab.class_figures import figure_of
from gpstudio.lab.figures import svg_of
from gpstudio.lab.study import Rasterise
from gpstudio.session.classified.learning import Classified
from gpstudio.session.classified.results import write_classified

NOTHING: Mapping[str, str] = MappingProxyType({})


def export_classes(
    folder: Path,
    found: Classified,
    rasterise: Rasterise | None,
    form: WrittenAs = PLAIN,
    texts: Mapping[str, str] = NOTHING,
) -> list[Path]:
    """``rasterise`` draws the figure as a picture, too; ``texts`` are further files by name."""
    figure = svg_of(figure_of(found))

    def drawn(staged: Path) -> list[Path]:
        written = [write_atomic(staged / "classes.svg", lambda handle: handle.write(figure))]
        if rasterise is not None:
            rasterise(figure, staged / "classes.png")
            written.append(staged / "classes.png")
        for name, text in texts.items():
            written.append(write_atomic(staged / name, partial(_write, text)))
        return written

    return write_classified(folder, found, form, drawn)


def _write(text: str, handle: TextIO) -> object:
    return handle.write(text)
