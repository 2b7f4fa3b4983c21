"""Make the pictures of the documentation: ``python docs/pictures.py`` writes docs/images."""

from __future__ import annotations

from pathlib import Path

from everyway import Queens, RegionQueens
from everyway.drawing.canvas import Canvas
from everyway.drawing.gallery import gallery
from everyway.drawing.svg import svg
from everyway.families.placement.drawing import draw

IMAGES = Path(__file__).parent / "images"

REGIONS = [
    "AABCCCCD",
    "AABBCCDD",
    "AAABBEED",
    "ABBBBEFF",
    "AAGGBEEF",
    "AGGGBBEF",
    "AAGGHEEE",
    "GGGGHHHE",
]


def queens8() -> Canvas:
    """Return a solution of the 8 queens puzzle beside a solved region puzzle."""
    queens, regions = Queens(8), RegionQueens(REGIONS)
    pictures = [draw(queens, queens.first()), draw(regions, regions.one())]
    captions = ["8 queens, one of 92 ways", "one queen in each row, column and region"]
    return gallery([picture.canvas for picture in pictures], captions, columns=2)


PICTURES = {"queens8.svg": queens8}
"""What makes each file of docs/images."""


def main() -> None:
    """Write every picture anew."""
    IMAGES.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (IMAGES / name).write_text(svg(make()), encoding="utf-8", newline="\n")
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
