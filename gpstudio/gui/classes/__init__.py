"""The window's side for classes: which crop each field's seasons are of, and how sure that is.

    panel.py: what is wanted ──► work.py: learnt in a thread ──► results.py: figures, rows, words

What is wanted of the open table is a part of the document: it is undone and saved with it. A file
with a row a thing is looked at beside it.
"""
