"""Which column is the time, which the reading, which names the field.

Profiles say what kind of column each is; names decide between columns of the same kind. What a
person said explicitly is taken as said. Where several columns could equally well hold the reading,
that is a question.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gpstudio.core.errors import InputError
from gpstudio.data.columns.field_choice import choose_fields
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.time_choice import choose_time, kind_of_time
from gpstudio.data.columns.value_choice import choose_value
from gpstudio.data.decisions import Decision, Role, Said, closest
from gpstudio.data.quality.choice import choose_beside
from gpstudio.data.texts import shown


@dataclass
class Roles:
    """Places of the columns that take part, as far as they are chosen."""

    time: tuple[int, ...] = ()
    time_kind: str = ""
    value: int | None = None
    fields: tuple[int, ...] = ()
    beside: dict[int, Role] = field(default_factory=dict)
    confidence: dict[int, float] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    barred: set[int] = field(default_factory=set)
    """Columns that a person said to leave out."""

    @property
    def taken(self) -> set[int]:
        """Columns that no further role may have."""
        value = set() if self.value is None else {self.value}
        return {*self.time, *value, *self.fields, *self.beside, *self.barred}


def said_roles(profiles: list[Profile], file: str, said: Said) -> Roles:
    """The roles that a person gave, and no other yet."""
    roles = Roles()
    names = [p.name for p in profiles]
    for name, role in said.roles.items():
        if name not in names:
            raise InputError(f"{file} has no column {shown(name)}; {closest(name, names)}")
        place = names.index(name)
        roles.confidence[place] = 1.0
        if role == "time":
            roles.time = (*roles.time, place)
        elif role == "value":
            if roles.value is not None:
                raise InputError(
                    f"Columns {shown(names[roles.value])} and {shown(name)} cannot both hold the "
                    "reading; name one of them."
                )
            roles.value = place
        elif role == "group":
            roles.fields = (*roles.fields, place)
        elif role == "ignored":
            roles.barred.add(place)
        else:
            roles.beside[place] = role
    if roles.time:
        roles.time_kind = kind_of_time(profiles, roles.time)
    return roles


def choose_roles(profiles: list[Profile], file: str, said: Said) -> Roles:
    """Roles for all columns of a long table; what is not said is found."""
    roles = said_roles(profiles, file, said)
    if not roles.time:
        time = choose_time(profiles, roles.taken, file)
        roles.time, roles.time_kind = time.places, time.kind
        roles.confidence.update(dict.fromkeys(time.places, time.confidence))
    if not roles.fields and not said.one_field:
        found = choose_fields(profiles, roles.taken)
        if found is not None:
            roles.fields = (found[0],)
            roles.confidence[found[0]] = found[1]
    if roles.value is None:
        value, decision = choose_value(profiles, roles.taken, file, said.answers.get("value"))
        if decision is not None:
            roles.decisions.append(decision)
        if value is not None:
            roles.value, roles.confidence[value[0]] = value
    for place, role, confidence in choose_beside(profiles, roles.taken):
        roles.beside[place] = role
        roles.confidence[place] = confidence
    return roles
