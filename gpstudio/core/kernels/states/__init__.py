"""Kernels along one input as states that move: what the O(n) passes work on."""
