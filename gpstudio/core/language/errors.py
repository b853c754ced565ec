"""A recipe's words were wrong: where, and what was probably meant."""

from __future__ import annotations

from gpstudio.core.errors import InputError
from gpstudio.core.language.nodes import Span
from gpstudio.translation import tr


class RecipeError(InputError):
    """Says what is wrong and at which place of the text, counted from 1 as people count."""

    def __init__(self, problem: str, span: Span, text: str | None = None) -> None:
        self.problem = problem
        self.span = span
        self.text = text
        super().__init__(self._sentence())

    def within(self, text: str) -> RecipeError:
        """The same error, told with the text it was found in."""
        return RecipeError(self.problem, self.span, text)

    def _sentence(self) -> str:
        if self.text is None or self.span.end == 0:
            return self.problem
        return tr(
            "{problem} (place {start} of '{text}')",
            problem=self.problem,
            start=self.span.start + 1,
            text=_shown(self.text, self.span),
        )


def _shown(text: str, span: Span, longest: int = 80) -> str:
    """One line in which places are still those of the text; of a long text the part about them."""
    line = "".join(" " if character.isspace() else character for character in text)
    if len(line) <= longest:
        return line
    start = max(0, min(span.start - longest // 2, len(line) - longest))
    end = start + longest
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
