"""The window: forms, plots and theme. The only room that knows Qt."""
