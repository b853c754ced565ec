"""Eight ways in which the generator writes dates, and which orders a column leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

STYLES = {
    "iso": "%Y-%m-%d",
    "day first": "%d/%m/%Y",
    "month first": "%m/%d/%Y",
    "short day first": "%d.%m.%y",
    "digits": "%Y%m%d",
    "month name": "%b %d, %Y",
    "day of year": "%Y-%j",
    "instant": "%Y-%m-%dT00:00:00Z",
}

_ORDERS = {
    "day first": ("%d", "%m", "%y"),
    "month first": ("%m", "%d", "%y"),
    "year first": ("%y", "%m", "%d"),
}


def open_orders(style: str, days: Sequence[date]) -> set[str]:
    """The orders under which every written day is some day, where they do not all agree.

    Worked out from the calendar alone: the parts are put in each order and looked at.
    """
    if style not in ("day first", "month first", "short day first"):
        return set()
    short = style.startswith("short")
    found: dict[str, list[date | None]] = {}
    for order, places in _ORDERS.items():
        if order == "year first" and not short:
            continue
        found[order] = [_read(day, style, places) for day in days]
    whole = {order: read for order, read in found.items() if None not in read}
    return set(whole) if len({tuple(map(str, read)) for read in whole.values()}) > 1 else set()


def _read(day: date, style: str, places: Sequence[str]) -> date | None:
    parts = [int(part) for part in day.strftime(STYLES[style]).replace(".", "/").split("/")]
    meant = dict(zip(places, parts, strict=True))
    year = meant["%y"]
    if year < 100:
        year += 2000 if year < 69 else 1900
    try:
        return date(year, meant["%m"], meant["%d"])
    except ValueError:
        return None
