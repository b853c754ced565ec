"""Reads the recipe language: a tokenizer and a recursive-descent parser; nothing is evaluated.

sum      = product { "+" product }
product  = power { "*" power }
power    = atom [ "**" integer ]
atom     = number | text | list | call | "(" sum ")"
call     = name [ "(" [ argument { "," argument } [ "," ] ] ")" ]
argument = [ name "=" ] sum
list     = "[" [ sum { "," sum } ] "]"
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from gpstudio.core.language.errors import RecipeError
from gpstudio.core.language.nodes import (
    Call,
    Expression,
    Items,
    Number,
    Power,
    Product,
    Span,
    Sum,
    Text,
    negative,
)
from gpstudio.translation import tr

LONGEST_TEXT = 10_000
DEEPEST_NESTING = 50

_TOKEN = re.compile(
    # spaces of every kind, since recipes are pasted from web pages; names and digits plain ones
    r"(?u:\s)*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<text>\"[^\"\n]*\"|'[^'\n]*')"
    r"|(?P<mark>\*\*|[-+*/(),=\[\]]))",
    re.ASCII,
)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    span: Span


@lru_cache(maxsize=256)
def parse(text: str) -> Expression:
    """The tree that ``text`` means, or a ``RecipeError`` that points at the place."""
    try:
        if len(text) > LONGEST_TEXT:
            place = Span(LONGEST_TEXT, LONGEST_TEXT + 1)
            raise RecipeError(
                tr("This is longer than {longest_text:,} characters", longest_text=LONGEST_TEXT),
                place,
            )
        return _Parser(_tokens(text)).whole()
    except RecipeError as error:
        raise error.within(text) from None


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    place = 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            at = place + len(text[place:]) - len(text[place:].lstrip())
            raise RecipeError(tr("'{text}' has no meaning here", text=text[at]), Span(at, at + 1))
        kind = str(match.lastgroup)
        token = _Token(kind, match.group(kind), Span(match.start(kind), match.end(kind)))
        tokens.append(token)
        place = token.span.end
    tokens.append(_Token("end", "", Span(len(text), len(text) + 1)))
    return tokens


class _Parser:
    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._next = 0
        self._depth = 0

    def whole(self) -> Expression:
        if self._peek().kind == "end":
            raise RecipeError(tr("Nothing is written here"), self._peek().span)
        expression = self._sum()
        if self._peek().kind != "end":
            raise self._unexpected(tr("an end or a sign such as '+' or '*'"))
        return expression

    def _sum(self) -> Expression:
        self._depth += 1
        if self._depth > DEEPEST_NESTING:
            raise RecipeError(
                tr("Brackets nest deeper than {deepest_nesting}", deepest_nesting=DEEPEST_NESTING),
                self._peek().span,
            )
        terms = [self._product()]
        while mark := self._take("+", "-"):
            term = self._product()
            terms.append(negative(term, mark.span) if mark.text == "-" else term)
        self._depth -= 1
        return terms[0] if len(terms) == 1 else Sum(tuple(terms), _around(terms))

    def _product(self) -> Expression:
        factors: list[Expression] = [self._signed()]
        divisors: list[Expression] = []
        while mark := self._take("*", "/"):
            (divisors if mark.text == "/" else factors).append(self._signed())
        if len(factors) == 1 and not divisors:
            return factors[0]
        span = Span(factors[0].span.start, self._previous().span.end)
        return Product(tuple(factors), tuple(divisors), span)

    def _signed(self) -> Expression:
        """A power with any signs before it; -2**2 is -4, as in mathematics and in Python."""
        first, minus = self._peek().span, False
        signed = False
        while mark := self._take("+", "-"):
            minus, signed = minus != (mark.text == "-"), True
        value = self._power()
        if minus:
            return negative(value, first)
        return replace(value, span=Span(first.start, value.span.end)) if signed else value

    def _power(self) -> Expression:
        base = self._atom()
        if not self._take("**"):
            return base
        token = self._advance()
        if token.kind != "number" or not re.fullmatch(r"[1-9]\d{0,5}", token.text):
            raise RecipeError(tr("A power is a whole number from 1"), token.span)
        return Power(base, int(token.text), Span(base.span.start, token.span.end))

    def _atom(self) -> Expression:
        token = self._peek()
        if token.kind == "number":
            self._advance()
            return Number(_finite(token), token.span)
        if token.kind == "text":
            self._advance()
            return Text(token.text[1:-1], token.span)
        if token.kind == "name":
            return self._call()
        if self._take("("):
            inside = self._sum()
            self._expect(")")
            return inside
        if self._take("["):
            items = self._separated("]")
            return Items(tuple(items), Span(token.span.start, self._previous().span.end))
        raise self._unexpected(tr("a name or a number"))

    def _call(self) -> Call:
        name = self._advance()
        arguments: list[Expression] = []
        keywords: dict[str, Expression] = {}
        if self._take("("):
            while not self._take(")"):
                self._argument(arguments, keywords)
                if not self._take(","):
                    self._expect(")")
                    break
        span = Span(name.span.start, self._previous().span.end)
        return Call(name.text, tuple(arguments), tuple(keywords.items()), span)

    def _argument(self, arguments: list[Expression], keywords: dict[str, Expression]) -> None:
        token = self._peek()
        if token.kind == "name" and self._tokens[self._next + 1].text == "=":
            self._next += 2
            if token.text in keywords:
                raise RecipeError(tr("'{text}' is given twice", text=token.text), token.span)
            keywords[token.text] = self._sum()
        elif keywords:
            raise RecipeError(tr("An unnamed value cannot follow a named one"), token.span)
        else:
            arguments.append(self._sum())

    def _separated(self, closing: str) -> list[Expression]:
        items: list[Expression] = []
        while not self._take(closing):
            items.append(self._sum())
            if not self._take(","):
                self._expect(closing)
                break
        return items

    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _previous(self) -> _Token:
        return self._tokens[self._next - 1]

    def _advance(self) -> _Token:
        token = self._tokens[self._next]
        if token.kind != "end":
            self._next += 1
        return token

    def _take(self, *marks: str) -> _Token | None:
        """The next token if it is one of the marks."""
        if self._peek().kind == "mark" and self._peek().text in marks:
            return self._advance()
        return None

    def _expect(self, mark: str) -> None:
        if not self._take(mark):
            raise self._unexpected(f"'{mark}'")

    def _unexpected(self, wanted: str) -> RecipeError:
        token = self._peek()
        if token.kind == "end":
            problem = tr("Here the text ends where {wanted} should", wanted=wanted)
        else:
            problem = tr(
                "Here '{found}' stands where {wanted} should", found=token.text, wanted=wanted
            )
        return RecipeError(problem, token.span)


def _finite(token: _Token) -> float:
    value = float(token.text)
    if not math.isfinite(value):
        raise RecipeError(tr("'{text}' is too large a number", text=token.text), token.span)
    return value


def _around(parts: list[Expression]) -> Span:
    return Span(parts[0].span.start, parts[-1].span.end)
