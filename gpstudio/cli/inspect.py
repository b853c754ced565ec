"""``gpstudio inspect``: what the importer understood and why."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from gpstudio.cli.reading import read
from gpstudio.data.table import Table

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    table = read(words)
    if words.json:
        print(json.dumps(table.as_json(), indent=2, ensure_ascii=False))
    else:
        print(_told(table))
    return 0


def _told(table: Table) -> str:
    lines = [table.sentence, ""]
    width = max(len(column.name) for column in table.columns)
    for column in table.columns:
        unit = f" ({column.unit})" if column.unit else ""
        sure = f"{column.confidence:.0%}"
        lines.append(
            f"  {column.name:<{width}}  {column.role:<8} {column.format}{unit}, {sure} sure"
        )
    for question in table.questions:
        answers = ", ".join(f"--answer '{question.about}={c}'" for c in question.choices)
        lines += ["", f"{question.text} ({answers})"]
    return "\n".join(lines)
