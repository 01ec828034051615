"""The shared vocabulary of predicates, grouped by what they look at. None knows what it is worth."""
