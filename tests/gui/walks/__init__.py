"""Walks over every widget of a surface; each says what it finds wrong, in a line a fault."""
