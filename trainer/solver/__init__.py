"""What a hand can become: exchange distances, useful tiles and optimal play against a wall of unseen tiles.

The solver knows counts, shapes and numbers. Which hands may be declared and what they are worth is handed to it.
Importing this package is light; the compiled kernels load with the first question (`warm` loads them all).
"""
