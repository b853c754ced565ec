"""The list of fields: how each stands, how they are arranged, and what is painted of them."""
