"""The table: seats, clocks, storage and sockets around the engine's games.

It hands orders to the engine and views to people, and adds no rule of its own. The protocol is
described in `docs/protocol.md`, the running of a server in `docs/running.md`.
"""
