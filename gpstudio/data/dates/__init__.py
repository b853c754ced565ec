"""When a reading was taken: from the ways people write dates to days since 1970-01-01."""

from gpstudio.data.dates.column import ColumnDates, is_date, read_dates

__all__ = ["ColumnDates", "is_date", "read_dates"]
