"""Of columns of dates, that of the readings; with the day of a composite, or the time of day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from gpstudio.data.columns.time_parts import whole_sets, with_clock
from gpstudio.data.columns.time_ranks import Rank, rank_of, varies_more
from gpstudio.data.columns.time_trial import Bench, TimeColumns, Trial, says_day_seen
from gpstudio.data.dates.names import tells_composite
from gpstudio.data.dates.parts import FINE
from gpstudio.data.dates.times import COMPOSITE, DATES
from gpstudio.data.decisions import OBSERVED, START, Decision
from gpstudio.data.names import NUMERIC_TIMES, words
from gpstudio.data.texts import shown
from gpstudio.translation import all_of, any_of, tr

Trials: TypeAlias = Mapping[int, Trial | None]
"""What each column of dates comes to."""


def choose_dates(bench: Bench) -> TimeColumns | None:
    """None where no column holds dates of readings."""
    ranked = _ranked(bench)
    if not ranked or (ranked[0][1].other and _have_better(bench)):
        return None
    trials = {place: bench.try_out((place,), DATES) for place, _ in ranked}
    options = tuple(_single(bench, place, rank) for place, rank in ranked)
    chosen = _best_named(bench, ranked, options, trials)
    trial = trials[chosen.places[0]]
    if trial is not None and not any(decision.is_open for decision in chosen.decisions):
        chosen = _checked(bench, chosen, trial, options, trials)
    return replace(chosen, options=(*options, *chosen.options))


def _best_named(
    bench: Bench,
    ranked: Sequence[tuple[int, Rank]],
    options: tuple[TimeColumns, ...],
    trials: Trials,
) -> TimeColumns:
    """The option named best; of several as good, the one that varies, else it is asked."""
    best, rank = ranked[0]
    if rank.naming == 0:
        return _own_day(bench, options[0], ranked[1:])
    rivals = [
        place
        for place, other in ranked[1:]
        if other.goodness == rank.goodness and not _agree(trials[place], trials[best])
    ]
    if not rivals:
        return options[0]
    equals = tuple(option for option in options if option.places[0] in (best, *rivals))
    profiles = bench.profiles
    fullest = max(equals, key=lambda option: profiles[option.places[0]].distinct)
    place = fullest.places[0]
    rest = [other for other in (best, *rivals) if other != place]
    if all(varies_more(profiles[place], profiles[other]) for other in rest):
        others = all_of(shown(profiles[other].name) for other in rest)
        why = tr(
            "{name} varies more than {others}", name=shown(profiles[place].name), others=others
        )
        return replace(fullest, decisions=(_between(bench, fullest, options, why),))
    return replace(equals[0], decisions=(_asked(bench, equals),))


def _ranked(bench: Bench) -> list[tuple[int, Rank]]:
    """Columns of dates with how well they are named, the best first."""
    # Beside a column of years "10-Jan" is a day.
    day = bench.parts.get("daymonth") if "year" in bench.parts else None
    places = [i for i in bench.free if bench.profiles[i].kind == "date" and i != day]
    most = max((bench.profiles[i].size for i in places), default=0)
    ranks = [(place, rank_of(bench.profiles[place], most)) for place in places]
    return sorted(ranks, key=lambda ranked: ranked[1])


def _have_better(bench: Bench) -> bool:
    """Whether parts of dates, or days counted, tell more than the date of another event."""
    numbers = [p for i in bench.free if (p := bench.profiles[i]).kind == "number"]
    counted = any(not set(NUMERIC_TIMES[:8]).isdisjoint(words(p.name)) for p in numbers)
    return counted or bool(whole_sets(bench.parts))


def _single(bench: Bench, place: int, rank: Rank) -> TimeColumns:
    trust = bench.profiles[place].share * (0.7 if rank.other else 1.0)
    return TimeColumns((place,), DATES, trust)


def _agree(one: Trial | None, other: Trial | None) -> bool:
    return one is not None and other is not None and one.agrees(other)


def _own_day(bench: Bench, chosen: TimeColumns, others: Sequence[tuple[int, Rank]]) -> TimeColumns:
    """A composite's own date is the day the satellite looked; its start is weeks earlier."""
    starts = [place for place, rank in others if not rank.other]
    if not starts:
        return chosen
    answer = bench.answers.get("composite", OBSERVED)
    why = (
        tr("column {name} gives it", name=shown(bench.label(chosen.places)))
        if answer == OBSERVED
        else ""
    )
    told = tr("dates by the day of the reading")
    decision = Decision("composite", answer, (OBSERVED, START), why, told=told)
    if answer == START:
        chosen = TimeColumns((starts[0],), DATES, bench.profiles[starts[0]].share)
    return replace(chosen, decisions=(decision,))


