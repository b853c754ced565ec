"""Projects in the window: opening, saving, recovering; what stands between a person and loss."""
