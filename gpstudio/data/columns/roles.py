"""Which column is the time, which the reading, which names the field.

Profiles say what kind of column each is; names decide between columns of the same kind. What a
person said explicitly is taken as said. Where several columns could equally well hold the reading,
that is a question.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gpstudio.core.errors import InputError
from gpstudio.data.columns.field_choice import choose_fields, choose_seasons
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.time_choice import choose_time, kind_of_time
from gpstudio.data.columns.value_choice import choose_value
from gpstudio.data.decisions import Decision, Role, Said, closest
from gpstudio.data.quality.choice import choose_beside
from gpstudio.data.quality.noise import USED, noise_columns, not_asked_for
from gpstudio.data.texts import shown
from gpstudio.translation import tr

OF_FIELDS: frozenset[Role] = frozenset({"label", "place", "ignored"})
"""Roles of columns that take no part in the readings."""


@dataclass
class Roles:
    """Places of the columns that take part, as far as they are chosen."""

    time: tuple[int, ...] = ()
    time_kind: str = ""
    values: tuple[int, ...] = ()
    """Several in a wide table, where a person said so."""
    preferred: int | None = None
    """The value in an export known by name, while nobody says otherwise."""
    fields: tuple[int, ...] = ()
    beside: dict[int, Role] = field(default_factory=dict)
    confidence: dict[int, float] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    barred: set[int] = field(default_factory=set)
    """Columns that a person said to leave out."""

    @property
    def taken(self) -> set[int]:
        """Columns that no further role may have."""
        return {*self.time, *self.values, *self.fields, *self.beside, *self.barred}


def said_roles(profiles: list[Profile], file: str, said: Said) -> Roles:
    """The roles that a person gave, and no other yet."""
    roles = Roles()
    names = [p.name for p in profiles]
    for name, role in said.roles.items():
        if name not in names:
            raise InputError(
                tr(
                    "{file} has no column {column}; {hint}",
                    file=file,
                    column=shown(name),
                    hint=closest(name, names),
                )
            )
        place = names.index(name)
        roles.confidence[place] = 1.0
        if role == "time":
            roles.time = (*roles.time, place)
        elif role == "value":
            roles.values = (*roles.values, place)
        elif role == "group":
            roles.fields = (*roles.fields, place)
        elif role in OF_FIELDS:
            roles.barred.add(place)
        else:
            roles.beside[place] = role
    if roles.time:
        roles.time_kind = kind_of_time(profiles, roles.time)
    return roles


def choose_roles(profiles: list[Profile], file: str, said: Said, known: Roles) -> Roles:
    """Roles for all columns of a long table; what is not said or ``known`` is found."""
    roles = known
    if len(roles.values) > 1:
        first, second = (profiles[place].name for place in roles.values[:2])
        raise InputError(
            tr(
                "Columns {first} and {second} cannot both hold the reading; name one of them.",
                first=shown(first),
                second=shown(second),
            )
        )
    if "value" in said.answers:
        # What was answered is not to be had for anything else.
        _take_value(profiles, file, said, roles)
    if not roles.time:
        time = choose_time(profiles, roles.taken, file, said.answers)
        if not roles.taken.isdisjoint(time.places):
            names = " and ".join(shown(profiles[place].name) for place in time.places)
            raise InputError(
                tr(
                    "{names} cannot tell the time and be something else; choose another.",
                    names=names,
                )
            )
        roles.time, roles.time_kind = time.places, time.kind
        roles.decisions.extend(time.decisions)
        roles.confidence.update(dict.fromkeys(time.places, time.confidence))
    if not (roles.fields or said.one_field or "field" in said.answers):
        found = choose_fields(profiles, roles.taken, roles.time)
        if found is not None:
            roles.fields = (found[0],)
            roles.confidence[found[0]] = found[1]
    _take_value(profiles, file, said, roles)
    for place, role, confidence in choose_beside(profiles, roles.taken):
        roles.beside[place] = role
        roles.confidence[place] = confidence
    for place in choose_seasons(profiles, roles.taken):
        roles.beside[place] = "season"
        roles.confidence[place] = 0.9
    _take_noise(profiles, said, roles)
    return roles


def _take_noise(profiles: list[Profile], said: Said, roles: Roles) -> None:
    """Columns that tell of noise are taken where somebody says that they do."""
    if not roles.values or "noise" in roles.beside.values():
        return
    free = [place for place in range(len(profiles)) if place not in roles.taken]
    found = noise_columns(profiles, free, profiles[roles.values[0]].name)
    if found and said.answers.get("noise") == USED:
        roles.beside.update(dict.fromkeys(found, "noise"))
        roles.confidence.update(dict.fromkeys(found, 1.0))
    elif found:
        roles.decisions.append(not_asked_for([profiles[place].name for place in found]))


def _take_value(profiles: list[Profile], file: str, said: Said, roles: Roles) -> None:
    if roles.values:
        return
    answer = said.answers.get("value")
    beside = {place for place, _, _ in choose_beside(profiles, roles.taken)}
    value, decision = choose_value(profiles, roles.taken, file, answer, roles.preferred, beside)
    if decision is not None:
        roles.decisions.append(decision)
    if value is None:
        return
    if value[0] in roles.taken:
        name = shown(profiles[value[0]].name)
        raise InputError(
            tr("Column {name} cannot hold the readings, it has another role.", name=name)
        )
    roles.values, roles.confidence[value[0]] = (value[0],), value[1]
