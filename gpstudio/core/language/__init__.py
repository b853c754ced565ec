"""The recipe language: one small, safe grammar for every choice; parsed, never evaluated."""

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
from gpstudio.core.language.parser import parse
from gpstudio.core.language.printer import print_expression, print_number

__all__ = [
    "Call",
    "Expression",
    "Items",
    "Number",
    "Power",
    "Product",
    "RecipeError",
    "Span",
    "Sum",
    "Text",
    "negative",
    "parse",
    "print_expression",
    "print_number",
]
