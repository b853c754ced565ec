"""The map of seasons: every field's every year is a point, and seasons that ran alike lie near."""
