"""What stands in the files, told from the declarations that write them."""

from __future__ import annotations

from gpstudio.data.writing.classes import CONFUSION, PROBABILITIES
from gpstudio.data.writing.forecast import FORECAST
from gpstudio.data.writing.hindcast import HINDCAST
from gpstudio.data.writing.readings import READINGS
from gpstudio.data.writing.rivals import RIVALS
from gpstudio.data.writing.season_map import SEASON_MAP
from gpstudio.data.writing.seasons import SEASONS
from gpstudio.data.writing.sheet import SheetColumn
from gpstudio.data.writing.stages import STAGES

TABLES: dict[str, tuple[SheetColumn, ...]] = {
    "forecast": FORECAST,
    "stages": STAGES,
    "fields": SEASONS,
    "readings": READINGS,
    "rivals": RIVALS,
    "hindcast": HINDCAST,
    "season_map": SEASON_MAP,
    "probabilities": PROBABILITIES,
    "confusion": CONFUSION,
}
"""The tables that a fit leaves behind, by the name of their file; rivals where they are asked
for, and those of a hindcast, of a map of seasons and of classes."""


def told() -> str:
    """For a terminal."""
    lines = []
    for name, columns in TABLES.items():
        width = max(len(column.name) for column in columns)
        lines += [f"{name}:", *(f"  {c.name:<{width}}  {c.help}" for c in columns), ""]
    return "\n".join(lines[:-1])


def as_markdown() -> str:
    """For the README, which shows exactly this."""
    lines = ["| file | column | meaning |", "|---|---|---|"]
    for name, columns in TABLES.items():
        lines += [f"| `{name}` | `{c.name}` | {c.help} |" for c in columns]
    return "\n".join(lines)
