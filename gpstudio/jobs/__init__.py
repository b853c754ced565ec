"""Long work: a plain function with a ``task`` argument (``core/task.py``).

``job.py`` runs it in a thread and puts its events on a queue, which the window's bridge, the
command line and the tests all read; ``fields.py: map_fields`` is the one walk over many fields,
wherever it is done; ``stepping_aside.py`` lets the window go first.
"""
