"""One module per table of chapter 3: what it asks, and how it answers."""
