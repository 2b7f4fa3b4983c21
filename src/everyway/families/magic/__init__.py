"""Magic squares: count, list, complete, construct, transform and classify them."""

from __future__ import annotations

from everyway.core.family import Family, Option, Report

WORD = "magic"
OPTIONS = (
    Option(
        "class_",
        str,
        "semi-magic, magic (the default), associative, pandiagonal, ultramagic or bordered",
    ),
    Option("given", str, "a partly filled square, such as '8 . . / . 5 . / . . .'"),
    Option("numbers", str, "the numbers to use, such as 1..9 or 1,5..11 (default 1 to n squared)"),
    Option("sum", int, "the sum of each row; alone, it shifts the numbers"),
    Option("centre", int, "the number in the centre of an odd order"),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins a magic square."""
    return word.lower() == WORD


FAMILY = Family(
    package=__name__,
    name="magic",
    summary="magic squares of any class, order and numbers, partly filled or not",
    kinds={"magic": "puzzle:MagicSquare"},
    engines=(
        "plain:PlainEngine",
        "generate:GenerateEngine",
        "compiled:CompiledEngine",
        "order5:Order5Engine",
        "partitions:PartitionsEngine",
        "cpsat:CpSatEngine",
    ),
    words=(WORD,),
    example="magic 3",
    text_forms={WORD: "rows of different numbers, . for a blank"},
    options=OPTIONS,
    size_is="sum of a row",
    styles=("grid", "sums", "table", "path"),
    recognises=recognises,
    reports=(
        Report(
            "construct",
            "One square by a rule, of any order: construct magic 100.",
            "reports:construct",
            picture=True,
        ),
        Report(
            "classify",
            "The classes of a square: classify magic 3 8 1 6 3 5 7 4 9 2.",
            "reports:classify",
        ),
        Report(
            "transform",
            "A square moved: transform magic 3 complement 8 1 6 3 5 7 4 9 2.",
            "reports:transform",
        ),
        Report(
            "diagram",
            "The line through a square's numbers: diagram magic 3 8 1 6 3 5 7 4 9 2.",
            "reports:diagram",
            picture=True,
        ),
        Report(
            "classes",
            "How many squares up to larger and larger groups: classes magic 4.",
            "reports:classes",
        ),
    ),
    traces={"backtracking": "trace:backtracking", "generate and test": "trace:generate"},
    draw_steps="trace_drawing:StepPicture",
)
