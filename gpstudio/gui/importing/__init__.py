"""Between a file and the document: what was understood, shown before it is taken."""
