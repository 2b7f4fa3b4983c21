"""What must hold before a cluster is given work: an address, the package, the same versions."""

from __future__ import annotations

import logging
import re
import sys
import warnings
from typing import Any

from everyway.core.errors import EverywayError
from everyway.runs.cluster_worker import versions_here

ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d{1,5})")

OF_A_SCHEDULER = ("everyway", "Python", "distributed")
"""A scheduler compiles and computes nothing: of its versions, these matter."""

NOISE = ("distributed", "distributed.client", "distributed.gc", "tornado.application")


def check_address(address: object) -> str:
    """Return *address* if it is one of a scheduler; raise ``EverywayError`` if not.

    >>> check_address("tcp://127.0.0.1:8786")
    'tcp://127.0.0.1:8786'
    """
    found = ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if found is None or not 0 < int(found[3]) < 65536:
        hint = "such as tcp://host:8786"
        raise EverywayError("no address of a Dask scheduler:", text=address, hint=hint)
    return found[0]


def load_distributed() -> None:
    """Import distributed, and have it say nothing: what there is to say, everyway says itself.

    Raises ``EverywayError`` if it is not installed.
    """
    if "distributed" in sys.modules:
        return  # whoever has loaded it has set its logging up as it should be
    try:
        import distributed  # noqa: F401
        from distributed.versions import VersionMismatchWarning
    except ImportError as error:
        raise EverywayError(
            "a cluster needs the package distributed", hint="pip install 'everyway[cluster]'"
        ) from error
    for name in NOISE:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    # Versions that matter are compared here, and refused.
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)


def check_versions(who: str, has: object) -> None:
    """Raise ``EverywayError`` if *who*, with the versions it *has*, differs from this process."""
    for name, here in versions_here().items():
        there = has.get(name, "none") if isinstance(has, dict) else "none"
        if there != here:
            raise EverywayError(
                f"{who} has another version of {name}:" if there != "none" else f"{who} has no",
                text=there if there != "none" else name,
                where=f"here it is {here}",
                hint="all machines of a cluster need the same",
            )


async def check_scheduler(client: Any) -> None:
    """Raise ``EverywayError`` if the scheduler could not read what it is to hand on."""
    try:
        has = await client.run_on_scheduler(versions_here)
    except (ImportError, AttributeError):
        has = {}
    check_versions(
        "the scheduler", {**versions_here(), **{n: has.get(n, "none") for n in OF_A_SCHEDULER}}
    )


async def check_workers(client: Any, addresses: list[str]) -> None:
    """Raise ``EverywayError`` if one of the workers at *addresses* has other versions."""
    told = await client.run(versions_here, workers=addresses, on_error="return")
    for address, has in sorted(told.items()):
        if not isinstance(has, OSError):  # one that is gone already does no harm
            check_versions(f"the worker {address}", has)
