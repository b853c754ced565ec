"""The first tour: five steps over the real window."""
