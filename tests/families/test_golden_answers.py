"""The answers of every family and engine are those in ``tests/golden/answers.tsv``.

They were recorded, not proved: other tests say that answers are right, this one that they stay the
same, in the order of lists, under limits, and in the words of refusals. After a change that is
meant, write them anew and look at what changed:
``EVERYWAY_UPDATE_GOLDEN=1 python -m pytest tests/families/test_golden_answers.py``.
"""

import csv
import json
import os
import random
from pathlib import Path

import pytest

from everyway import Count, Every, EverywayError, Largest, Sizes, Smallest, Unique
from everyway.core.question import question_from_dict
from everyway.families import registry
from everyway.families.line import line_of, puzzle_from_line
from everyway.runs.choice import offer_of

from .small_puzzles import puzzles_of, small_puzzles

ANSWERS = Path(__file__).parent.parent / "golden" / "answers.tsv"
COLUMNS = ("family", "puzzle", "question", "engine", "nodes", "answer")

QUESTIONS = (
    Count(),
    Every(limit=3),
    Every(),
    Every(limit=1, ordered=False),
    Sizes(),
    Smallest(),
    Largest(),
    Unique(),
    Count(up_to="symmetry"),
    Every(limit=3, up_to="symmetry"),
)
LIMITS = (None, None, 0, 1, 7, 60, 700)
TUPLES = {"plain": 36, "light": 12, "compiled": 4}
REFUSALS = 1
MOST_LISTED = 30
"""Longer lists are recorded by their length, their beginning and their end."""
CHEAP_SECONDS = 0.02


def shown(value):
    """Return an answer's value as plain data, long lists shortened."""
    if type(value) is tuple:  # a solution may be one of its own kind
        data = [item.to_data() for item in value]
        return data if len(data) <= MOST_LISTED else [len(data), *data[:2], "...", data[-1]]
    if isinstance(value, dict):
        return {str(size): number for size, number in value.items()}
    return value if value is None or isinstance(value, int) else value.to_data()


def answered(line, question, engine, nodes):
    """Return in words what is answered."""
    try:
        puzzle = puzzle_from_line(line)
        answer = puzzle.ask(question, engine=engine, node_limit=nodes, workers=1)
    except EverywayError as error:
        return f"refused: {error}"
    words = [json.dumps(shown(answer.value), ensure_ascii=False)]
    if isinstance(question, Smallest | Largest):
        words.append("with " + json.dumps([shown(s) for s in answer.solutions]))
        words.append(f"within {json.dumps(answer.bounds)}")
    if answer.interrupted:
        words.append(f"stopped by {answer.stopped_by}")
    return ", ".join(words)


def is_cheap(engine, puzzle, question, nodes, small):
    """Return whether it takes but a moment to answer."""
    if nodes is not None and nodes < 100:
        return engine.light
    offer = offer_of(engine, puzzle, question)
    start = 0 if engine.light else offer_of(engine, small[0], Count()).seconds
    return (engine.light and puzzle in small) or offer.seconds - start < CHEAP_SECONDS


def drawn(name, known):
    """Yield tuples of those engines of a family that are not *known*: the same in every drawing."""
    family = registry.family(name)
    engines = [engine for engine in family.all_engines() if engine.name not in known]
    if engines:
        puzzles, small = puzzles_of(name), small_puzzles(name)
        for engine in engines:
            chance = random.Random(f"{name} {engine.name}")
            kind = "plain" if engine.name == "plain" else "light" if engine.light else "compiled"
            limits = LIMITS if engine.light else (None,)
            every = [(p, q, n) for p in (*small, *puzzles[:8]) for q in QUESTIONS for n in limits]
            chance.shuffle(every)
            taken, refused = [], 0
            for puzzle, question, nodes in dict.fromkeys(every):
                if not offer_of(engine, puzzle, question).can:
                    refused += 1
                    if refused > REFUSALS:
                        continue
                elif not is_cheap(engine, puzzle, question, nodes, small):
                    continue
                taken.append((puzzle, question, nodes))
                if len(taken) == TUPLES[kind]:
                    break
            for puzzle, question, nodes in taken:
                yield line_of(puzzle), question, engine.name, nodes
    if "" not in known:
        word = family.words[0]
        for line in (word, f"{word} ?", f"{family.example} --no-such-option"):
            yield line, Count(), None, None


def recorded(name):
    """Return what is recorded of a family, as tuples of what is asked, each with the answer."""
    if not ANSWERS.exists():
        return []
    with ANSWERS.open(encoding="utf-8", newline="") as file:
        return [
            (
                row["puzzle"],
                question_from_dict(json.loads(row["question"])),
                row["engine"] or None,
                int(row["nodes"]) if row["nodes"] else None,
                row["answer"],
            )
            for row in csv.DictReader(file, delimiter="\t")
            if row["family"] == name
        ]


def write_anew():
    """Answer again what is recorded, and what is drawn for families and engines that are new."""
    lines = []
    for name in registry.FAMILIES:
        engines = {"", *(engine.name for engine in registry.family(name).all_engines())}
        kept = [asked[:-1] for asked in recorded(name) if (asked[2] or "") in engines]
        kept += drawn(name, {engine or "" for _, _, engine, _ in kept})
        kept.sort(key=lambda asked: asked[2] or "")
        for line, question, engine, nodes in kept:
            answer = answered(line, question, engine, nodes)
            asked = json.dumps(question.to_dict())
            lines.append((name, line, asked, engine, nodes, answer))
    with ANSWERS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerows([COLUMNS, *lines])


if os.environ.get("EVERYWAY_UPDATE_GOLDEN"):
    write_anew()


@pytest.mark.parametrize("name", registry.FAMILIES)
def test_answers_stay_as_they_were_recorded(name):
    rows = recorded(name)
    engines = {engine.name for engine in registry.family(name).all_engines()}
    assert engines <= {engine for _, _, engine, _, _ in rows}, f"record answers: {__doc__}"
    changed = []
    for line, question, engine, nodes, answer in rows:
        now = answered(line, question, engine, nodes)
        if now != answer:
            what = f"{line} | {question} | by {engine} | {nodes} nodes"
            changed.append(f"{what}\n  was: {answer}\n  now: {now}")
    assert not changed, "\n".join(changed)
