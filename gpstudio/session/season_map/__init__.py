"""A map of seasons: every field's every year is a point, and seasons that ran alike lie together.

    series ──► a row a field and year, a column a week (``weeks``) ──► places (``laying_out``)

Rows have holes where clouds were. Nothing is fitted to a field for it and no date is asked for: the
readings themselves are laid out, by a latent variable model (``core/latent``).
"""
