"""Games as text: positions and records, read, written, refused and replayed."""
