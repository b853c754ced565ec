"""Fourier features: the covariance as waves, by their frequencies."""
