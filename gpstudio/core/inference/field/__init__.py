"""One field in a fraction of a millisecond: a Matérn curve along time, compiled whole.

What the general road asks of operators, solvers and solutions is here a handful of small compiled
passes over one set of arrays. The numbers are the same; a test holds the two roads together.
"""
