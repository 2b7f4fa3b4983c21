"""A process that is not to outlive the one that started it, however that one ends."""

from __future__ import annotations

import os
import threading
import time

LOOK_SECONDS = 0.5


def end_with_parent(parent: int | None = None) -> None:
    """End this process soon after the process *parent*, its parent, has ended.

    Without a number it is the parent of now. Where the system does not tell who the parent is,
    nothing happens: such a process must hear of the end in another way.
    """
    if os.name != "posix":
        return
    number = os.getppid() if parent is None else parent

    def watch() -> None:
        while os.getppid() == number:
            time.sleep(LOOK_SECONDS)
        os._exit(0)

    threading.Thread(target=watch, name="everyway-parent", daemon=True).start()
