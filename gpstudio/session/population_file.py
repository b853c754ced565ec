"""A population as a file of its own: learnt once, and taken for whatever comes later."""

from __future__ import annotations

import json
import os
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.learning.population import Population
from gpstudio.data.atomic import write_atomic
from gpstudio.data.texts import shown
from gpstudio.session.population import NO_POPULATION, Known
from gpstudio.translation import tr

LARGEST = 10_000_000
"""Bytes: what is larger is no population."""


def population_text(population: Population) -> str:
    return json.dumps(population.as_json(), indent=1, ensure_ascii=False) + "\n"


def write_population(path: Path, population: Population) -> Path:
    text = population_text(population)
    return write_atomic(path, lambda handle: handle.write(text))


def known_population(said: str | os.PathLike[str]) -> Known:
    """By a word or the path of a file."""
    return NO_POPULATION if said == NO_POPULATION else read_population(Path(said))


def read_population(path: Path) -> Population:
    """An ``InputError`` where the file holds none that this version reads."""
    try:
        large = path.stat().st_size > LARGEST
        record = None if large else json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            tr(
                "{file} cannot be read ({fault}): say where 'gpstudio learn' wrote the population.",
                file=shown(path),
                fault=error.strerror or type(error).__name__,
            )
        ) from None
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise InputError(
            tr("{file} holds no population: 'gpstudio learn' writes one.", file=shown(path))
        )
    try:
        return Population.from_json(record)
    except InputError as error:
        raise InputError(f"{shown(path)}: {error}") from None
