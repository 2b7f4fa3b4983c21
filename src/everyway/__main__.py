"""``python -m everyway``: the command, where it is not on the path."""

import sys

from everyway.cli import main

if __name__ == "__main__":
    sys.exit(main())
