"""Orders: from text to the engine's small choices and back, and why not.

The rules decide what is legal; this room reads, plans, writes and explains.
"""
