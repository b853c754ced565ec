"""An import inside a function keeps scipy or numba away until they are needed; else it is at the
top, where the layers of the house are seen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gpstudio

ROOT = Path(gpstudio.__file__).parent
HEAVY = {"scipy", "numba", "llvmlite"}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")


TREES = {
    _name(path): ast.parse(path.read_text(encoding="utf-8"))
    for place in ("core", "translation.py", "resources.py", "resources")
    for path in [ROOT / place, *(ROOT / place).rglob("*.py")]
    if path.is_file()
}


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            yield whole if whole in TREES else node.module


def _at_the_top(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        yield from _imported(node)
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            yield from _at_the_top(node.body + node.orelse)
        elif isinstance(node, ast.Try):
            yield from _at_the_top(node.body)


@cache
def _brings(module: str) -> frozenset[str]:
    """What importing it brings in besides, packages that it stands in included."""
    seen, waiting = set[str](), [module]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        parts = here.split(".")
        waiting += [".".join(parts[:end]) for end in range(1, len(parts))]
        if here in TREES:
            waiting += _at_the_top(TREES[here].body)
    return frozenset(seen)


def _is_heavy(module: str) -> bool:
    return bool({part.partition(".")[0] for part in _brings(module)} & HEAVY)


def _inside(tree: ast.Module) -> Iterator[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    yield from (name for f in functions for node in ast.walk(f) for name in _imported(node))


def test_that_an_import_inside_a_function_keeps_something_heavy_away() -> None:
    for_nothing = sorted(
        f"{module} takes {target} inside a function: it belongs at the top"
        for module, tree in TREES.items()
        if module.startswith("gpstudio.core.")
        for target in _inside(tree)
        if target in TREES and (_is_heavy(module) or not _is_heavy(target))
    )
    assert not for_nothing, "\n".join(for_nothing)
