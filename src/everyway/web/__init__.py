"""The page on the user's own machine: the same puzzles, questions and pictures, by hand."""
