"""Which class each row of a table is of: from files to files.

    rows.py: a file ──► inputs, labels, groups ──► learning.py: learnt, cross-validated, asked
                                               ──► results.py: probabilities, confusion, report

Of seasons of readings ``courses.py`` makes rows; ``swing.py`` and ``sureness.py`` say how sure
to be of few.

A row is anything with a label and numbers, such as a season with its measures. Rows of one group
(``--group``) are left out together.
"""
