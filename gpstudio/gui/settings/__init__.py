"""What a person can choose for every table and every start, and where it is kept."""
