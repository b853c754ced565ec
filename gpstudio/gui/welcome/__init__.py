"""What the window shows while there is no table: ways in, recent files, samples, and help."""
