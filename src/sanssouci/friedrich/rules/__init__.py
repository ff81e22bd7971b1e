"""The rules, chapter by chapter: integers and flat arrays, compiled where a C compiler is at hand.

Knows the board and nothing above it: no names of people, no texts of orders, no files.
"""
