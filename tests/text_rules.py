"""What a text of the program must be so that another language can say it, read off its source.

A language orders its words in its own way, so a text is whole where it is written, and each of its
places says what it holds. Each rule yields the line of what breaks it, and why.
"""

from __future__ import annotations

import ast
import io
import string
import tokenize
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parents[1]
SAID_BY = {"tr": 1, "tr_later": 1, "tr_count": 3}
"""How many arguments without a name each takes."""
NOTHING = frozenset({"part", "rest", "thing", "told", "what", "which"})
"""Names of places that say nothing of what stands there."""
GOES_ON = ",;:.)"
"""A text that begins with one of these goes on from another."""
WHOLE = ".?!…)"
"""A text that ends with one of these may stand beside another."""
APART = ":;·\n"
"""Between a name and what is said of it, or between clauses, which any language lists so."""
Nodes: TypeAlias = Sequence[ast.AST]
Lines: TypeAlias = Sequence[str]
Broken: TypeAlias = Iterator[tuple[int, str]]


def texts_of(call: ast.AST) -> list[ast.Constant]:
    """The literal texts of a call that says some; none for anything else."""
    if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in SAID_BY:
        return []
    return [a for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def places(text: str) -> set[str]:
    """The named places of a text: the first word in each pair of braces."""
    named = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    return {name.partition(".")[0].partition("[")[0] for name in named}


def places_that_say_nothing(nodes: Nodes, lines: Lines) -> Broken:
    for call in nodes:
        filled = isinstance(call, ast.Call) and (call.keywords or len(call.args) > 1)
        for text in texts_of(call) if filled else ():
            for name in places(str(text.value)) - {"n"}:
                if len(name) < 3 or name[-1:].isdigit() or name in NOTHING:
                    yield text.lineno, f"the place {{{name}}} does not say what it holds"


def pieces_of_sentences(nodes: Nodes, lines: Lines) -> Broken:
    for call in nodes:
        for text in texts_of(call):
            words = str(text.value)
            if words != words.strip() or words[:1] in GOES_ON:
                yield text.lineno, f"{words!r} begins or ends in the middle of a sentence"
            if "}{" in words:
                yield text.lineno, f"{words!r} has a place for half a sentence"


def texts_joined(nodes: Nodes, lines: Lines) -> Broken:
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield from _joined_in(node)
            continue
        beside: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            beside = [(node.left, node.right), (node.right, node.left)]
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            beside = [(node.value, node.target)]
        for text, other in beside:
            if texts_of(text) and not (_is_sign(other) or _is_whole(text)):
                yield text.lineno, f"a text is joined to {ast.unparse(other)[:40]}"


def _joined_in(node: ast.JoinedStr) -> Broken:
    filled = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
    signs = "".join(str(v.value) for v in node.values if isinstance(v, ast.Constant))
    for text in filter(texts_of, filled):
        alone = len(filled) == 1 or _is_whole(text) or not set(APART).isdisjoint(signs)
        if not alone or any(map(str.isalpha, signs)):
            yield text.lineno, f"a text is joined to others: {ast.unparse(node)[:60]}"


def _is_sign(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and not any(map(str.isalpha, str(node.value)))


def _is_whole(call: ast.AST) -> bool:
    return all(str(text.value).endswith(tuple(WHOLE)) for text in texts_of(call))


def lines_of_one_word(nodes: Nodes, lines: Lines) -> Broken:
    """A text in several lines is read in them: one that holds a lone word was cut by a machine."""
    for call in nodes:
        for text in texts_of(call):
            if text.end_lineno != text.lineno:
                yield from (
                    (text.lineno + line, f"{literal} is a line of one word")
                    for line, literal in _literals(text, lines)
                    if literal[:1] in "\"'" and len(str(ast.literal_eval(literal)).split()) < 2
                )


def _literals(text: ast.Constant, lines: Lines) -> Iterator[tuple[int, str]]:
    """Of a text that is written as several, with the line of each, counted from its first."""
    written = [line.encode() for line in lines[text.lineno - 1 : text.end_lineno]]
    written[-1] = written[-1][: text.end_col_offset]
    written[0] = b"(" + written[0][text.col_offset :]
    readable = io.StringIO(b"".join(written).decode() + ")").readline
    for token in tokenize.generate_tokens(readable):
        if token.type == tokenize.STRING:
            yield token.start[0] - 1, token.string


RULES: Mapping[str, Callable[[Nodes, Lines], Broken]] = {
    "places": places_that_say_nothing,
    "pieces": pieces_of_sentences,
    "joined": texts_joined,
    "lines": lines_of_one_word,
}


KINDS = (ast.Call, ast.BinOp, ast.AugAssign, ast.JoinedStr)


@dataclass(frozen=True)
class Module:
    """What the rules look at, read once."""

    where: str
    nodes: Nodes
    lines: Lines

    @classmethod
    def of(cls, where: str, source: str) -> Module:
        nodes = tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, KINDS))
        return cls(where, nodes, source.splitlines(keepends=True))

    def broken(self, rule: str) -> list[str]:
        """Every line that breaks a rule, and why."""
        found = sorted(RULES[rule](self.nodes, self.lines))
        return [f"{self.where}:{line}: {why}" for line, why in found]


@cache
def modules() -> tuple[Module, ...]:
    """Of the program."""
    paths = sorted((ROOT / "gpstudio").rglob("*.py"))
    return tuple(
        Module.of(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in paths
    )
