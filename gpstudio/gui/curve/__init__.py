"""The parts of the curve plot: what it draws in layers, and what a hand can do to them."""
