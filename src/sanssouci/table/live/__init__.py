"""Games being played: house, rooms and connections. Orders come in, news goes out."""
