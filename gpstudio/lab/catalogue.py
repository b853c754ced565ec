"""The studies as help shows them, and all that can be set of any of them."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from gpstudio.core.spec import Parameter
from gpstudio.lab.study import STUDIES
from gpstudio.translation import tr

WIDTH = 80
SUMMARY_HELP = tr("One summary page of all studies in DIR and the folders in it.")


def parameters() -> list[Parameter]:
    """Each name once, in the order in which it first comes."""
    named = {parameter.name: parameter for spec in STUDIES.specs for parameter in spec.parameters}
    return list(named.values())


def listed() -> str:
    """Every study with its settings and their defaults."""
    lines: list[str] = []
    for spec in STUDIES.specs:
        lines += [f"{spec.name}: {spec.title}", *_wrapped(spec.help, 4)]
        for parameter in spec.parameters:
            default = "" if parameter.default is None else f" [{parameter.default}]"
            lines.append(f"    --{parameter.name} {_metavar(parameter)}{default}")
            lines += _wrapped(" ".join(_said(parameter)), 8)
        lines.append("")
    return "\n".join([*lines, "summary: Summary", *_wrapped(SUMMARY_HELP, 4)])


def _said(parameter: Parameter) -> Iterator[str]:
    yield parameter.help
    names = ", ".join(parameter.choices)
    if parameter.several and names:
        yield tr("Some of {names}.", names=names)
    elif names:
        yield tr("One of {names}.", names=names)


def _metavar(parameter: Parameter) -> str:
    word = {"integer": "N", "number": "X"}.get(parameter.kind, "NAME")
    return f"{word},{word},…" if parameter.several else word


def _wrapped(text: str, indent: int) -> list[str]:
    space = " " * indent
    return wrap(text, WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)
