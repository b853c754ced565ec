"""What is saved comes back to the last bit, and what cannot is refused when it is saved."""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.core.arrays import AnyArray, Flags, Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.inference.report import Report
from gpstudio.core.recipe import Recipe
from gpstudio.data.writing.forecast import Forecast
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import StageDate
from gpstudio.session.project.codec.arrays import array_of, array_part
from gpstudio.session.project.codec.composed import form_of
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.texts import json_of, json_part
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False).filter(lambda number: abs(number) != np.inf),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def held(*parts: Part) -> Contents:
    return Contents(Path("wheat.gpstudio"), {part.name: part for part in parts})


def there_and_back(value: Any, kind: Any = None) -> Any:
    return value_of(kind or type(value), held(*parts_of("value", value, kind)), "value")


@given(JSON)
def test_that_json_comes_back(value: Any) -> None:
    assert json_of(held(json_part("a", value)), "a") == value


def test_that_json_is_plain_utf8_in_the_order_of_its_keys() -> None:
    part = json_part("a", {"b": [1, 0.1], "a": "Ähre"})
    assert bytes(part.content) == '{"a":"Ähre","b":[1,0.1]}'.encode()


def test_that_long_lists_are_written_as_short_ones_are() -> None:
    rows = [[number, f"field {number}", {"z": 1, "a": None}] for number in range(2000)]
    part = json_part("a", {"rows": rows, "none": []})
    assert json_of(held(part), "a") == {"rows": rows, "none": []}


def test_that_half_a_surrogate_pair_comes_back() -> None:
    """As in the name of a file that is no UTF-8."""
    assert json_of(held(json_part("a", ["\udcff", "é"])), "a") == ["\udcff", "é"]


def test_that_nan_is_no_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_part("a", [float("nan")])


@pytest.mark.parametrize(
    "array",
    [
        np.array([0.1, -0.0, np.inf, -np.inf, np.nan, 5e-324]),
        np.frombuffer(np.array([0x7FF8DEADBEEF0001, 0xFFF0000000000001], dtype="<u8")),
        np.arange(24.0).reshape(2, 3, 4),
        np.arange(24.0).reshape(4, 6)[::-2, ::3],
        np.arange(6.0).reshape(2, 3).T,
        np.array([2**63 - 1, -(2**63)]),
        np.array([True, False, True]),
        np.zeros((3, 0)),
        np.array(2.5),
        np.arange(3.0).astype(">f8"),
    ],
)
def test_that_arrays_come_back_bit_for_bit(array: AnyArray) -> None:
    back = array_of(held(array_part("a", array)), "a")
    native = array.astype(array.dtype.newbyteorder("="))
    assert (back.dtype, back.shape) == (native.dtype, native.shape)
    assert back.tobytes() == native.tobytes()


def test_that_arrays_are_little_endian_with_their_shape_in_the_kind() -> None:
    part = array_part("a", np.array([[1.0, 2.0]]))
    assert part.kind == "float64 1 2"
    assert bytes(part.content) == bytes.fromhex("000000000000f03f0000000000000040")


def test_that_arrays_come_back_writable() -> None:
    """Else compiled code would be compiled once more for them."""
    from_file = Part.of("a", "float64 3", memoryview(bytearray(24)))
    from_memory = array_part("a", np.arange(3.0))
    for part in (from_file, from_memory):
        assert array_of(held(part), "a").flags.writeable


@pytest.mark.parametrize("array", [np.array(["a"]), np.array([1], "f4"), np.array([None])])
def test_that_other_arrays_are_refused(array: AnyArray) -> None:
    with pytest.raises(ValueError, match="a project holds no arrays of"):
        array_part("a", array)


@pytest.mark.parametrize("kind", ["float64 2", "float64 -1", "float64 x", "object 1", "json", ""])
def test_that_an_array_that_is_none_is_refused(kind: str) -> None:
    part = Part.of("a", kind, bytes(8)) if kind else json_part("a", [])
    with pytest.raises(InputError, match=r"The part 'a' of 'wheat.gpstudio' does not hold"):
        array_of(held(part), "a")


@dataclass(frozen=True)
class Inner:
    word: Literal["west", "east"]
    ends: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class Outer:
    text: str
    count: int
    number: float
    truth: bool
    when: str | float | None
    inner: tuple[Inner, ...]
    named: Mapping[str, Inner]
    path: Path
    recipe: Recipe
    floats: Floats
    integers: Integers
    flags: Flags
    pair: tuple[Floats, Floats] | None = None
    extra: dict[str, str] = field(default_factory=dict)


