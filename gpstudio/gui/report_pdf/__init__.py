"""The report of a field on one page of paper: drawn as shapes and letters, never as a picture."""
