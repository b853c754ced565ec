"""The summary page: hypotheses with their verdicts, findings, and how all was measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from gpstudio.lab.hypotheses import HYPOTHESES, Group, Verdict, verdict_of
from gpstudio.lab.rows import Row
from gpstudio.translation import tr

Section = tuple[str, tuple[str, ...]]
HEAD = (tr("where"), tr("compared"), tr("ratio with 95 % interval"), tr("holds"), tr("remark"))
SHORT = (
    tr("hypothesis"), tr("in a word"), tr("holds"), tr("does not"), tr("undecided"), tr("repeats")
)  # fmt: skip
PLACES = tr("Place by place")
NUMBERS = tr(
    "Ratios below 1 favour the first: geometric means over pairs that share data, split and seed, "
    "with Student's interval of the mean logarithm. One interval in twenty misses by chance. Rows "
    "of one data set share its draws, so their agreement counts for less."
)
STYLE = (
    "body{font:15px/1.5 'DejaVu Sans',Verdana,sans-serif;max-width:72em;margin:2em auto;"
    "padding:0 1em;color:#222}table{border-collapse:collapse;font-size:13px;margin:1em 0}"
    "th,td{border-bottom:1px solid #ccc;padding:.25em .8em;text-align:left;vertical-align:top}"
    "figure{margin:1.5em 0}figcaption{font-size:13px;color:#555}svg{max-width:100%;height:auto}"
    "h2{margin-top:2em}.verdict{font-weight:bold}"
)


@dataclass(frozen=True)
class Summary:
    title: str
    verdicts: tuple[Verdict, ...]
    sections: tuple[Section, ...]

    @property
    def told(self) -> tuple[str, ...]:
        """The verdicts in one line each, for a terminal or a label."""
        return tuple(f"{verdict.spec.title}: {verdict.words}" for verdict in self.verdicts)

    @property
    def short(self) -> str:
        """The verdicts as one table, in Markdown: on how many places each holds, and does not."""
        return "\n".join([*_lines(SHORT, map(_counted, self.verdicts)), ""])

    @property
    def markdown(self) -> str:
        head = [f"# {self.title}", "", *([self.short] if self.verdicts else [])]
        return "\n".join([*head, self.details])

    @property
    def details(self) -> str:
        """What stands in Markdown below the table of verdicts; places are unfolded by a click."""
        parts = ["## Hypotheses", "", NUMBERS, ""] if self.verdicts else []
        for verdict in self.verdicts:
            parts += [f"### {verdict.spec.title}", "", f"**{verdict.words}**", ""]
            parts += [verdict.spec.help, ""]
            if verdict.groups:
                parts += ["<details>", f"<summary>{PLACES}</summary>", ""]
                parts += [*_lines(HEAD, map(_cells, verdict.groups)), "", "</details>", ""]
        for title, sentences in self.sections:
            if sentences:
                parts += [f"## {title}", "", *(f"- {said}" for said in sentences), ""]
        return "\n".join(parts)

    def html(self, drawings: Sequence[tuple[str, str]] = ()) -> str:
        """One self-contained page; ``drawings`` are captions with the texts of SVGs."""
        body = [f"<h1>{escape(self.title)}</h1>"]
        if self.verdicts:
            body += [_table(SHORT, map(_counted, self.verdicts))]
            body += ["<h2>Hypotheses</h2>", f"<p>{escape(NUMBERS)}</p>"]
        for verdict in self.verdicts:
            body += [
                f"<h3>{escape(verdict.spec.title)}</h3>",
                f'<p class="verdict">{escape(verdict.words)}</p>',
                f"<p>{escape(verdict.spec.help)}</p>",
                _folded(verdict.groups),
            ]
        if drawings:
            body.append("<h2>Figures</h2>")
        body += [
            f"<figure>{svg}<figcaption>{escape(said)}</figcaption></figure>"
            for said, svg in drawings
        ]
        for title, sentences in self.sections:
            if sentences:
                items = "".join(f"<li>{escape(said)}</li>" for said in sentences)
                body += [f"<h2>{escape(title)}</h2>", f"<ul>{items}</ul>"]
        head = f'<meta charset="utf-8"><title>{escape(self.title)}</title><style>{STYLE}</style>'
        page = "\n".join(body)
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n{page}\n</body></html>\n'
        )


def summarise(
    rows: Mapping[str, Sequence[Row]], title: str, sections: tuple[Section, ...] = ()
) -> Summary:
    """What the rows, by study, say of every hypothesis that is about one of the studies."""
    about = [kind for kind in HYPOTHESES if kind.study in rows]
    return Summary(title, tuple(verdict_of(kind, rows) for kind in about), sections)


def _counted(verdict: Verdict) -> list[str]:
    """What stands of a verdict in the table of all."""
    counts = [f"{verdict.count(holds)}" for holds in (True, False, None)]
    return [verdict.spec.title, verdict.word, *counts, verdict.repeats or "0"]


def _cells(group: Group) -> list[str]:
    holds = {True: "yes", False: "no", None: "—"}[group.holds]
    return [group.label, group.compared, group.ratio.told, holds, group.remark]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _lines(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [_line(head), _line(["---"] * len(head)), *map(_line, rows)]


def _folded(groups: Sequence[Group]) -> str:
    if not groups:
        return ""
    table = _table(HEAD, map(_cells, groups))
    return f"<details><summary>{escape(PLACES)}</summary>{table}</details>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    titles = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return f"<table><tr>{titles}</tr>{''.join(lines)}</table>"
