"""What a person can do to a kernel's tree of terms. Each gives the new tree and where the term
that was worked on is now, so that it stays selected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gpstudio.core.binding import kernel_names
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import KERNELS, build_kernel
from gpstudio.core.language import Call, Expression
from gpstudio.core.spec import Spec
from gpstudio.session.kernel_tree import (
    Node,
    Path,
    at,
    read,
    replaced,
    tidy,
    walk,
    write,
)
from gpstudio.translation import tr

PLACEHOLDER = Call("x")
"""The formula that stands where one is asked for, until a person writes another."""


@dataclass(frozen=True)
class Edit:
    """A changed tree and the place to select in it."""

    root: Node
    path: Path

    @property
    def expression(self) -> Expression:
        return write(self.root)


def fresh(name: str) -> Node:
    """A new term of a family, with everything that can come from the data left to it."""
    node = read(blank(KERNELS[name].spec))
    build_kernel(write(node))
    return node


def blank(spec: Spec) -> Call:
    """The shortest way to write a choice: with nothing but what it cannot do without."""
    fillings = {"kernel": lambda: Call(plainest().name), "functions": lambda: PLACEHOLDER}
    return Call(
        spec.name,
        keywords=tuple((p.name, fillings[p.kind]()) for p in spec.parameters if p.kind in fillings),
    )


def plainest() -> Spec:
    """The first family that can be written by its name alone."""
    needed = ("kernel", "functions")
    return next(s for s in KERNELS.specs if not any(p.kind in needed for p in s.parameters))


def wrappers() -> tuple[Spec, ...]:
    """The families that have kernels inside."""
    return tuple(spec for spec in KERNELS.specs if kernel_names(spec))


def joined(root: Node, path: Path, kind: Literal["sum", "product"], node: Node) -> Edit:
    """Add a term to the one at ``path``, or multiply it: beside it where it already stands in such
    a list, else both under a new sum or product."""
    here, node = at(root, path), replace(node, marked=True)
    if here.kind == kind and here.multiplier is None:
        return _settled(root, path, replace(here, children=(*here.children, node)))
    parent = at(root, path[:-1]) if path else here
    if path and parent.kind == kind:
        return _settled(root, path[:-1], _with_child(parent, path[-1] + 1, node))
    return _settled(root, path, Node(kind, (here, node)))


def wrapped(root: Node, path: Path, name: str) -> Edit:
    """Put the term inside a family that holds kernels, as its first one."""
    around = fresh(name)
    children = (at(root, path), *around.children[1:])
    return _settled(root, path, replace(around, children=children, marked=True))


def raised(root: Node, path: Path, exponent: int) -> Edit:
    """Take a power of the term; of a power, another one."""
    here = at(root, path)
    if here.kind != "power":
        here = Node("power", (here,))
    return _settled(root, path, replace(here, exponent=exponent, marked=True))


def can_remove(root: Node, path: Path) -> bool:
    """Not the whole, nor a kernel that the one around it cannot do without."""
    if not path:
        return False
    parent = at(root, path[:-1])
    return can_remove(root, path[:-1]) if parent.kind == "power" else parent.holds_a_list


def removed(root: Node, path: Path) -> Edit:
    """Without the term; what joined it to a single other one goes too."""
    if not can_remove(root, path):
        raise InputError(tr("This term cannot be left out: replace it by another one."))
    if at(root, path[:-1]).kind == "power":
        return removed(root, path[:-1])
    parent = at(root, path[:-1])
    children = [child for place, child in enumerate(parent.children) if place != path[-1]]
    nearest = min(path[-1], len(children) - 1)
    children[nearest] = replace(children[nearest], marked=True)
    return _settled(root, path[:-1], replace(parent, children=tuple(children)))


def unwrapped(root: Node, path: Path) -> Edit:
    """The first kernel inside a term in its stead."""
    return _settled(root, path, replace(at(root, path).children[0], marked=True))


def exchanged(root: Node, path: Path, node: Node) -> Edit:
    """Another term in the stead of this one; its variance stays."""
    multiplier = node.multiplier or at(root, path).multiplier
    return _settled(root, path, replace(node, multiplier=multiplier, marked=True))


def changed(root: Node, path: Path, node: Node) -> Edit:
    """The same term with other numbers or options."""
    return _settled(root, path, replace(node, marked=True))


def can_move(root: Node, path: Path, steps: int) -> bool:
    return bool(path) and 0 <= path[-1] + steps < len(at(root, path[:-1]).children)


def moved(root: Node, path: Path, steps: int) -> Edit:
    """Up or down among its neighbours."""
    if not can_move(root, path, steps):
        return Edit(root, path)
    parent = at(root, path[:-1])
    children = list(parent.children)
    children.insert(path[-1] + steps, children.pop(path[-1]))
    shuffled = replace(parent, children=tuple(children))
    return Edit(replaced(root, path[:-1], shuffled), (*path[:-1], path[-1] + steps))


def can_relocate(root: Node, source: Path, parent: Path) -> bool:
    """Whether a term can be dragged into that sum or product: never into itself."""
    into_itself = parent[: len(source)] == source
    return at(root, parent).holds_a_list and not into_itself and can_remove(root, source)


def relocated(root: Node, source: Path, parent: Path, place: int) -> Edit:
    """Drag a term into the gap before the ``place``-th term of a sum or product."""
    if not can_relocate(root, source, parent):
        return Edit(root, source)
    node = at(root, source)
    grown = _with_child(at(root, parent), place, replace(node, marked=True))
    without = _without(replaced(root, parent, grown), node)
    return _settled(without or root, (), without or root)


def _with_child(parent: Node, place: int, node: Node) -> Node:
    children = list(parent.children)
    children.insert(place, node)
    return replace(parent, children=tuple(children))


def _without(root: Node, gone: Node) -> Node | None:
    """The tree without that very node; a power of nothing goes with it."""
    if root is gone:
        return None
    kept = tuple(left for child in root.children if (left := _without(child, gone)) is not None)
    return replace(root, children=kept) if kept or not root.children else None


def _settled(root: Node, path: Path, node: Node) -> Edit:
    """The tree with ``node`` at its place, tidied, and where the marked term is in it."""
    whole = tidy(replaced(root, path, node))
    found = next((place for place, term in walk(whole) if term.marked), ())
    return Edit(_unmarked(whole), found)


def _unmarked(node: Node) -> Node:
    children = tuple(_unmarked(child) for child in node.children)
    return replace(node, children=children, marked=False)
