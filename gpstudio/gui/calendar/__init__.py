"""The calendar of all fields: a row a field, and when its crop reaches each stage."""
