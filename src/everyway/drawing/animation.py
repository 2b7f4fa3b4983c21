"""Canvases one after another: as an animated GIF, or as one SVG that moves by itself."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from xml.etree.ElementTree import SubElement

from everyway.core.errors import EverywayError
from everyway.drawing.canvas import Canvas, short
from everyway.drawing.png import png
from everyway.drawing.svg import Svg, root_element, to_text, write_shapes
from everyway.drawing.theme import Theme, check_theme, put_theme


def gif(
    canvases: Sequence[Canvas],
    *,
    seconds: float = 0.5,
    width: int = 480,
    forever: bool = True,
    theme: Theme = "light",
) -> bytes:
    """Return an animated GIF that shows each canvas for *seconds*, *width* pixels wide.

    It starts again at the end unless *forever* is false. GIF counts in hundredths of a second.
    Raises ``EverywayError`` for no canvases, canvases of different sizes, or without Pillow.
    """
    _check(canvases, seconds)
    try:
        from PIL import Image
    except ImportError as error:
        raise EverywayError("GIF needs Pillow", hint="pip install pillow") from error
    frames = []
    for canvas in canvases:
        image = Image.open(BytesIO(png(canvas, width, theme))).convert("RGB")
        frames.append(image.quantize(256, dither=Image.Dither.NONE))
    # Without the entry "loop" a GIF plays once; zero stands for no end.
    repeats = {"loop": 0} if forever else {}
    file = BytesIO()
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=max(20, round(seconds * 100) * 10),
        disposal=1,
        optimize=False,
        **repeats,
    )
    return file.getvalue()


def moving_svg(
    canvases: Sequence[Canvas],
    *,
    seconds: float = 0.5,
    forever: bool = True,
    theme: Theme = "light",
) -> Svg:
    """Return one SVG that shows each canvas for *seconds*; title and description of the first.

    Shows the first canvas where movement is not supported, the last at the end unless *forever*.
    Raises ``EverywayError`` for no canvases or canvases of different sizes.
    """
    _check(canvases, seconds)
    number = len(canvases)
    root = root_element(canvases[0], canvases[0].width, canvases[0].height)
    for place, canvas in enumerate(canvases):
        group = SubElement(root, "g", {} if place == 0 else {"visibility": "hidden"})
        write_shapes(group, canvas.shapes)
        values = [("visible" if k == place else "hidden") for k in range(number)]
        SubElement(
            group,
            "animate",
            {
                "attributeName": "visibility",
                "calcMode": "discrete",
                "values": ";".join(values),
                "dur": f"{short(number * seconds)}s",
                "repeatCount": "indefinite" if forever else "1",
                "fill": "freeze",
            },
        )
    put_theme(root, check_theme(theme))
    return to_text(root)


def _check(canvases: Sequence[Canvas], seconds: float) -> None:
    if not canvases:
        raise EverywayError("an animation needs at least one picture")
    first = (canvases[0].width, canvases[0].height)
    for number, canvas in enumerate(canvases, 1):
        if (canvas.width, canvas.height) != first:
            raise EverywayError(
                f"the pictures of an animation have one size; number {number} has",
                text=f"{short(canvas.width)} x {short(canvas.height)}",
                hint=f"the first has {short(first[0])} x {short(first[1])}",
            )
    if not 0.02 <= seconds <= 600:
        raise EverywayError(
            "a picture cannot be shown for so many seconds:", text=seconds, hint="give 0.02 to 600"
        )
