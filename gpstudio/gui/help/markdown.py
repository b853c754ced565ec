"""Writing Markdown: texts that mean themselves, tables, and entries of declared choices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gpstudio.core.language import print_number
from gpstudio.core.spec import Parameter, Spec
from gpstudio.translation import tr

_MARKS = re.compile(r"([\\`*_{}\[\]<>|~])")


def plain(text: str) -> str:
    """The same letters, none of them a mark of Markdown."""
    return _MARKS.sub(r"\\\1", text)


def code(text: str) -> str:
    """As it is typed."""
    return f"`{text}`"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are Markdown already, without bars and line breaks."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def entries(specs: Iterable[Spec], level: int = 2) -> str:
    """Every choice of a kind: what it does, how it is written, what can be set."""
    return "\n\n".join(entry(spec, level) for spec in specs)


def entry(spec: Spec, level: int = 2) -> str:
    parts = [f"{'#' * level} {plain(spec.title)}", plain(spec.help)]
    how = tr("Written {signature}", signature=code(spec.signature))
    parts.append(f"{how}: {code(spec.formula)}" if spec.formula else f"{how}.")
    if spec.parameters:
        parts.append("\n".join(f"- {_parameter(parameter)}" for parameter in spec.parameters))
    return "\n\n".join(parts)


def _parameter(parameter: Parameter) -> str:
    told = f"**{plain(parameter.title)}** ({code(parameter.name)}): {plain(parameter.help)}"
    notes = [
        tr("one of {choices}", choices=", ".join(parameter.choices)) if parameter.choices else ""
    ]
    default = parameter.default
    if default is not None and not parameter.choices:
        number = isinstance(default, float | int)
        notes.append(
            tr("{default} if left out", default=print_number(float(default)) if number else default)
        )
    said = "; ".join(note for note in notes if note)
    return f"{told} {plain(said[0].upper() + said[1:])}." if said else told
