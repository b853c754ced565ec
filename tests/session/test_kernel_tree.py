"""Edits of a kernel's tree of terms, and what its numbers are called."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.kernels import KERNELS, build_kernel
from gpstudio.core.language import parse, print_expression
from gpstudio.core.spec import Setting
from gpstudio.session import presets
from gpstudio.session.kernel_edits import (
    Edit,
    can_relocate,
    can_remove,
    exchanged,
    fresh,
    joined,
    moved,
    raised,
    relocated,
    removed,
    unwrapped,
)
from gpstudio.session.kernel_numbers import (
    all_held,
    handles,
    learnt_places,
    left_to_data,
    with_noise_term,
    with_number,
    without_bounds,
)
from gpstudio.session.kernel_tree import Node, Path, at, read, tidy, walk, write

WRITTEN = (
    "matern32",
    "0.4 * matern32(60)",
    "held(2) * matern52(between(30, 10, 90))",
    "rbf([1, 2]) + constant",
    "0.4 * matern32(60) * rbf(5) + white(0.01)",
    "3 * (matern32 + rbf) * constant + rbf(9)**2",
    "(matern32 + 2 * rbf * matern52)**3",
    "0.5 * (matern32 + 2 * (rbf + constant))",
    "rbf(2, dims=[0, 3])",
)


def tree(text: str) -> Node:
    return read(parse(text))


def text(edit: Edit) -> str:
    return print_expression(edit.expression)


@pytest.mark.parametrize("written", WRITTEN)
def test_that_a_tree_writes_the_expression_it_was_read_from(written: str) -> None:
    assert print_expression(write(tree(written))) == print_expression(parse(written))


@pytest.mark.parametrize("written", WRITTEN)
def test_that_a_read_tree_is_tidy(written: str) -> None:
    assert tidy(tree(written)) == tree(written)


@pytest.mark.parametrize(
    ("start", "path", "kind", "result", "selected"),
    [
        ("matern32", (), "sum", "matern32 + rbf", (1,)),
        ("matern32", (), "product", "matern32 * rbf", (1,)),
        ("matern32 + constant", (), "sum", "matern32 + constant + rbf", (2,)),
        ("matern32 + constant", (0,), "sum", "matern32 + rbf + constant", (1,)),
        ("matern32 + constant", (0,), "product", "matern32 * rbf + constant", (0, 1)),
        ("matern32 + constant", (), "product", "(matern32 + constant) * rbf", (1,)),
        ("2 * matern32", (), "product", "2 * matern32 * rbf", (1,)),
        ("2 * matern32", (), "sum", "2 * matern32 + rbf", (1,)),
        ("2 * (matern32 + constant)", (), "sum", "2 * (matern32 + constant) + rbf", (1,)),
        ("matern32**2", (0,), "sum", "(matern32 + rbf)**2", (0, 1)),
    ],
)
def test_that_a_term_is_added_where_a_person_points(
    start: str, path: Path, kind: str, result: str, selected: Path
) -> None:
    edit = joined(tree(start), path, kind, tree("rbf"))  # type: ignore[arg-type]
    assert text(edit) == result
    assert edit.path == selected
    assert at(edit.root, edit.path).name == "rbf"


@pytest.mark.parametrize(
    ("start", "path", "result", "selected"),
    [
        ("matern32 + rbf", (0,), "rbf", ()),
        ("matern32 + rbf + constant", (2,), "matern32 + rbf", (1,)),
        ("2 * matern32 * rbf", (1,), "2 * matern32", ()),
        ("2 * (matern32 + 3 * rbf)", (0,), "2 * rbf", ()),
        ("matern32 + rbf**2", (1, 0), "matern32", ()),
        ("constant + (rbf + matern32) * matern52", (1, 1), "constant + rbf + matern32", ()),
    ],
)
def test_that_what_is_removed_leaves_no_empty_brackets(
    start: str, path: Path, result: str, selected: Path
) -> None:
    edit = removed(tree(start), path)
    assert text(edit) == result
    assert edit.path == selected


def test_that_the_last_term_cannot_be_removed() -> None:
    assert not can_remove(tree("matern32"), ())
    assert not can_remove(tree("matern32**2"), (0,))
    with pytest.raises(InputError, match="replace it"):
        removed(tree("matern32"), ())


def test_that_terms_move_among_their_neighbours_and_stop_at_the_ends() -> None:
    root = tree("matern32 + rbf + constant")
    down = moved(root, (0,), 1)
    assert (text(down), down.path) == ("rbf + matern32 + constant", (1,))
    assert moved(root, (0,), -1) == Edit(root, (0,))
    assert moved(root, (2,), 1) == Edit(root, (2,))


@pytest.mark.parametrize(
    ("start", "source", "parent", "place", "result"),
    [
        ("matern32 + rbf + constant", (0,), (), 3, "rbf + constant + matern32"),
        ("matern32 + rbf + constant", (2,), (), 0, "constant + matern32 + rbf"),
        ("matern32 * rbf + constant", (0, 0), (), 2, "rbf + constant + matern32"),
        ("matern32 * rbf + constant", (1,), (0,), 1, "matern32 * constant * rbf"),
        ("constant + matern32 * rbf", (0,), (1,), 2, "matern32 * rbf * constant"),
        ("constant + matern52 + rbf**2", (2,), (), 0, "rbf**2 + constant + matern52"),
        ("constant + matern52 + rbf**2", (2, 0), (), 0, "rbf + constant + matern52"),
    ],
)
def test_that_a_dragged_term_lands_in_the_gap_it_was_dropped_in(
    start: str, source: Path, parent: Path, place: int, result: str
) -> None:
    root = tree(start)
    edit = relocated(root, source, parent, place)
    assert text(edit) == result
    assert at(edit.root, edit.path).name == at(root, source).name


def test_that_nothing_is_dragged_into_itself_or_onto_a_single_term() -> None:
    root = tree("(matern32 + rbf) * constant + rbf")
    assert not can_relocate(root, (0,), (0,))
    assert not can_relocate(root, (0,), (0, 0))
    assert not can_relocate(root, (0,), (1,))
    assert relocated(root, (0,), (0, 0), 0).root is root


def test_that_powers_are_taken_changed_and_left() -> None:
    root = tree("2 * matern32")
    power = raised(root, (), 2)
    assert text(power) == "(2 * matern32)**2"
    assert text(raised(power.root, power.path, 3)) == "(2 * matern32)**3"
    assert text(raised(power.root, power.path, 1)) == "2 * matern32"
    assert text(unwrapped(power.root, power.path)) == "2 * matern32"


def test_that_an_exchanged_term_keeps_its_variance() -> None:
    edit = exchanged(tree("0.4 * matern32(60) + constant"), (0,), tree("rbf"))
    assert text(edit) == "0.4 * rbf + constant"


@pytest.mark.parametrize("name", KERNELS.names)
def test_that_every_family_makes_a_fresh_term_that_reads_back(name: str) -> None:
    node = fresh(name)
    assert read(write(node)) == node
    build_kernel(write(node))


def test_that_random_edits_always_leave_a_tidy_tree_that_reads_back() -> None:
    random = np.random.default_rng(3)
    names = [name for name in KERNELS.names if name != "white"]
    root = tree("matern32")
    for _ in range(400):
        places = list(walk(root))
        path = places[random.integers(len(places))][0]
        other = places[random.integers(len(places))][0]
        match random.integers(6):
            case 0:
                edit = joined(root, path, "sum", fresh(str(random.choice(names))))
            case 1:
                edit = joined(root, path, "product", fresh(str(random.choice(names))))
            case 2 if can_remove(root, path):
                edit = removed(root, path)
            case 3:
                edit = raised(root, path, int(random.integers(1, 4)))
            case 4:
                edit = relocated(root, path, other, int(random.integers(3)) % 2)
            case _:
                edit = moved(root, path, int(random.integers(-1, 2)))
        root = edit.root if len(list(walk(edit.root))) < 30 else tree("matern32 + 2 * rbf")
        assert read(write(root)) == root
        assert tidy(root) == root
        at(edit.root, edit.path)


def test_that_numbers_are_named_in_written_order_and_changed_one_at_a_time() -> None:
    root = tree("0.4 * matern32(60) + held(2) * rbf(between(5, 1, 9))")
    found = handles(root)
    assert [(h.term, h.parameter.name, h.setting.number) for h in found] == [
        ("Matérn 3/2", "variance", 0.4),
        ("Matérn 3/2", "length", 60.0),
        ("RBF", "variance", 2.0),
        ("RBF", "length", 5.0),
    ]
    changed = with_number(root, found[3], 7.0)
    expected = "0.4 * matern32(60) + held(2) * rbf(between(7, 1, 9))"
    assert print_expression(write(changed)) == expected


def test_that_all_numbers_can_be_held_and_given_back() -> None:
    held = all_held(tree("0.4 * matern32(60) + rbf(between(5, 1, 9))"))
    expected = "held(0.4) * matern32(held(60)) + rbf(held(5))"
    assert print_expression(write(held)) == expected
    assert left_to_data(held) == held
    free = left_to_data(tree("0.4 * matern32(held(60)) + rbf(5)"))
    assert print_expression(write(free)) == "matern32(held(60)) + rbf"


def test_that_numbers_can_be_shown_without_their_bounds() -> None:
    alone = without_bounds(tree("0.4 * matern32(held(60)) + rbf(between(5, 1, 9))"))
    assert print_expression(write(alone)) == "0.4 * matern32(held(60)) + rbf(5)"


@pytest.mark.parametrize(
    ("written", "used", "expected"),
    [
        ("matern32", "0.3 * matern32(40)", {(): 40.0}),
        ("matern32 + white", "0.3 * matern32(40)", {(0,): 40.0, (1,): 0.07}),
        (
            "white + rbf + matern32",
            "2 * rbf(3) + 0.3 * matern32(40)",
            {(0,): 0.07, (1,): 3.0, (2,): 40.0},
        ),
        ("rbf * matern32", "2 * rbf(3) * matern32(40)", {(0,): 3.0, (1,): 40.0}),
        ("rbf", "0.3 * matern32(40)", {}),
    ],
)
def test_that_learnt_numbers_find_their_terms(
    written: str, used: str, expected: dict[Path, float]
) -> None:
    places = learnt_places(tree(written), tree(used), 0.07)
    first = {p: n.numbers[0][0].number for p, n in places.items() if n.kind == "family"}
    assert first == expected


def test_that_noise_goes_back_among_the_terms() -> None:
    kernel = with_noise_term(tree("rbf(3) + matern32(5)"), Setting(0.1, held=True))
    assert print_expression(write(kernel)) == "rbf(3) + matern32(5) + white(held(0.1))"


@pytest.mark.parametrize("preset", presets.PRESETS, ids=lambda preset: preset.title)
def test_that_every_preset_is_a_kernel(preset: presets.Preset) -> None:
    if not presets.is_known(preset):
        pytest.skip(f"a family of '{preset.text}' is not there yet")
    root = tree(preset.text)
    assert read(write(root)) == root
    assert preset in presets.offered()
