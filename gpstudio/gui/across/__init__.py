"""The page of all fields and their stages: a line a field and season, sorted and looked through."""
