"""The exit codes of the command."""

ANSWERED = 0
NO_SOLUTION = 1
BAD_INPUT = 2
INTERRUPTED = 3
