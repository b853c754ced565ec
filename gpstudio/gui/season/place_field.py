"""A line to type a place into: latitude, longitude, altitude."""

from __future__ import annotations

from gpstudio.core.errors import InputError
from gpstudio.gui.fields import LineField
from gpstudio.phenology.places import Place, place_from


class PlaceField(LineField):
    """A place, or nothing where none is told."""

    def place(self) -> Place | None:
        """What is written; raises ``InputError`` where no field can lie there."""
        text = self.text().strip().replace("−", "-")
        try:
            found = place_from(text) if text else None
        except InputError:
            self.mark_wrong(True)
            raise
        self.mark_wrong(False)
        return found

    def show_place(self, place: Place | None) -> None:
        self.show_text("" if place is None else place.text.replace(",", ", "))
