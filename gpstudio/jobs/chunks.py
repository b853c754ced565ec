"""Fields in chunks, for engines that do them in other processes.

An engine is handed chunks, asks for the next one when somebody is free, and yields the answer of
each field as it comes. What a field's answer is does not depend on the chunk it came in.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.jobs.fields import One, Placed, Refused, Share, in_turn, name_of, part_of

SECONDS = 1.0
"""What a chunk should take: much longer than it takes to be sent, and not longer than anybody waits
for its end."""
FIRST = 4
"""Fields of a chunk while nobody knows how long one takes."""
MOST = 512
"""Fields of a chunk, however quick they are."""
MOST_TRIES = 3
"""How often a field is begun that ends whoever begins it."""
HERE, WORTH = 1.0, 3.0
"""Seconds of a walk that are spent where it is called, and seconds that have to be left then before
other processes, which take about one to be ready, are worth their start."""


@dataclass(frozen=True, eq=False)
class Chunk:
    """Some fields with their places, and what is done with each."""

    one: One[Any]
    places: tuple[int, ...]
    fields: tuple[Series, ...]
    tries: int = 0
    """How often it was begun by a process that did not come to its end."""

    def __len__(self) -> int:
        return len(self.places)

    def rest(self, answered: int) -> Chunk:
        """What is left after so many answers, to be tried again."""
        return Chunk(self.one, self.places[answered:], self.fields[answered:], self.tries + 1)

    def singly(self) -> list[Chunk]:
        """The fields, each a chunk of its own."""
        fields = zip(self.places, self.fields, strict=True)
        return [Chunk(self.one, (p,), (f,), self.tries) for p, f in fields]


class Again:
    """Chunks that were lost, in the order in which they are tried again: the rest of a chunk as it
    is, then field by field, and then its fields are told."""

    def __init__(self) -> None:
        self._waiting: deque[Chunk] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def next(self, chunks: Iterator[Chunk]) -> Chunk | None:
        """Those first; None where nothing is left."""
        return self._waiting.popleft() if self._waiting else next(chunks, None)

    def put_back(self, chunks: Iterable[Chunk]) -> None:
        """What nobody had begun."""
        self._waiting.extendleft(reversed(list(chunks)))

    def of_lost(self, chunk: Chunk, answered: int, why: Refused) -> Iterator[Placed[Any]]:
        """Of a chunk whose end was not told; the answers of those that are not tried again."""
        rest = chunk.rest(answered)
        if rest.tries <= MOST_TRIES - 1:
            self.put_back([rest] if rest.tries == 1 else rest.singly())
            return
        for place in rest.places:
            yield place, why

    def is_short(self, chunk: Chunk, number: int, answer: object) -> bool:
        """Whether memory did not suffice for it where others took theirs: it is tried alone."""
        if not isinstance(answer, Refused) or not answer.short or chunk.tries >= MOST_TRIES - 1:
            return False
        one = slice(number, number + 1)
        alone = Chunk(chunk.one, chunk.places[one], chunk.fields[one], MOST_TRIES - 1)
        self._waiting.append(alone)
        return True


class Engine(Protocol):
    """Does chunks somewhere else."""

    @property
    def hands(self) -> int:
        """How many chunks are done at a time."""
        ...

    @property
    def threads(self) -> int:
        """How many processors of this computer it takes; zero where it takes none."""
        ...

    def run(self, chunks: Cutter, task: Task) -> Iterator[Placed[Any]]:
        """The answers, as they come; where the task says Stop, those that are there."""
        ...

    def begin(self, one: One[Any], fields: int) -> None:
        """Make ready for such work on so many fields; nobody waits."""
        ...

    def close(self) -> None:
        """Nothing more will be asked of it."""
        ...


class Cutter(Iterator[Chunk]):
    """Cuts fields into chunks as they are asked for: of about a second, by what was seen so far,
    and smaller ones towards the end, so that all end together."""

    def __init__(self, one: One[Any], fields: Sequence[Series], hands: int, begin: int = 0) -> None:
        self._one, self._fields, self._hands = one, fields, hands
        self._at = begin
        self._done, self._seconds = 0.0, 0.0

    @property
    def left(self) -> int:
        """Fields that nobody has taken yet."""
        return len(self._fields) - self._at

    def __next__(self) -> Chunk:
        left = self.left
        if not left:
            raise StopIteration
        size = min(self._wanted(), max(1, left // (2 * self._hands)), left)
        places = range(self._at, self._at + size)
        self._at += size
        fields = tuple(self._fields[place] for place in places)
        return Chunk(part_of(self._one, fields), tuple(places), fields)

    def took(self, fields: int, seconds: float) -> None:
        """What one process needed for so many; what was long ago, such as while kernels were
        compiled, is forgotten. Making ready tells nothing."""
        if not fields:
            return
        self._done = 0.5 * self._done + fields
        self._seconds = 0.5 * self._seconds + seconds

    def _wanted(self) -> int:
        if not self._done:
            return FIRST
        return max(1, min(MOST, int(SECONDS * self._done / max(self._seconds, 1e-9))))


@dataclass(frozen=True, eq=False)
class InChunks:
    """A place where fields are fitted: by an engine, all of them."""

    engine: Engine
    done: int = 0
    """Those before were done elsewhere."""

    @property
    def threads(self) -> int:
        return self.engine.threads

    def begin(self, one: One[Any], fields: int) -> None:
        self.engine.begin(part_of(one, ()), fields)

    def __call__(
        self, one: One[Any], fields: Sequence[Series], task: Task
    ) -> Iterator[Placed[Any]]:
        cutter = Cutter(one, fields, self.engine.hands, self.done)
        found = self.engine.run(cutter, task)
        for done, (place, answer) in enumerate(found, self.done):
            Share(task, done, len(fields), name_of(fields[place])).report("", 1.0)
            yield place, answer


@dataclass(frozen=True, eq=False)
class WhenWorthIt:
    """Begun where it is called, so that few fields wait for nothing; where many are left, the
    engine takes over."""

    engine: Engine

    def __call__(
        self, one: One[Any], fields: Sequence[Series], task: Task
    ) -> Iterator[Placed[Any]]:
        began, count = 0.0, len(fields)
        for place, answer in in_turn(one, fields, task):
            yield place, answer
            if not place:
                began = time.perf_counter()  # the first may have compiled what the others need
                continue
            spent = time.perf_counter() - began
            if spent > HERE and spent / place * (count - place - 1) > WORTH:
                yield from InChunks(self.engine, place + 1)(one, fields, task)
                return
