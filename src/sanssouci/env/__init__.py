"""Research environments: Friedrich through the interfaces that learning and search programs know.

`friedrich_v0` speaks PettingZoo, `openspiel` OpenSpiel, and `arena` steps many games in one compiled call. What
an action number means (`rows`), what a seat is shown (`sight`) and when (`play`) is the same in all three.
docs/research.md tells how to use them.
"""
