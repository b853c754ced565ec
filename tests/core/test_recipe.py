"""The recipe: what may stand in it, how it is written down, and that it decides everything."""

from __future__ import annotations

import json

import pytest

from gpstudio.core.binding import bind, unbind
from gpstudio.core.choices import AUTO, is_auto, make
from gpstudio.core.errors import InputError, nearest, suggestion
from gpstudio.core.kernels import KERNELS
from gpstudio.core.language import Call, RecipeError, parse
from gpstudio.core.learning import LEARNERS
from gpstudio.core.recipe import SLOTS, Recipe, slot
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec, choice, integer, length, variance

FULL = Recipe.of(
    seed=7,
    kernel="0.4*matern32(between(60,10,400))+held(2)*rbf(5) + white(0.01)",
    mean="zero",
    likelihood="gaussian(held(0.2))",
    approximation="exact",
    solver="cholesky",
    learning="ml2(restarts=0)",
)


@pytest.mark.parametrize("recipe", [Recipe(), FULL], ids=["default", "full"])
def test_that_a_recipe_goes_through_json_unchanged(recipe: Recipe) -> None:
    again = Recipe.from_json(json.loads(json.dumps(recipe.as_json())))
    assert again == recipe
    assert hash(again) == hash(recipe)
    assert again.as_json() == recipe.as_json()


def test_that_recipes_compare_by_meaning() -> None:
    assert Recipe.of(kernel="matern32( 60.0 )") == Recipe.of(kernel="matern32(60)")
    assert Recipe.of(kernel="matern32(60)") != Recipe.of(kernel="matern32(61)")
    assert Recipe.of(1) != Recipe.of(2)


def test_that_a_recipe_is_frozen() -> None:
    with pytest.raises(AttributeError):
        FULL.seed = 3  # type: ignore[misc]


def test_that_json_may_leave_lines_out() -> None:
    assert Recipe.from_json({"kernel": "rbf(3)"}) == Recipe.of(kernel="rbf(3)")
    assert Recipe.from_json({}) == Recipe()


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ({"kernle": "rbf"}, "did you mean 'kernel'?"),
        ({"kernel": "rbff"}, "did you mean 'rbf'?"),
        ({"kernel": None}, "no kernel called 'None'"),
        ({"kernel": 3}, "A number alone is no kernel|A kernel is a name"),
        ({"seed": -1}, "whole number from 0"),
        ({"seed": 1.5}, "whole number from 0"),
        ({"seed": True}, "whole number from 0"),
        ({"seed": "1"}, "whole number from 0"),
        ({"mean": "auto"}, "There is no mean called 'auto'"),
        ({"solver": "choleski"}, "did you mean 'cholesky'?"),
        ({"solver": "cholesky(1)"}, "'cholesky' is written cholesky"),
        ({"learning": "ml2(restarts=-1)"}, "'restarts' goes from 0 to 100"),
        ({"learning": "ml2(restarts=2.5)"}, "'restarts' is a whole number"),
        ({"learning": "ml2(restarts=1e300)"}, "'restarts' goes from 0 to 100"),
        ({"learning": "ml2(restarts='many')"}, "'restarts' is a number"),
        ({"learning": "ml2(restarts=held(3))"}, "'restarts' is a number"),
        ({"learning": "ml2 + fixed"}, "A learning is one name"),
        ({"likelihood": "gaussian(nois=3)"}, "did you mean 'noise'?"),
        ({"likelihood": "gaussian(1e-400)"}, "must be more than 0"),
        ({"kernel": "white(0.1)"}, "only noise"),
        ({"kernel": "white(1) + white(2)"}, "written twice"),
        ({"kernel": "matern32 + 2 * white(1)"}, "variance in its brackets"),
        ({"kernel": "matern32 * white(1)"}, "a term of its own"),
        ({"kernel": "2 * (matern32 + white(1))"}, "a term of its own"),
        ({"kernel": ""}, "Nothing is written here"),
    ],
)
def test_that_wrong_words_are_one_sentence(record: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        Recipe.from_json(record)
    assert "\n" not in str(caught.value)


def test_that_an_error_is_told_with_its_own_lines_text() -> None:
    with pytest.raises(RecipeError, match=r"place 7 of '0\.4 \* mattern\(60\)'"):
        Recipe.of(kernel="0.4 * mattern(60)")
    with pytest.raises(InputError, match="did you mean 'kernel'"):
        Recipe.of(kernal="rbf")


def test_that_auto_is_offered_first_where_it_may_stand() -> None:
    for line in SLOTS:
        assert (line.specs[0] is AUTO) == line.auto
        assert line.specs[-len(line.registry) :] == line.registry.specs
        assert slot(line.name) is line
    assert is_auto(parse("auto"))
    assert not is_auto(parse("auto(1)"))


def test_that_every_choice_can_be_written_as_its_signature_says() -> None:
    for line in SLOTS:
        for entry in line.registry.specs:
            written = parse(entry.signature)
            assert isinstance(written, Call)
            assert written.name == entry.name
            assert entry.title
            assert entry.help.endswith(".")


def test_that_defaults_are_those_declared() -> None:
    assert make(LEARNERS, parse("ml2")).restarts == 3
    assert make(LEARNERS, parse("ml2(5)")).restarts == 5


EVERYTHING = Spec(
    "thing",
    "Thing",
    "Takes one of each.",
    (
        length(),
        variance("swing", "Swing", "How far.", default=2.0),
        integer("count", "Count", "How many.", default=3, low=1, high=9),
        choice("kind", "Kind", "Which.", ["plain", "odd"]),
    ),
)


@pytest.mark.parametrize(
    "text",
    [
        "thing",
        "thing(3)",
        "thing(swing=4)",
        "thing(held(3), swing=between(4, 1, 9), count=5, kind='odd')",
        "thing(3, 4, 5, odd)",
    ],
)
def test_that_what_is_bound_can_be_written_back(text: str) -> None:
    bound = bind(EVERYTHING, parse(text))
    assert bind(EVERYTHING, unbind(EVERYTHING, *bound)) == bound


def test_that_a_signature_shows_every_parameter() -> None:
    assert EVERYTHING.signature == "thing(length, swing=2.0, count=3, kind=plain)"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("thing(kind='odds')", "'kind' cannot be 'odds': did you mean 'odd'?"),
        ("thing(kind=3)", "'kind' is one of plain, odd"),
        ("thing(count=0)", "'count' goes from 1 to 9"),
        ("thing(count=kind)", "'count' is a number"),
        ("thing(1, 2, 3, odd, 5)", "is written thing"),
    ],
)
def test_that_options_are_checked_against_their_spec(text: str, sentence: str) -> None:
    with pytest.raises(RecipeError, match=sentence):
        bind(EVERYTHING, parse(text))


def test_that_a_registry_keeps_order_and_names_what_is_near() -> None:
    assert KERNELS.names[0] == "matern32"
    with pytest.raises(InputError, match="There is no kernel called 'matrn': did you mean"):
        KERNELS["matrn"]
    with pytest.raises(RuntimeError, match="two kernels are called 'rbf'"):
        KERNELS.register(KERNELS["rbf"])
    assert len(Registry("empty")) == 0


def test_that_suggestions_end_every_message() -> None:
    assert nearest("Matern32", ["matern32", "rbf"]) == "matern32"
    assert nearest("xyz", ["matern32", "rbf"]) is None
    assert suggestion("xyz", ["b", "a"]) == "choose one of: a, b."
    assert suggestion("", []).endswith(".")
