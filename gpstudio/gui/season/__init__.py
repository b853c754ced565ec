"""What is known of the season: crop, index, calendar, temperatures, and the seasons themselves."""
