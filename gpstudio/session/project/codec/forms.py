"""How a single value of each declared type stands in JSON.

Text, whole numbers, truth and nothing stand as they are, arrays as their place in a pool. JSON has
no NaN and no infinities: a number that is none of its own stands as an object.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from gpstudio.session.project.codec.pools import Drawn, Misfit, Pool


class CodecForm(Protocol):
    by_type: ClassVar[bool]
    """Whether a value's type alone says if it suits."""

    def suits(self, value: Any) -> bool:
        """Whether a value may be written so."""
        ...

    def write(self, value: Any, pool: Pool) -> Any:
        """What JSON holds of it; raises ``ValueError`` where it does not suit."""
        ...

    def read(self, record: Any, drawn: Drawn) -> Any:
        """Raises ``Misfit`` where the record is not of this form."""
        ...


@dataclass(frozen=True)
class Plain:
    """What JSON has, too; numpy's relatives of it pass."""

    by_type: ClassVar[bool] = True
    kind: type
    relatives: tuple[type, ...] = ()
    strangers: tuple[type, ...] = ()
    """Those that Python counts in and nobody means: truth is no number."""

    def suits(self, value: Any) -> bool:
        return isinstance(value, (self.kind, *self.relatives)) and not isinstance(
            value, self.strangers
        )

    def write(self, value: Any, pool: Pool) -> Any:
        if type(value) is self.kind:
            return value
        demand(self, value)
        return self.kind(value)

    def read(self, record: Any, drawn: Drawn) -> Any:
        if type(record) is not self.kind:
            raise Misfit
        return record


TEXT = Plain(str)
TRUTH = Plain(bool, (np.bool_,))
WHOLE = Plain(int, (np.integer,), (bool,))
NOTHING = Plain(type(None))


class NumberForm:
    """A double; whole numbers pass where a double holds them."""

    by_type: ClassVar[bool] = True

    def suits(self, value: Any) -> bool:
        return isinstance(value, (float, np.floating)) or WHOLE.suits(value)

    def write(self, value: Any, pool: Pool) -> Any:
        if type(value) is float and math.isfinite(value):
            return value
        demand(self, value)
        number = float(value)
        if number != value and not math.isnan(number):
            raise ValueError(f"no double is {value!r}")
        return number if math.isfinite(number) else {"number": str(number)}

    def read(self, record: Any, drawn: Drawn) -> Any:
        if type(record) is dict and record.get("number") in ("nan", "inf", "-inf"):
            return float(record["number"])
        if type(record) is not float:
            raise Misfit
        return record


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    by_type: ClassVar[bool] = False
    words: tuple[Any, ...]

    def suits(self, value: Any) -> bool:
        return value in self.words

    def write(self, value: Any, pool: Pool) -> Any:
        demand(self, value)
        return value

    def read(self, record: Any, drawn: Drawn) -> Any:
        if type(record) not in {type(word) for word in self.words} or record not in self.words:
            raise Misfit
        return record


@dataclass(frozen=True)
class Own:
    """What has a text or a record of its own."""

    by_type: ClassVar[bool] = True
    kind: type
    to: Callable[[Any], Any]
    back: Callable[[Any], Any]

    def suits(self, value: Any) -> bool:
        return isinstance(value, self.kind)

    def write(self, value: Any, pool: Pool) -> Any:
        demand(self, value)
        return self.to(value)

    def read(self, record: Any, drawn: Drawn) -> Any:
        try:
            return self.back(record)
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise Misfit from None


@dataclass(frozen=True)
class Array:
    """Of one type of number; of any where none is declared."""

    by_type: ClassVar[bool] = True
    dtype: np.dtype[Any] | None = None

    def suits(self, value: Any) -> bool:
        return isinstance(value, np.ndarray)

    def write(self, value: Any, pool: Pool) -> Any:
        demand(self, value)
        return pool.put(value)

    def read(self, record: Any, drawn: Drawn) -> Any:
        array = drawn.get(record)
        if self.dtype is not None and array.dtype is not self.dtype and array.dtype != self.dtype:
            raise Misfit
        return array


def demand(form: CodecForm, value: Any) -> None:
    """What is not of its declared type would not come back as it was."""
    if not form.suits(value):
        raise ValueError(f"not what its field declares: {value!r:.80}")
