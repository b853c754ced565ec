"""The manual: pages of plain words, filled from the program's own declarations."""
