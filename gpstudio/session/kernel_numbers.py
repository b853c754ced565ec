"""The numbers of a kernel's tree, one by one: to be shown beside their terms and to be tried.

A fit writes its kernel with every number it used; the tree that a person wrote may lack some, and
may hold the noise as a term. Both are walked in the same order to find which belongs to which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gpstudio.core.spec import Parameter, Setting
from gpstudio.session.kernel_tree import Node, Path, at, read, replaced, walk, write

NOISE_TERM = "white"


@dataclass(frozen=True)
class Handle:
    """One number of a tree."""

    path: Path
    place: int
    """Among the settings of its term."""
    term: str
    """What its term is called."""
    parameter: Parameter
    setting: Setting


def handles(root: Node) -> tuple[Handle, ...]:
    """Every number of the tree, in the order in which it is written."""
    return tuple(
        Handle(path, place, node.title, parameter, setting)
        for path, node in walk(root)
        for place, (parameter, setting) in enumerate(node.settings)
    )


def with_number(root: Node, handle: Handle, number: float) -> Node:
    """The tree with one number changed, bounds and all else as they were."""
    node = at(root, handle.path)
    settings = [setting for _, setting in node.settings]
    settings[handle.place] = settings[handle.place].at(number)
    return replaced(root, handle.path, node.with_settings(tuple(settings)))


def all_held(root: Node) -> Node:
    """The tree with every number kept as it stands."""
    return _with_each(root, lambda setting: Setting(setting.number, held=True))


def without_bounds(root: Node) -> Node:
    """The tree with its numbers alone: what they might have been is no part of what they are."""
    return _with_each(root, lambda setting: Setting(setting.value, held=setting.held))


def _with_each(root: Node, change: Callable[[Setting], Setting]) -> Node:
    for handle in handles(root):
        node = at(root, handle.path)
        settings = [setting for _, setting in node.settings]
        settings[handle.place] = change(settings[handle.place])
        root = replaced(root, handle.path, node.with_settings(tuple(settings)))
    return root


def left_to_data(root: Node) -> Node:
    """The tree without the numbers that learning found; what is kept stays."""
    children = tuple(left_to_data(child) for child in root.children)
    held = root.multiplier if root.multiplier is not None and root.multiplier.held else None
    numbers = tuple(
        tuple(setting if setting.held else Setting() for setting in group) for group in root.numbers
    )
    return replace(root, children=children, multiplier=held, numbers=numbers)


def has_noise_term(root: Node) -> bool:
    """Whether the noise is written as a term of the kernel."""
    return any(node.name == NOISE_TERM for _, node in walk(root))


def with_noise_term(curve: Node, noise: Setting) -> Node:
    """The kernel with its noise as a term again."""
    term = Node("family", name=NOISE_TERM, numbers=((noise,),))
    return read(write(Node("sum", (curve, term))))


def learnt_places(written: Node, used: Node, noise: float) -> dict[Path, Node]:
    """For each term as written the one that the fit used, where the two trees agree."""
    mine, theirs = _curve_places(written), list(walk(used))
    alike = [_likeness(node) for _, node in mine] == [_likeness(node) for _, node in theirs]
    if not alike:
        return {}
    found = {path: node for (path, _), (_, node) in zip(mine, theirs, strict=True)}
    for path, node in walk(written):
        if node.name == NOISE_TERM:
            found[path] = replace(node, numbers=((node.numbers[0][0].at(noise),),))
    return found


def _curve_places(root: Node) -> list[tuple[Path, Node]]:
    """Every place but the noise, which is no part of the curve."""
    if root.kind != "sum":
        return list(walk(root))
    terms = [(i, term) for i, term in enumerate(root.children) if term.name != NOISE_TERM]
    whole = [((), replace(root, children=tuple(t for _, t in terms)))] if len(terms) > 1 else []
    return [*whole, *(found for i, term in terms for found in walk(term, (i,)))]


def _likeness(node: Node) -> tuple[str, str, int, int]:
    return node.kind, node.name, node.exponent, len(node.children)
