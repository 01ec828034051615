"""Drills: puzzles made from seeded positions, graded by looking up their own answer sheets. Pure."""
