"""What a study leaves to look at: figures as SVG and PNG, and the summary page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gpstudio.data.atomic import write_atomic
from gpstudio.lab.figures import Figure, svg_of
from gpstudio.lab.study import Rasterise, StudyResults
from gpstudio.lab.summary import Summary

FIGURES = "figures"


def write_pages(results: StudyResults, rasterise: Rasterise | None = None) -> list[Path]:
    """summary.md, summary.html and figures/*.svg; *.png too where they can be drawn."""
    return write_summary(results.folder, results.summary, results.figures, rasterise)


def write_summary(
    folder: Path, summary: Summary, figures: Sequence[Figure], rasterise: Rasterise | None = None
) -> list[Path]:
    drawings = [(figure, svg_of(figure)) for figure in figures]
    captioned = [(figure.caption, svg) for figure, svg in drawings]
    page = summary.html(captioned)
    links = "".join(
        f"\n![{figure.title}]({FIGURES}/{figure.name}.svg)\n\n{figure.caption}\n"
        for figure in figures
    )
    text = summary.markdown + (f"\n## Figures\n{links}" if links else "")
    written = [
        _write(folder / "summary.md", text),
        _write(folder / "summary.html", page),
        *(_write(folder / FIGURES / f"{figure.name}.svg", svg) for figure, svg in drawings),
    ]
    return written + (draw_all(folder, figures, rasterise) if rasterise is not None else [])


def draw_all(folder: Path, figures: Sequence[Figure], rasterise: Rasterise) -> list[Path]:
    """figures/*.png."""
    paths = [folder / FIGURES / f"{figure.name}.png" for figure in figures]
    for figure, path in zip(figures, paths, strict=True):
        rasterise(svg_of(figure), path)
    return paths


def _write(path: Path, text: str) -> Path:
    return write_atomic(path, lambda handle: handle.write(text))
