"""A worker process: reads branches from standard input, writes their tallies, a line of JSON each.

It knows nothing but what stands on the line: the puzzle, the question, the engine with its version,
the branch. So what a worker finds is what any machine would find.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, TextIO

from everyway.core.engine import Branch, Control, Effort, Job, Tally
from everyway.core.errors import EverywayError
from everyway.core.parent import end_with_parent
from everyway.core.question import question_from_dict
from everyway.families.registry import family, puzzle_from_dict


class _WhileAsked(Control):
    """Stops the search when the process that asked is gone: nobody would hear the answer."""

    def __init__(self, asker: int, time_limit: float | None, node_limit: int | None) -> None:
        super().__init__(time_limit, node_limit)
        self._asker = asker

    def spend(self, nodes: int = 0) -> bool:
        """Add *nodes*; return True when the search must stop."""
        if os.getppid() != self._asker:
            self.stop("nobody asks any more")
        return super().spend(nodes)


def job_from_dict(data: dict[str, Any]) -> Job:
    """Rebuild a job from ``Job.to_dict``; refuse an engine of another version."""
    puzzle = puzzle_from_dict(data["puzzle"])
    name, version = data["engine"]["name"], data["engine"]["version"]
    engine = family(puzzle.family).engine_named(name)
    if engine is None or engine.version != version:
        here = "" if engine is None else f"here it is version {engine.version}: start anew"
        raise EverywayError("no such engine here:", text=f"{name} version {version}", hint=here)
    return Job(puzzle, question_from_dict(data["question"]), engine)


def search_task(task: dict[str, Any], control: Control) -> Tally:
    """Search the branch that *task* names: a job, a branch, an effort, as plain data."""
    job = job_from_dict(task["job"])
    branch = Branch(tuple(task["branch"]["path"]), task["branch"]["share"], task["branch"]["part"])
    effort = Effort(task["effort"]["nodes"], task["effort"]["solutions"])
    return job.engine.search(job.puzzle, job.question, branch, control, effort)


def serve(lines: TextIO, replies: TextIO) -> None:
    """Search the branches that come on *lines* until there are no more."""
    for line in lines:
        task = json.loads(line)
        control = _WhileAsked(task["asker"], task["seconds_left"], task["nodes_left"])
        try:
            reply = search_task(task, control).to_dict()
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


if __name__ == "__main__":
    end_with_parent()
    try:
        serve(sys.stdin, sys.stdout)
    except BrokenPipeError:
        # The process that asked is gone; Python must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
