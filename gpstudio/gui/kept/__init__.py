"""Every fit of a field that is kept: figures side by side, and curves over the plot."""
