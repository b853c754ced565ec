"""The covariance through a few inducing inputs, with a bound on the evidence to learn by."""
