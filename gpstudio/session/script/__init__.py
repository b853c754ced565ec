"""What was done in the window, as words that do it again: a Python script, a command line.

Both are made from the document alone and give the same numbers.
"""

from gpstudio.session.script.command import command_line, system_shell
from gpstudio.session.script.exported import Exported, groups_of, write_exported
from gpstudio.session.script.python import python_script

__all__ = [
    "Exported",
    "command_line",
    "groups_of",
    "python_script",
    "system_shell",
    "write_exported",
]