def _checked(
    bench: Bench,
    chosen: TimeColumns,
    trial: Trial,
    options: tuple[TimeColumns, ...],
    trials: Trials,
) -> TimeColumns:
    """The choice held against what else says when: days of composites, and parts of dates."""
    seen = _day_seen_column(bench, chosen, trial)
    if seen is not None:
        places = (*chosen.places, seen)
        return replace(chosen, places=places, kind=COMPOSITE, options=(chosen,))
    sets = [parts for parts in whole_sets(bench.parts) if FINE & set(parts)]
    parts = tuple(bench.of_parts(each) for each in sets)
    tried = {option: bench.try_out(option.places, option.kind) for option in parts}
    against = next((o for o in parts if (t := tried[o]) and not t.agrees(trial)), None)
    if against is not None:
        asked = _asked(bench, (chosen, against))
        return replace(chosen, decisions=(*chosen.decisions, asked), options=parts)
    if trial.is_open:
        tried |= {option: trials[option.places[0]] for option in options}
        sure = (o for o, t in tried.items() if t and not t.is_open and t.agrees(trial))
        settled = next(sure, None)
        if settled is not None:
            why = tr("{name} alone could be read otherwise", name=shown(bench.label(chosen.places)))
            every = (chosen, *parts)
            decision = _between(bench, settled, every, why)
            return replace(settled, decisions=(*chosen.decisions, decision), options=every)
    return _with_hours(bench, chosen, trial)


def _day_seen_column(bench: Bench, chosen: TimeColumns, trial: Trial) -> int | None:
    """The column of the day of the year on which each composite's reading was made."""
    for place in bench.free:
        p = bench.profiles[place]
        named = tells_composite(p.name)
        # Beside a year the day of the year is the date once more.
        alone = place == bench.parts.get("doy") and "year" not in bench.parts
        if place in chosen.places or not (named or alone):
            continue
        if says_day_seen(trial, p, named=named):
            return place
    return None


def _with_hours(bench: Bench, chosen: TimeColumns, trial: Trial) -> TimeColumns:
    """The date, and the column beside it that holds the time of the day."""
    parts = {**bench.parts, "date": chosen.places[0]}
    wanted = with_clock(("date",), parts)
    if trial.has_hours or len(wanted) == 1:
        return chosen
    places = tuple(parts[part] for part in wanted)
    return replace(chosen, places=places, kind=" ".join(wanted), options=(chosen,))


def _between(
    bench: Bench, chosen: TimeColumns, options: tuple[TimeColumns, ...], why: str
) -> Decision:
    labels = tuple(dict.fromkeys(bench.label(o.places) for o in (chosen, *options)))
    told = tr("dates from {columns}", columns=shown(labels[0]))
    return Decision("time", labels[0], labels, why, told=told)


def which_time(labels: Iterable[str]) -> str:
    """The question, of columns that tell different times."""
    columns = any_of(map(shown, labels))
    return tr("Which tells when a reading was taken, as they differ: {columns}?", columns=columns)


def _asked(bench: Bench, options: tuple[TimeColumns, ...]) -> Decision:
    labels = tuple(dict.fromkeys(bench.label(o.places) for o in options))
    text = which_time(labels[:8])
    return Decision("time", labels[0], labels, question=text)
