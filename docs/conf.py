"""How Sphinx makes the documentation; `make docs` runs it and takes every warning for an error."""

import re
from pathlib import Path

_package = Path(__file__).parent.parent / "src" / "everyway" / "__init__.py"
_found = re.search(r'^__version__ = "(.+)"$', _package.read_text("utf-8"), re.MULTILINE)
assert _found

project = "everyway"
author = "everyway contributors"
copyright = "2026, everyway contributors"
version = release = _found[1]

extensions = ["myst_parser"]
exclude_patterns = ["_build", "template_family"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"everyway {version}"
html_show_sphinx = False
html_show_copyright = False
