"""Every test can fail for its own reason: one that only runs would pass whatever comes out."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).parent
SAYS = ("raises", "warns", "fail", "waitUntil", "waitSignal")
"""Calls that fail a test by themselves, besides numpy's, which begin with ``assert``."""


@dataclass(frozen=True)
class Function:
    """One of a test file: whether it asserts itself, and which others it calls by their names."""

    place: str
    name: str
    asserts: bool
    helpers: frozenset[str]

    @classmethod
    def of(cls, place: str, tree: ast.FunctionDef) -> Function:
        asserts, helpers = False, set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Assert | ast.Raise):
                asserts = True
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                helpers.add(node.func.id)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name = node.func.attr
                asserts = asserts or name in SAYS or name.startswith("assert")
        return cls(place, tree.name, asserts, frozenset(helpers))


def functions(place: str, text: str) -> list[Function]:
    tree = ast.parse(text)
    whole = (tree, *(node for node in tree.body if isinstance(node, ast.ClassDef)))
    found = [node for part in whole for node in part.body if isinstance(node, ast.FunctionDef)]
    return [Function.of(place, node) for node in found]


def without_assertion(known: Sequence[Function]) -> list[str]:
    telling = {function.name for function in known if function.asserts}
    while more := {f.name for f in known if f.name not in telling and f.helpers & telling}:
        telling |= more
    tests = (function for function in known if function.name.startswith("test_"))
    return [f"{test.place}: {test.name}" for test in tests if test.name not in telling]


def test_that_every_test_asserts_something() -> None:
    files = [path for path in sorted(TESTS.rglob("*.py")) if "benchmarks" not in path.parts]
    texts = {str(path.relative_to(TESTS)): path.read_text(encoding="utf-8") for path in files}
    known = [one for place, text in texts.items() for one in functions(place, text)]
    assert len(known) > 1_000
    assert without_assertion(known) == []


def test_that_one_that_only_runs_is_found() -> None:
    text = """
def same(a, b):
    assert a == b

def through(a):
    same(a, 1)

def test_one():
    through(1)

def test_two():
    print(same)
"""
    assert without_assertion(functions("x.py", text)) == ["x.py: test_two"]
