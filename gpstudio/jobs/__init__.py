"""Long work: a plain function with a ``task`` argument (``core/task.py``).

``job.py`` runs it in a thread and puts its events on a queue, which the window's bridge, the
command line and the tests all read; ``stepping_aside.py`` lets the window go first.

``fields.py: map_fields`` is the one walk over many fields, wherever it is done. ``places.py`` finds
the place for the words that a person chose. ``chunks.py`` cuts fields into chunks for an engine:
``processes.py`` with ``worker.py`` at its other end, ``cluster.py`` with ``afar.py``. There some
fields go ``abreast``, step by step. An engine yields the answer of each field as it comes, those of
quick ones some at a time, tries what was lost again, and tells what cannot be saved.
"""
