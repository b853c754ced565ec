"""A kernel expression as a tree of terms, the way a person builds it.

The recipe language writes a term's variance as a number among the factors; to a person it belongs
to the term. So a ``Node`` carries its multiplier, and kernels inside others (``exp(k)``, a change
from one kernel to another) are children like the terms of a sum. ``write(read(e))`` means ``e``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from gpstudio.core.binding import (
    Group,
    Option,
    bind,
    kernels_apart,
    setting,
    unbind,
    with_kernels,
    written,
)
from gpstudio.core.kernels import KERNELS
from gpstudio.core.kernels.family import Registered, registered
from gpstudio.core.kernels.kernel import Scaled
from gpstudio.core.language import Call, Expression, Number, Power, Product, RecipeError, Sum
from gpstudio.core.spec import Parameter, Setting, Spec
from gpstudio.translation import tr

Kind: TypeAlias = Literal["family", "sum", "product", "power"]
Path: TypeAlias = tuple[int, ...]
"""Which child, from the root on."""
TITLES: dict[Kind, str] = {"sum": tr("Sum"), "product": tr("Product"), "power": tr("Power")}
VARIANCE = Scaled.PARAMETER


@dataclass(frozen=True)
class Node:
    """One term: a family by its name, or several terms joined."""

    kind: Kind
    children: tuple[Node, ...] = ()
    multiplier: Setting | None = None
    """The written variance of the term; None where learning gives it one."""
    exponent: int = 1
    name: str = ""
    numbers: tuple[Group, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    """What a family is given besides numbers and kernels."""
    marked: bool = field(default=False, compare=False)
    """Whether an edit wants to find it again."""

    @property
    def spec(self) -> Spec:
        """What is declared of a family."""
        return _entry(self.name).spec

    @property
    def carries_variance(self) -> bool:
        """Of a family: whether one of its own numbers is its size, or parts have theirs."""
        return _entry(self.name).carries_variance

    @property
    def title(self) -> str:
        """As people call it."""
        if self.kind == "family":
            return self.spec.title
        return (
            tr("Power {exponent}", exponent=self.exponent)
            if self.kind == "power"
            else TITLES[self.kind]
        )

    @property
    def holds_a_list(self) -> bool:
        """Whether its children are terms of a sum or factors of a product, in any number."""
        return self.kind in ("sum", "product")

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        """Its own learnable numbers, the multiplier first where one is written."""
        first = () if self.multiplier is None else ((VARIANCE, self.multiplier),)
        if self.kind != "family":
            return first
        learnt = [parameter for parameter in self.spec.parameters if parameter.learnt]
        pairs = zip(learnt, self.numbers, strict=True)
        return (*first, *((parameter, number) for parameter, group in pairs for number in group))

    def with_settings(self, settings: tuple[Setting, ...]) -> Node:
        """The same with other numbers, in the order of ``settings``."""
        waiting = iter(settings)
        multiplier = None if self.multiplier is None else next(waiting)
        numbers = tuple(tuple(next(waiting) for _ in group) for group in self.numbers)
        return replace(self, multiplier=multiplier, numbers=numbers)


def read(expression: Expression) -> Node:
    """The tree of a written kernel; raises where the words are wrong."""
    match expression:
        case Sum(terms):
            return Node("sum", tuple(read(term) for term in terms))
        case Product(factors):
            return _read_product(factors, expression)
        case Power(base, exponent):
            return Node("power", (read(base),), exponent=exponent)
        case Call(name):
            spec = _entry(name).spec
            numbers, options = bind(spec, expression)
            kernels, rest = kernels_apart(spec, options)
            return Node(
                "family", tuple(map(read, kernels)), name=name, numbers=numbers, options=rest
            )
        case _:
            raise RecipeError(tr("A kernel is a name such as matern32(60)"), expression.span)


def write(node: Node) -> Expression:
    """As the recipe language writes it."""
    inside = tuple(write(child) for child in node.children)
    match node.kind:
        case "sum":
            made: Expression = Sum(inside)
        case "product":
            made = Product(inside)
        case "power":
            made = Power(inside[0], node.exponent)
        case "family":
            options = with_kernels(node.spec, node.options, inside)
            made = unbind(node.spec, node.numbers, options)
    return made if node.multiplier is None else Product((written(node.multiplier), made))


def walk(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Every place of the tree, each before what is inside of it."""
    yield path, node
    for place, child in enumerate(node.children):
        yield from walk(child, (*path, place))


def at(root: Node, path: Path) -> Node:
    for place in path:
        root = root.children[place]
    return root


def replaced(root: Node, path: Path, node: Node) -> Node:
    """The tree with another node at a place."""
    if not path:
        return node
    first, rest = path[0], path[1:]
    children = list(root.children)
    children[first] = replaced(children[first], rest, node)
    return replace(root, children=tuple(children))


def tidy(node: Node) -> Node:
    """The tree as reading its own text would give it: no sum in a sum, no sum of one term, one
    variance a product."""
    node = replace(node, children=tuple(tidy(child) for child in node.children))
    match node.kind:
        case "sum":
            node = _spliced(node)
        case "product":
            node = _spliced(_lifted(node))
        case "power" if node.exponent == 1:
            return _under(node.multiplier, node.children[0])
        case _:
            return node
    return _under(node.multiplier, node.children[0]) if len(node.children) == 1 else node


def _entry(name: str) -> type[Registered]:
    return registered(name) or KERNELS[name]


def _read_product(factors: tuple[Expression, ...], whole: Expression) -> Node:
    variances = [factor for factor in factors if _is_number(factor)]
    terms = [read(factor) for factor in factors if not _is_number(factor)]
    if not terms or len(variances) > 1:
        problem = tr("A term takes one multiplier") if terms else tr("A number alone is no kernel")
        raise RecipeError(problem, whole.span)
    made = terms[0] if len(terms) == 1 else Node("product", tuple(terms))
    if not variances:
        return made
    return replace(made, multiplier=setting(VARIANCE, variances[0]))


def _is_number(expression: Expression) -> bool:
    match expression:
        case Number() | Call("held" | "between"):
            return True
        case _:
            return False


def _lifted(product: Node) -> Node:
    """With the variances of its factors as its own: the outermost written one counts."""
    found = [c.multiplier for c in product.children if c.multiplier is not None]
    if not found:
        return product
    bare = tuple(replace(child, multiplier=None) for child in product.children)
    return replace(product, children=bare, multiplier=product.multiplier or found[0])


def _spliced(node: Node) -> Node:
    """With the children of its like among its own, where the brackets change nothing."""
    children: list[Node] = []
    for child in node.children:
        plain = child.kind == node.kind and child.multiplier is None
        children += child.children if plain else (child,)
    return replace(node, children=tuple(children))


def _under(multiplier: Setting | None, node: Node) -> Node:
    """A node that takes over the variance of what stood around it."""
    return node if multiplier is None else replace(node, multiplier=multiplier)
