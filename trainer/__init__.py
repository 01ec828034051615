"""A trainer for two-player mahjong: rules, solver, drills, practice games, and the site around them."""

__version__ = "0.1.0"
