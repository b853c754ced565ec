"""What a person can ask of the window, by menu, toolbar, keys or palette.

A command is declared beside the function that does it (``command.window_command``), with what it
needs (``needs``), and has its place in ``menus``. All else follows: when it is enabled and what is
said where it is not, palette, editor of shortcuts, the manual's list of keys.
"""
