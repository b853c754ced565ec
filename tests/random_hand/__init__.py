"""A hand that does anything at all to the window, at random but from a seed, and watches what
comes of it: ``monkey.py`` of the benchmarks lets it go for long, a test for a moment."""