def outer(**changes: Any) -> Outer:
    return Outer(
        **{
            "text": "Ähre\n\udcff",
            "count": 2**80,
            "number": 0.1,
            "truth": True,
            "when": 3.0,
            "inner": (Inner("west"), Inner("east", (1.0, -0.0))),
            "named": {"b": Inner("east"), "a": Inner("west")},
            "path": Path("data") / "ndvi.csv",
            "recipe": Recipe.of(3, kernel="0.1 * matern32(40) + white(0.01)"),
            "floats": np.array([np.nan, 1.0]),
            "integers": np.array([[1], [2]]),
            "flags": np.array([True]),
            "pair": (np.arange(3.0), np.zeros(0)),
            **changes,
        }
    )


def test_that_a_dataclass_comes_back() -> None:
    before, after = outer(), there_and_back(outer())
    assert list(after.named) == ["b", "a"]
    for each in dataclasses.fields(Outer):
        one, other = getattr(before, each.name), getattr(after, each.name)
        assert type(one) is type(other)
        assert _bits(one) == _bits(other), each.name


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), 0.0, 1e-300, 30])
def test_that_every_double_comes_back(number: float) -> None:
    back = there_and_back(outer(number=number, when=number))
    assert np.array_equal([back.number, back.when], [number, number], equal_nan=True)


def test_that_numpys_relatives_come_back_as_pythons_own() -> None:
    back = there_and_back(outer(number=np.float64(0.5), count=np.int64(7), truth=np.bool_(True)))
    assert [type(each) for each in (back.number, back.count, back.truth)] == [float, int, bool]


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": 3},
        {"count": 1.5},
        {"count": True},
        {"number": "0.1"},
        {"number": 2**60 + 1},
        {"truth": 1},
        {"inner": [Inner("west")]},
        {"inner": (Inner("north"),)},  # type: ignore[arg-type]
        {"named": {1: Inner("west")}},
        {"floats": [1.0]},
        {"floats": np.array(["a"])},
        {"path": "ndvi.csv"},
        {"pair": (np.zeros(1),)},
    ],
)
def test_that_what_would_not_come_back_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not what its field declares|holds no arrays|no double"):
        parts_of("value", outer(**wrong))


def test_that_a_field_that_is_new_since_takes_its_default() -> None:
    part = json_part("value", {"word": "west"})
    assert value_of(Inner, held(part), "value") == Inner("west")


@pytest.mark.parametrize(
    "record",
    [
        {"word": "north"},
        {"word": "west", "newer": 1},
        {"ends": None},
        {"word": "west", "ends": [1.0]},
        {"word": "west", "ends": [1, 2]},
        {"word": ["west"]},
        ["west"],
        None,
    ],
)
def test_that_a_record_of_something_else_is_refused(record: Any) -> None:
    with pytest.raises(InputError, match="does not hold what it should"):
        value_of(Inner, held(json_part("value", record)), "value")


@pytest.mark.parametrize(
    "place",
    [
        ["float64", 1, [2]],
        ["float64", -1, [1]],
        ["float64", 0, [-1]],
        ["float64", 0.5, [1]],
        ["float32", 0, [1]],
        ["float64", 0],
        "float64",
        None,
    ],
)
def test_that_an_array_beyond_its_pool_is_refused(place: Any) -> None:
    parts = json_part("value", place), array_part("value/float64", np.zeros(2))
    with pytest.raises(InputError, match="does not hold what it should"):
        value_of(Floats, held(*parts), "value")


def test_that_a_type_without_a_form_is_refused() -> None:
    for kind in (complex, list[str], dict[int, str], Any):
        with pytest.raises(TypeError, match="a project has"):
            form_of(kind)


@pytest.mark.parametrize("kind", [Report, StageDate, Season, Forecast, Recipe])
def test_that_the_results_of_a_fit_have_a_form(kind: Any) -> None:
    assert form_of(kind) is form_of(kind)


def test_that_a_recipe_comes_back() -> None:
    recipe = Recipe.of(
        kernel="0.4 * matern32(held(60)) + periodic(1, period=365.25) * matern52(400)",
        likelihood="student_t(freedom=4)",
        scale="logit(-0.1, 1.05)",
        solver="cg(tolerance=1e-6)",
        approximation='nystrom(rank=50, sampling="rpcholesky")',
    )
    assert there_and_back(recipe) == recipe


def test_that_writing_takes_no_copy_of_an_array() -> None:
    array = np.zeros(1000)
    part = array_part("a", array)
    array[0] = 1.0
    assert bytes(part.content[:8]) == np.float64(1.0).tobytes()
    del array
    gc.collect()
    assert len(bytes(part.content)) == 8000


def _bits(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tobytes()
    if isinstance(value, tuple):
        return tuple(map(_bits, value))
    return repr(value) if isinstance(value, float) else value
