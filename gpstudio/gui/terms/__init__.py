"""The kernel builder: a tree of terms, and the fields of the selected one."""

from gpstudio.gui.terms.editor import TermsEditor

__all__ = ["TermsEditor"]
