"""Dates that people noted: files of observed stages and of sowings, row by row."""
