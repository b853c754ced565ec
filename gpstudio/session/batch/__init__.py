"""A batch: a table of many fields to files, in a way that survives whatever ends it.

``asked`` is what a batch is asked; ``walks`` fits each field and, where fields learn from each
other, dates them once more, wherever ``jobs`` puts it; ``entry`` is what is kept of a field, as
sections of JSON; ``journal`` the file that takes them, each whole or not at all; ``tables`` makes
the files of the journal, and of those of several shards. What is written follows from the journal
alone, so that the same bytes come out wherever and in whatever pieces it was made.
"""
