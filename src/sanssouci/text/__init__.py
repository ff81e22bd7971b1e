"""Friedrich in the terminal: the referee, the replay of records, and the hot-seat game in words."""
