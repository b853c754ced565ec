"""Algebra with matrices, in steps short enough to stop between: it knows no kernels."""
