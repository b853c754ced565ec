"""The covariance through some of the readings, its landmarks."""
