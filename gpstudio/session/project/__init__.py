"""The project file: one SQLite file that holds a session whole, or says which part of it is lost.

``project`` opens, saves and closes; ``store`` is the file itself, ``autosave`` and ``recovery``
what is kept besides it while a person works, ``codec`` how values become parts and come back.
"""
