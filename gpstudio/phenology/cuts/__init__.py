"""Cuts of grass, clover and alfalfa: days on which a sward falls at once and grows again.

A Gaussian process that knows no days of its own rounds such a fall over weeks. Here the sward is
one that nobody cuts, a smooth course, less a loss for every cut that grows over; cuts are looked
for in the readings themselves (``sward``, ``looking``).
"""

from gpstudio.phenology.cuts.looking import Cut, cuts_of

__all__ = ["Cut", "cuts_of"]
