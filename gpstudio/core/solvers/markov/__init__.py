"""The compiled arithmetic behind ``kalman``; start at ``passes``."""
