"""The recipe language: what is printed reads back, wrong words are pointed at, nothing runs."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.kernels.family import names as kernel_words
from gpstudio.core.language import (
    Call,
    Expression,
    Items,
    Number,
    Power,
    Product,
    RecipeError,
    Sum,
    Text,
    parse,
    print_expression,
    print_number,
)
from gpstudio.core.language.parser import DEEPEST_NESTING, LONGEST_TEXT

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
numbers = st.builds(Number, st.floats(allow_nan=False, allow_infinity=False))
texts = st.builds(
    Text,
    st.text(string.printable.translate(str.maketrans("", "", '\n"')), max_size=8)
    | st.text(string.printable.translate(str.maketrans("", "", "\n'")), max_size=8)
    | st.sampled_from(["größe µ²", "1 + 2", "held(3)", ""]),
)


def _inner(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(children, min_size=2, max_size=4).map(tuple)
    arguments = st.lists(children, max_size=3).map(tuple)
    keywords = st.dictionaries(names, children, max_size=3).map(lambda d: tuple(d.items()))
    bounds = st.tuples(numbers, numbers, numbers)
    return (
        st.builds(Sum, several)
        | st.builds(Product, several)
        | st.builds(Product, several, arguments)
        | st.builds(Power, children, st.integers(1, 999_999))
        | st.builds(Items, arguments)
        | st.builds(Call, names, arguments, keywords)
        | st.builds(lambda number: Call("held", (number,)), numbers)
        | st.builds(lambda three: Call("between", three), bounds)
    )


trees = st.recursive(numbers | texts | st.builds(Call, names), _inner, max_leaves=25)


@settings(max_examples=100, deadline=None)
@given(trees)
@example(Power(Power(Call("a"), 2), 3))
@example(Power(Number(-2.0), 2))
@example(Product((Number(-1.0), Sum((Call("a"), Number(-0.5))))))
@example(Sum((Call("a"), Product((Number(1e-300), Call("b"))))))
@example(Items((Sum((Number(1e15), Number(-1e16))), Items(()))))
@example(Sum((Call("a"), Product((Number(-1.0), Power(Number(2.0), 2))))))
@example(Sum((Number(-1.0), Product((Number(-1.0), Number(-1.0), Call("b"))))))
@example(Sum((Call("a"), Power(Number(-2.0), 2), Number(-2.0))))
@example(
    Product((Number(-1.0), Sum((Call("a"), Call("b")))), (Product((Call("c"),), (Call("d"),)),))
)
@example(
    Product((Power(Number(-1.0), 3), Call("b")), (Number(-2.0), Power(Power(Call("c"), 2), 3)))
)
@example(Number(5e-324))
@example(Number(-0.0))
def test_that_what_is_printed_reads_back_as_the_same_tree(tree: Expression) -> None:
    written = print_expression(tree)
    assert parse(written) == tree
    assert print_expression(parse(written)) == written


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a-b", "a - b"),
        ("a + -3*b", "a - 3 * b"),
        ("-(a+b)/c", "-(a + b) / c"),
        ("a/(b*c)*d", "a * d / b / c"),
        ("1 - 0.5*x/3", "1 - 0.5 * x / 3"),
        ("exp(-x**2/2)", "exp(-x**2 / 2)"),
        ("-2 * a", "-2 * a"),
    ],
)
def test_that_signs_are_shown_as_people_write_them(text: str, shown: str) -> None:
    assert print_expression(parse(text)) == shown
    assert parse(shown) == parse(text)


def test_that_a_minus_reaches_as_far_as_its_term() -> None:
    text = "a - b * c"
    span = parse(text).terms[1].span
    assert text[span.start : span.end] == "- b * c"


def test_that_any_number_of_signs_is_no_nesting() -> None:
    assert parse("-" * 9_999 + "a") == parse("-a")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_that_what_is_no_number_is_written_where_a_message_is_about_it(value: float) -> None:
    assert print_number(value) == repr(value)


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_that_a_number_reads_back_to_the_last_digit(value: float) -> None:
    assert parse(print_number(value)) == Number(value)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a+b", Sum((Call("a"), Call("b")))),
        ("a + -1", Sum((Call("a"), Number(-1.0)))),
        ("2 +3", Sum((Number(2.0), Number(3.0)))),
        ("a()", Call("a")),
        ("a(1,)", Call("a", (Number(1.0),))),
        ("[1, 2,]", Items((Number(1.0), Number(2.0)))),
        ("a + (b + c)", Sum((Call("a"), Call("b"), Call("c")))),
        ("(a * b) * c", Product((Call("a"), Call("b"), Call("c")))),
        ("a + b * c", Sum((Call("a"), Product((Call("b"), Call("c")))))),
        ("(a + b) * c", Product((Sum((Call("a"), Call("b"))), Call("c")))),
        ("2*a**3", Product((Number(2.0), Power(Call("a"), 3)))),
        ("a - b", Sum((Call("a"), Product((Number(-1.0), Call("b")))))),
        ("a -1", Sum((Call("a"), Number(-1.0)))),
        ("a - -1", Sum((Call("a"), Number(1.0)))),
        ("a - 2 * b", Sum((Call("a"), Product((Number(-2.0), Call("b")))))),
        ("a - (b - c)", Sum((Call("a"), Product((Number(-1.0), parse("b - c")))))),
        ("-a * b", Product((Number(-1.0), Call("a"), Call("b")))),
        ("-2**2", Product((Number(-1.0), Power(Number(2.0), 2)))),
        ("(-2)**2", Power(Number(-2.0), 2)),
        ("2 * -a", Product((Number(2.0), Number(-1.0), Call("a")))),
        ("a / b", Product((Call("a"),), (Call("b"),))),
        ("a / b / c", Product((Call("a"),), (Call("b"), Call("c")))),
        ("a / (b * c)", Product((Call("a"),), (Call("b"), Call("c")))),
        ("a / b * c", Product((Call("a"), Call("c")), (Call("b"),))),
        ("a / (b / c)", Product((Call("a"), Call("c")), (Call("b"),))),
        ("1 / b**2", Product((Number(1.0),), (Power(Call("b"), 2),))),
        ("  \t 1e3 \n", Number(1000.0)),
        (".5", Number(0.5)),
        ("5.", Number(5.0)),
        ("+5", Number(5.0)),
        ("f(x='a \"b\"')", Call("f", keywords=(("x", Text('a "b"')),))),
        ("\u00a00.4 *\u00a0a\u2009", Product((Number(0.4), Call("a")))),
    ],
)
def test_that_the_grammar_is_the_one_written_down(text: str, tree: Expression) -> None:
    assert parse(text) == tree


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.text("()[]+-*/=,.\"' ae19_", max_size=40))
@example("a**" + "1" * 5000)
@example("\x1c\x1d")
@example("(" * 5000)
@example("٣")
def test_that_any_text_is_a_tree_or_an_error_of_one_line_with_a_place_inside(text: str) -> None:
    try:
        tree = parse(text)
    except RecipeError as error:
        assert 0 <= error.span.start <= len(text)
        assert error.span.start < error.span.end
        assert error.text == text
        assert "\n" not in str(error)
    else:
        assert parse(print_expression(tree)) == tree


@settings(max_examples=200, deadline=None)
@given(
    trees | st.text("()[]+-*/,=1.5 matern32rbfconstantwhiteheldbetweenbasislinearexp", max_size=40)
)
def test_that_any_expression_is_a_kernel_or_an_input_error(tree: Expression | str) -> None:
    try:
        kernel = build_kernel(parse(tree) if isinstance(tree, str) else tree)
        assert build_kernel(parse(str(kernel))) == kernel
    except InputError as error:
        assert "\n" not in str(error)


WRONG = [
    # text, first wrong character counted from 0, what the sentence says
    ("", 0, "Nothing is written here"),
    ("   ", 3, "Nothing is written here"),
    ("a +", 3, "text ends where a name or a number"),
    ("a b", 2, "'b' stands where an end or a sign such as '+'"),
    ("a 5", 2, "'5' stands where"),
    ("a -", 3, "text ends where a name or a number"),
    ("/ a", 0, "'/' stands where a name or a number"),
    ("a * / b", 4, "'/' stands where a name or a number"),
    ("(a", 2, "text ends where ')'"),
    ("a)", 1, "')' stands where"),
    ("f(a", 3, "text ends where ')'"),
    ("f(a b)", 4, "'b' stands where ')'"),
    ("[1, 2", 5, "text ends where ']'"),
    ("f(, a)", 2, "',' stands where a name or a number"),
    ("a ** b", 5, "whole number from 1"),
    ("a ** 0", 5, "whole number from 1"),
    ("a ** 2.5", 5, "whole number from 1"),
    ("a ** -1", 5, "whole number from 1"),
    ("a ** 2 ** 3", 7, "'**' stands where"),
    ("a ** " + "9" * 5000, 5, "whole number from 1"),
    ("a # b", 2, "'#' has no meaning"),
    ("a\u00a0#", 2, "'#' has no meaning"),
    ("größe", 2, "'ö' has no meaning"),
    ('"open', 0, "'\"' has no meaning"),
    ("1e999", 0, "too large a number"),
    ("f(x=1, 2)", 7, "unnamed value cannot follow"),
    ("f(x=1, x=2)", 7, "'x' is given twice"),
    ("f(x=)", 4, "')' stands where"),
    ("x = 1", 2, "'=' stands where"),
    ("__import__('os').system('x')", 16, "'.' has no meaning"),
    ("lambda: 1", 6, "':' has no meaning"),
    ("a; b", 1, "';' has no meaning"),
]


@pytest.mark.parametrize(("text", "place", "sentence"), WRONG)
def test_that_a_wrong_word_is_pointed_at(text: str, place: int, sentence: str) -> None:
    with pytest.raises(RecipeError) as caught:
        parse(text)
    assert caught.value.span.start == place
    assert sentence in str(caught.value)
    assert f"place {place + 1} of" in str(caught.value)


WRONG_KERNELS = [
    ("matern3(60)", 0, "did you mean 'matern32'?"),
    ("1 + matern32(60)", 0, "A kernel is a name such as"),
    ("0.4 * mattern(60)", 6, "did you mean 'matern'?"),
    ("matern32(60) + rfb(3)", 15, "did you mean 'rbf'?"),
    ("zzzzzz(60)", 0, "choose one of: " + ", ".join(sorted(kernel_words()))),
    ("matern32(length=60, 5)", 20, "unnamed value cannot follow"),
    ("matern32(lenght=60)", 16, "did you mean 'length'?"),
    ("matern32(60, [0], 70)", 18, "'matern32' is written matern32(length, dims)"),
    ("matern32(60, length=70)", 20, "'length' is given twice"),
    ("matern32(-60)", 9, "'length' must be more than 0"),
    ("matern32(0)", 9, "'length' must be more than 0"),
    ("matern32(held(0))", 9, "'length' must be more than 0"),
    ("matern32(between(30, 0, 90))", 9, "'length' must be more than 0"),
    ("matern32(between(30, 40, 90))", 9, "low ≤ start ≤ high"),
    ("matern32(between(30, 10))", 9, "held(number)"),
    ("matern32('sixty')", 9, "'length' is a number"),
    ("matern32(rbf(3))", 9, "'length' is a number"),
    ("held(3)", 0, "'held' is a number, not a kernel"),
    ("2 * 3 * matern32(1)", 4, "one multiplier"),
    ("2 * 3", 0, "A number alone is no kernel"),
    ("-2 * matern32(1)", 0, "never subtracted: a multiplier must be more than 0"),
    ("-matern32(1)", 0, "never subtracted: a multiplier must be more than 0"),
    ("0 * matern32(1)", 0, "'variance' must be more than 0"),
    ("held(auto) * matern32(1)", 0, "A multiplier that is held has a number"),
    ("modulated(matern32(1), sine(x))", 23, "did you mean 'sin'?"),
    ("modulated(matern32(1))", 0, "'modulated' is written modulated(kernel, by)"),
    ("modulated(x, x)", 10, "There is no kernel called 'x'"),
    ("basis([x, y])", 10, "A formula knows no 'y'"),
    ("basis([])", 6, "The list of formulas is empty"),
    ("exp(mattern(3))", 4, "did you mean 'matern'?"),
    ("polynomial(2.5)", 11, "'degree' is a whole number"),
    ("polynomial(0)", 11, "'degree' goes from 1 to 10"),
    ("matern32(1) / 2", 14, "cannot be divided"),
    ("matern32(1) - rbf(2)", 12, "never subtracted"),
    ("[matern32(1)]", 0, "A kernel is a name such as"),
]


@pytest.mark.parametrize(("text", "place", "sentence"), WRONG_KERNELS)
def test_that_a_wrong_kernel_is_pointed_at(text: str, place: int, sentence: str) -> None:
    with pytest.raises(RecipeError) as caught:
        build_kernel(parse(text))
    assert sentence in str(caught.value)
    assert caught.value.span.start == place


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("linear()", "linear"),
        ("linear(2, centre=held(auto))", "linear(2)"),
        ("linear(centre=auto)", "linear(centre=auto)"),
        ("linear(centre=[held(auto), 3])", "linear(centre=[held(auto), 3])"),
        ("linear(centre=-3)", "linear(centre=-3)"),
        ("matern32(held(auto))", "matern32(held(auto))"),
        ("matern32(auto)", "matern32"),
    ],
)
def test_that_what_is_left_to_the_data_is_kept_apart_from_what_is_learnt(
    text: str, shown: str
) -> None:
    kernel = build_kernel(parse(text))
    assert str(kernel) == shown
    assert build_kernel(parse(shown)) == kernel


def test_that_the_place_is_right_in_what_is_shown_of_a_long_or_spaced_text() -> None:
    """People count in what they see: the shown text keeps its places, or shows the wrong spot."""
    for text in ("a  +   b  oops", "a +\n b\n oops", " + ".join(["matern32(60)"] * 40) + " oops"):
        with pytest.raises(RecipeError) as caught:
            parse(text)
        sentence = str(caught.value)
        assert "\n" not in sentence
        shown = sentence[sentence.index(" of '") + 5 : sentence.rindex("'")]
        wrong = text.split()[-1]
        assert wrong in shown, "the wrong word itself is shown"
        if len(text) < 80:
            assert shown[caught.value.span.start :].startswith(wrong)


@pytest.mark.parametrize("bracket", ["(", "f(", "[", "f(x="])
def test_that_nesting_has_a_limit_with_a_sentence(bracket: str) -> None:
    close = "]" if bracket == "[" else ")"
    deep = bracket * (DEEPEST_NESTING - 1) + "a" + close * (DEEPEST_NESTING - 1)
    assert parse(deep)
    with pytest.raises(RecipeError, match="nest deeper than 50"):
        parse(bracket * DEEPEST_NESTING + "a" + close * DEEPEST_NESTING)
    with pytest.raises(RecipeError, match="nest deeper than 50"):
        parse(bracket * 2_000)


def test_that_many_brackets_side_by_side_are_no_nesting() -> None:
    text = " + ".join(["(a * (b + c))"] * 200)
    assert len(parse(text).terms) == 200


def test_that_length_has_a_limit_with_a_sentence() -> None:
    assert parse("a" + " " * (LONGEST_TEXT - 1))
    with pytest.raises(RecipeError, match="longer than 10,000 characters") as caught:
        parse("a" * (LONGEST_TEXT + 1))
    assert len(str(caught.value)) < 250


def test_that_every_node_knows_where_it_was_written() -> None:
    text = "0.4 * matern32(between(60, 1, 90)) + f(x=[1, 'ab'], y=(a + b)**2)"
    tree = parse(text)

    def written(node: Expression) -> str:
        return text[node.span.start : node.span.end]

    assert written(tree) == text
    product, call = tree.terms
    assert written(product) == "0.4 * matern32(between(60, 1, 90))"
    assert written(product.factors[1].arguments[0]) == "between(60, 1, 90)"
    assert written(call) == "f(x=[1, 'ab'], y=(a + b)**2)"
    items, power = (value for _, value in call.keywords)
    assert written(items) == "[1, 'ab']"
    assert written(items.items[1]) == "'ab'"
    # brackets are no node: the span is that of what stands in them
    assert written(power) in ("(a + b)**2", "a + b)**2")


def test_that_equal_meanings_are_equal_and_hash_alike_wherever_they_stand() -> None:
    first, second = parse("a+(b+2.0)"), parse("  a +  b  + 2")
    assert first == second
    assert hash(first) == hash(second)


def test_that_nothing_is_ever_evaluated() -> None:
    """Names are names: those of Python's own functions too."""
    tree = parse("__import__('os', open='x') + eval(exit(), 1 + 1)")
    assert isinstance(tree, Sum)
    assert tree.terms[1] == Call("eval", (Call("exit"), Sum((Number(1.0), Number(1.0)))))
