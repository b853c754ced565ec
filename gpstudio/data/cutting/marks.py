"""How a cell was written: bare, between quotation marks, or with doubled marks inside them."""

PLAIN, QUOTED, DOUBLED = 0, 1, 2
