"""``python -m everyway`` is the command ``everyway``."""

import sys

from everyway.cli import main

sys.exit(main())
