"""The lab's side of the window: studies to choose, run and look at. Loaded when first opened."""
