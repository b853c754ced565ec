"""More readings into a table that is there: the next pass, another year, another file.

``reading.py: added_from`` is the road: the file is read as the table was (its columns, what a
person said, what was decided), its fields are found among the table's (``matching.py``), and
``joining.py`` says which of its readings are new. What comes of it is an ``Addition``: the joined
table, and in words what would change, for a person to see before it is taken.

Nothing that a person decided is undone: a reading that was taken out or set aside and comes again
stays where it is; fields keep their names.
"""
