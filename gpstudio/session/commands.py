"""What a person can do to the document: each a small frozen record that makes a new document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe, slot
from gpstudio.data.table import Table
from gpstudio.session.document import NOTHING_FITTED, Document
from gpstudio.session.facts import NOTHING_KNOWN, facts_in
from gpstudio.session.kept import NO_MARKS, KeptFits
from gpstudio.session.lessons import NO_LESSONS
from gpstudio.session.request import USUAL, check_beyond, check_times
from gpstudio.session.scales import Scaled
from gpstudio.session.wished_classes import NO_CLASSES
from gpstudio.translation import tr


class Command(ABC):
    @property
    @abstractmethod
    def title(self) -> str:
        """What undo and redo call it."""

    @abstractmethod
    def apply(self, document: Document) -> Document:
        """The new document; raises ``InputError`` where the words were wrong."""


@dataclass(frozen=True, eq=False)
class OpenTable(Command):
    """Another table begins with nothing chosen: what was right for one crop is wrong for the next.

    What was chosen before there was any table was meant for it.
    """

    table: Table
    again: bool = False
    """Whether it is the present table read once more, for which the choices stay."""

    @property
    def title(self) -> str:
        return tr("open {name}", name=self.table.path.name)

    def apply(self, document: Document) -> Document:
        first = self.table.series[0].group if self.table.series else ""
        if document.table is not None and not self.again:
            document = replace(document, recipe=Recipe(), request=USUAL)
        return replace(
            document,
            table=self.table,
            selected=first,
            facts=facts_in(self.table) or NOTHING_KNOWN,
            labels=self.table.labels,
            fits=NOTHING_FITTED,
            lessons=NO_LESSONS,
            kept=KeptFits(),
            marks=NO_MARKS,
            population=document.population if self.again else None,
            classes=document.classes if self.again else NO_CLASSES,
            season_map=document.season_map if self.again else None,
        )


@dataclass(frozen=True)
class SelectField(Command):
    group: str

    @property
    def title(self) -> str:
        return tr("show {group}", group=self.group or tr("the field"))

    def apply(self, document: Document) -> Document:
        groups = document.table.groups if document.table else ()
        if self.group not in groups:
            raise InputError(
                tr(
                    "There is no field '{group}': {hint}",
                    group=self.group,
                    hint=suggestion(self.group, groups),
                )
            )
        return replace(document, selected=self.group)


@dataclass(frozen=True)
class SetChoice(Command):
    """Rewrite one line of the recipe."""

    name: str
    text: str

    @property
    def title(self) -> str:
        return f"{slot(self.name).title.lower()} {self.text}"

    def apply(self, document: Document) -> Document:
        recipe = document.recipe.with_choice(self.name, self.text)
        if self.name == "scale" and document.series is not None:
            Scaled.of(recipe, document.series).check(document.series)
        return replace(document, recipe=recipe)


@dataclass(frozen=True)
class SetRecipe(Command):
    recipe: Recipe

    @property
    def title(self) -> str:
        return tr("change the model")

    def apply(self, document: Document) -> Document:
        return replace(document, recipe=self.recipe)


@dataclass(frozen=True)
class KeepNumbers(SetRecipe):
    """Write tried numbers into the model."""

    @property
    def title(self) -> str:
        return tr("keep these numbers")


@dataclass(frozen=True)
class BackToAutomatic(Command):
    """Every line of the recipe as it was before anybody chose."""

    @property
    def title(self) -> str:
        return tr("back to automatic")

    def apply(self, document: Document) -> Document:
        return replace(document, recipe=automatic(document.recipe))


def automatic(recipe: Recipe) -> Recipe:
    """With the same seed, which no form shows."""
    return Recipe(seed=recipe.seed)


@dataclass(frozen=True, eq=False)
class SetPopulation(Command):
    """What the fields have in common, learnt anew."""

    population: Population | None

    @property
    def title(self) -> str:
        return tr("learn the population anew")

    def apply(self, document: Document) -> Document:
        return replace(document, population=self.population)


@dataclass(frozen=True)
class SetHorizon(Command):
    """How far beyond the last reading to forecast; None for the usual."""

    horizon: float | None

    @property
    def title(self) -> str:
        return (
            "horizon" if self.horizon is None else tr("horizon {horizon:g}", horizon=self.horizon)
        )

    def apply(self, document: Document) -> Document:
        request = replace(document.request, horizon=self.horizon)
        check_times(request)
        if self.horizon is not None and document.series is not None:
            check_beyond(self.horizon, document.series)
        return replace(document, request=request)
