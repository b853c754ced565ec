"""Values to parts and back: JSON for what people could read, plain numbers for arrays.

A codec of a thing is two functions: ``parts_of_THING(thing)`` gives its parts and
``THING_of(contents)`` the thing, as in ``table``. What is a frozen dataclass needs no code of its
own: ``records.parts_of(name, value)`` and ``records.value_of(kind, contents, name)`` follow the
types that it declares. What can be done without is a part of its own, so that damage costs no more
than it must.
"""
