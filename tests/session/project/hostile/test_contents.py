"""What parts hold is checked before anything is made of it: it is refused, or left out and told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from session.project.hostile.crafting import SOUND, holding, parts_in, sound, with_parts

from gpstudio.core.errors import InputError
from gpstudio.session.project.codec.document import FoundDocument, found_in
from gpstudio.session.project.loading import load
from gpstudio.session.project.part import Part

TEXTS = [part.name for part in parts_in(SOUND) if part.kind == "json"]
NUMBERS = [part.name for part in parts_in(SOUND) if part.kind != "json"]
DEEP = b"[" * 900 + b"]" * 900
Change = Callable[[Any], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return sound(tmp_path / "wheat.gpstudio")


def found(path: Path) -> FoundDocument | None:
    """None where it is refused, in a sentence."""
    try:
        return found_in(load(path))
    except InputError as error:
        assert "\n" not in str(error)
        return None


def telling(path: Path, name: str, change: Change) -> FoundDocument | None:
    """With the JSON of one part changed in place."""

    def changed(part: str, content: bytes) -> bytes:
        if part != name:
            return content
        value = json.loads(content)
        change(value)
        return json.dumps(value).encode()

    return found(holding(path, changed))


@pytest.mark.parametrize("content", [b"null", b"[]", b"{}", b"7", b'"x"', b"[[]]", DEEP, b"NaN"])
def test_that_no_part_is_believed_to_be_what_it_is_called(path: Path, content: bytes) -> None:
    for name in TEXTS:
        sound(path)
        made = found(holding(path, lambda part, held, name=name: content if part == name else held))
        assert made is None or made.document.table is not None


@pytest.mark.parametrize("kind", ["float64 " + "9" * 5000, "float64 ٣", "float64", "", "json"])
def test_that_no_numbers_are_believed_to_be_of_their_kind(path: Path, kind: str) -> None:
    for name in NUMBERS:
        parts = parts_in(sound(path))
        with_parts(path, [Part.of(p.name, kind, p.content) if p.name == name else p for p in parts])
        made = found(path)
        assert made is None or made.lost or name.startswith("kept")


@pytest.mark.parametrize("end", ["9" * 5000, "٣", "007", "-1", "x", ""])
def test_that_a_stretch_that_is_no_number_is_none(path: Path, end: str) -> None:
    """Of fields, of fits and of what is kept."""
    parts = parts_in(path)
    more = [Part.of(f"{name}/{end}", "json", b"[]") for name in ("table/series", "fits", "kept")]
    with_parts(path, [*parts, *more])
    made = found(path)
    assert made is not None
    assert made.lost == ()


def at(*keys: Any, to: Any) -> Change:
    def change(value: Any) -> None:
        *most, last = keys
        for key in most:
            value = value[key]
        value[last] = to

    return change


SERIES, FITS = "table/series/0", "fits/0"
NUMBER = {"number": "nan"}
FIT_LOST = "the fit of field 'west'"
REFUSED = None
UNSOUND: dict[str, tuple[str, Change, str | None]] = {
    "readings fewer than times": (SERIES, at(0, "value", 2, to=[20]), REFUSED),
    "times in a square": (SERIES, at(0, "time", 2, to=[3, 7]), REFUSED),
    "times that are no array": (SERIES, at(0, "time", to=7), REFUSED),
    "an array beyond its pool": (SERIES, at(0, "time", 1, to=10**30), REFUSED),
    "an array of many axes": (SERIES, at(0, "time", 2, to=[1] * 60), REFUSED),
    "an array of endless digits": (SERIES, at(0, "time", 2, to=[10**4000] * 4), REFUSED),
    "weights that are times": (SERIES, at(1, "weight", to=["float64", 0, [21]]), REFUSED),
    "a curve shorter than its band": (FITS, at(0, "curve", "time", 2, to=[9]), FIT_LOST),
    "a curve of nothing": (FITS, at(0, "curve", "time", 2, to=[0]), FIT_LOST),
    "flags that are numbers": (
        FITS, at(0, "curve", "is_forecast", to=["float64", 0, [231]]), FIT_LOST,
    ),
    "a curve without dates": (FITS, at(0, "curve", "dated", to=False), FIT_LOST),
    "residuals of others": (FITS, at(0, "residuals", to=["float64", 0, [3]]), FIT_LOST),
    "a date beyond all": (FITS, at(0, "dates", "stages", 0, "date", to=1e300), FIT_LOST),
    "a date of nothing": (FITS, at(0, "dates", "stages", 0, "date", to=NUMBER), FIT_LOST),
    "a season that ends first": (
        FITS, at(0, "dates", "findings", "candidates", 0, "season", "end", to=0.0), FIT_LOST,
    ),
    "a crop that nobody knows": (FITS, at(0, "fit", "request", "stages", to="moon"), FIT_LOST),
    "lessons of nobody": (FITS, at(0, "taught", to="by all"), FIT_LOST),
    "a fit that is a list": (FITS, at(0, to=[]), FIT_LOST),
    "learnt numbers in a square": (FITS, at(0, "kept", "learnt", "logs", 2, to=[1, 3]), FIT_LOST),
    "members of other numbers": (FITS, at(0, "kept", "learnt", "points", 2, to=[3, 2]), FIT_LOST),
    "a model nested too deep": ("recipe", at("kernel", to="(" * 5000), "the model"),
    "a crop that is asked for": ("request", at("stages", to="moon"), "how stages are dated"),
    "a horizon beyond all": ("request", at("horizon", to=1e300), "how stages are dated"),
    "facts of a number": ("facts", at(0, 0, to=7), "what was known of the fields"),
    "facts of a list": ("facts", at(0, 0, to=[]), "what was known of the fields"),
    "a station that is a list": (
        "facts", at(0, 1, "temperatures", to=[]), "what was known of the fields",
    ),
    "a sowing at no time": (
        "facts", at(0, 1, "sowings", 0, "day", to=NUMBER), "what was known of the fields",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", UNSOUND)
def test_that_what_does_not_belong_together_is_left_out_and_told(path: Path, what: str) -> None:
    name, change, lost = UNSOUND[what]
    made = telling(path, name, change)
    if lost is REFUSED:
        assert made is None
    else:
        assert made is not None
        assert lost in made.lost


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300])
@pytest.mark.parametrize("place", [0, 10, 20])
def test_that_times_are_dates_in_their_order(path: Path, value: float, place: int) -> None:
    """The first numbers of the stretch are the first field's times."""

    def change(part: str, content: bytes) -> bytes:
        numbers = np.frombuffer(content, "<f8").copy() if part == f"{SERIES}/float64" else None
        if numbers is None:
            return content
        assert numbers[0] == 18_000.0
        numbers[place] = value
        return numbers.tobytes()

    assert found(holding(path, change)) is None


def test_that_an_array_that_is_drawn_again_and_again_is_refused(path: Path) -> None:
    """Of each reading was made one: a small text would be as much as memory holds."""

    def change(value: Any) -> None:
        value.extend([value[0]] * 100)

    assert telling(path, SERIES, change) is None
