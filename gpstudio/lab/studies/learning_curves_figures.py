"""What the learning curves show: a line a contestant, in three panels of those that are alike."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.lab.contestants import CONTESTANTS, NETWORKS, OURS, by_name
from gpstudio.lab.contestants.gaussian import GAUSSIAN
from gpstudio.lab.figures.chart import (
    BAND,
    Axis,
    Figure,
    Level,
    Line,
    Panel,
    line_through,
    same_heights,
)
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.translation import tr, tr_count

ROWS = Axis(tr("rows learnt from"), log=True)
SPARSE = tuple(one.name for one in GAUSSIAN if one.name.startswith("svgp"))
GROUPS = (
    (tr("Gaussian processes, sparse"), SPARSE),
    (
        tr("Gaussian processes, full matrices"),
        tuple(one.name for one in GAUSSIAN if one.name not in SPARSE),
    ),
    (
        tr("Others"),
        tuple(one.name for one in CONTESTANTS if one not in GAUSSIAN),
    ),
)
MEASURES = (
    ("wrong", tr("Told wrongly"), tr("% of the fresh rows"), False, 100.0),
    ("log_score", tr("Log score"), tr("mean log probability of the true class"), False, 1.0),
    ("seconds", tr("Time to learn and to foretell"), "seconds", True, 1.0),
)
STYLES = {one.name: place for place, one in enumerate(CONTESTANTS)}
BLUR = tr("the rule itself")


def still_there(rows: Sequence[Row]) -> list[Row]:
    """Without those of contestants that once took part."""
    return [row for row in rows if row["contestant"] in STYLES]


def drawn(rows: Sequence[Row]) -> tuple[Figure, ...]:
    rows = still_there(rows)
    if not rows:
        return ()
    return tuple(_figure(rows, *measure) for measure in MEASURES)


def said(rows: Sequence[Row]) -> tuple[str, ...]:
    """At each size who is best, and the best Gaussian process beside the best network."""
    sentences = []
    for size, here in sorted(grouped(still_there(rows), "size").items()):
        means = {name: mean_of(some, "wrong") for name, some in grouped(here, "contestant").items()}
        best = min(means, key=lambda name: means[name])
        sentences.append(
            tr(
                "{size:,} rows: {best} is wrong least, {wrong:.2%} of the fresh rows; the rule "
                "itself {rule:.2%}. {beside}",
                size=size,
                best=by_name(best).title,
                wrong=means[best],
                rule=mean_of(here, "rule_wrong"),
                beside=_beside(here, means),
            ).strip()
        )
    return tuple(sentences)


def _beside(rows: Sequence[Row], means: dict[str, float]) -> str:
    """What the program chooses, or the sparse softmax, with its time, beside the best network at
    equal rows."""
    networks = [one.name for one in NETWORKS if one.name in means]
    own = next((name for name in OURS if name in means), "")
    if not own or not networks:
        return ""
    best = min(networks, key=lambda name: means[name])
    ours = having(rows, contestant=own)
    return tr(
        "{ours}: accuracy {accuracy:.2%} in {seconds:.0f} s ({processor:.0f} s of processor); "
        "the best network, {network}: {other:.2%} in {other_seconds:.0f} s.",
        ours=by_name(own).title,
        accuracy=1.0 - means[own],
        seconds=mean_of(ours, "seconds"),
        processor=mean_of(ours, "processor"),
        network=by_name(best).title,
        other=1.0 - means[best],
        other_seconds=mean_of(having(rows, contestant=best), "seconds"),
    )


def _figure(
    rows: Sequence[Row], measure: str, words: str, unit: str, log: bool, factor: float
) -> Figure:
    known = mean_of(rows, "rule_wrong")
    levels = (Level(BLUR, factor * known),) if measure == "wrong" else ()
    panels = []
    for title, names in GROUPS:
        lines = [_line(rows, name, measure, log, factor) for name in names]
        shown = tuple(line for line in lines if line is not None)
        if shown:
            panels.append(Panel(title, ROWS, Axis(unit, log), shown, levels))
    repeats = len(distinct(rows, "repeat"))
    sentences = [
        tr("{measure} against the rows that are learnt from.", measure=words),
        tr_count(repeats, "One deal.", "{n} deals."),
        *([tr("Dashed: the rule by which games are called, without its blur.")] if levels else []),
        BAND,
    ]
    return Figure(measure, words, " ".join(sentences), same_heights([panels]))


def _line(rows: Sequence[Row], name: str, measure: str, log: bool, factor: float) -> Line | None:
    samples = [
        (float(size), [factor * number(row, measure) for row in here])
        for size, here in grouped(having(rows, contestant=name), "size").items()
    ]
    return line_through(by_name(name).title, STYLES[name], samples, log) if samples else None
