"""Phases of a deal: each answers what a seat may do and what follows from the answers."""
