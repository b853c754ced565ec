"""Where a field lies, and what that tells of its seasons.

``place.py`` is the noun: latitude, longitude, altitude, as people write them, refused where no
field can be. ``ground.py`` knows land from sea and how high it lies. ``hopkins.py`` is the calendar
that moves with the place; ``normals.py`` the mean temperature of each month there. Both are drawn
from places where they are known, as a Gaussian process over the globe, and say how far off they
may be.
"""

from gpstudio.phenology.places.place import Place, checked_place, place_from

__all__ = ["Place", "checked_place", "place_from"]
