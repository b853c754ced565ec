"""Adding readings to the open table: what would change is shown before it is taken."""
