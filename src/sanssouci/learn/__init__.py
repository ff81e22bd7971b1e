"""Learning the value of positions from self-play (docs/bots.md): games, rows of inputs, training, the net's file."""
