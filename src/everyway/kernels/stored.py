"""Machine code on disk: read back and called without the compiler that made it.

A kernel's code for one form of arguments is an object file as LLVM writes it. It lies in a file of
its own, named after the kernel, its sources and the processor, behind a line that says how to call
it. What cannot be read, or is of another making, is compiled anew.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

NUMBA_FOLDER = "NUMBA_CACHE_DIR"
NUMBA_PROCESSOR = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
ENDING = ".kernel"
READABLE = 0o644
"""By all: who installs a program is not always who runs it."""

VERSION = 2
"""Changes with the form of the files."""

KINDS = {"i": ctypes.c_int64, "b": ctypes.c_int8}
"""What a kernel can return: whole numbers, truth values, tuples of these."""


class Named(Protocol):
    """What is asked of a kernel: where it is from, and a digest of its sources."""

    __name__: str
    __module__: str
    digest: str


@dataclass(frozen=True)
class Code:
    """Machine code with the name of the function in it, and the kinds of what that returns.

    ``single`` says that it is one value, not a tuple.
    """

    symbol: str
    results: str
    single: bool
    data: bytes


class Call:
    """Calls machine code: spreads tuples out, gathers the results."""

    def __init__(self, address: int, form: Any, results: str, single: bool) -> None:
        arguments = [ctypes.c_int64 if kind == "i" else ctypes.c_void_p for kind in flat(form)]
        head = (ctypes.c_void_p, ctypes.c_void_p)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *head, *arguments)(address)
        fields = [(f"r{i}", KINDS[kind]) for i, kind in enumerate(results)]
        self._room = type(
            "Results", (ctypes.Structure,), {"_fields_": fields or [("r", KINDS["i"])]}
        )
        self._names = tuple(name for name, _ in fields)
        self._truths = tuple(kind == "b" for kind in results)
        self._single = single

    def __call__(self, *arguments: Any) -> Any:
        """Call it; the GIL is released meanwhile."""
        values: list[Any] = []
        spread(arguments, values)
        results = self._room()
        failure = ctypes.c_void_p()
        status = self._function(ctypes.addressof(results), ctypes.addressof(failure), *values)
        if status:
            raise RuntimeError(f"a kernel failed with status {status}")
        if not self._names:
            return None
        found = tuple(
            bool(getattr(results, name)) if truth else getattr(results, name)
            for name, truth in zip(self._names, self._truths, strict=True)
        )
        return found[0] if self._single else found


def spread(arguments: tuple[Any, ...], values: list[Any]) -> None:
    """Append the numbers in *arguments* to *values*; None for a shape, which the code knows."""
    for argument in arguments:
        if isinstance(argument, tuple):
            spread(argument, values)
        else:
            values.append(argument if isinstance(argument, int) else None)


def flat(form: Any) -> Iterator[str]:
    """Yield the forms of the single arguments in *form*."""
    if isinstance(form, str):
        yield form
    else:
        for item in form[1:]:
            yield from flat(item)


# --- on disk ---


def load_call(kernel: Named, form: Any) -> Call | None:
    """Return what calls the stored code of *kernel* for *form*, or None if there is none."""
    for folder in folders(kernel):
        code = read(folder / file_name(kernel, form))
        if code is not None:
            return Call(link(code), form, code.results, code.single)
    return None


def is_stored(kernel: Named) -> bool:
    """Return whether code of *kernel* is on disk, for some arguments and perhaps other machines."""
    name = f"{_short_name(kernel)}.*.{kernel.digest}{ENDING}"
    return any(file for folder in folders(kernel) for file in folder.glob(name))


def store(kernel: Named, form: Any, code: Code) -> None:
    """Keep *code* for later processes, in the first folder that takes it; drop what it replaces."""
    name = file_name(kernel, form)
    older = name.replace(f".{kernel.digest}.", ".*.")
    for folder in folders(kernel):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            write(folder / name, code)
            for file in folder.glob(older):
                if file.name != name:
                    file.unlink(missing_ok=True)
            return


def read(file: Path) -> Code | None:
    """Return the code in *file*, or None if there is none, or it is damaged."""
    try:
        head, data = file.read_bytes().split(b"\n", 1)
        known = json.loads(head)
        code = Code(str(known["symbol"]), str(known["results"]), bool(known["single"]), data)
        return code if known["sum"] == _sum(file, code) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(file: Path, code: Code) -> None:
    """Write *code* to *file*, all at once: another process sees it whole or not at all."""
    known = {
        "symbol": code.symbol,
        "results": code.results,
        "single": code.single,
        "sum": _sum(file, code),
    }
    number, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(number, "wb") as open_file:
            open_file.write(json.dumps(known).encode() + b"\n" + code.data)
        os.chmod(name, READABLE)
        os.replace(name, file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _sum(file: Path, code: Code) -> str:
    """Return a digest of all that stands in *file*, and of its name.

    How code is called matters as much as the code, and that it is not another kernel's.
    """
    known = repr((file.name, code.symbol, code.results, code.single, len(code.data)))
    return hashlib.sha256(known.encode() + code.data).hexdigest()


def folders(kernel: Named) -> list[Path]:
    """Return where code is kept: where numba is told to, beside the source, or for the user."""
    if os.environ.get(NUMBA_FOLDER):
        return [Path(os.environ[NUMBA_FOLDER])]
    found = []
    source = getattr(sys.modules.get(kernel.__module__), "__file__", None)
    if source:
        beside = Path(source).parent / "__pycache__"
        if beside.is_dir() or os.access(beside.parent, os.W_OK):
            found.append(beside)
    with contextlib.suppress(RuntimeError):  # nobody's home
        found.append(_user_folder())
    return found


def _user_folder() -> Path:
    """Return the folder that the system has for what programs keep."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "everyway"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/everyway"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "everyway"


def file_name(kernel: Named, form: Any) -> str:
    """Return the name of the file for *kernel* and *form* on this processor."""
    key = hashlib.sha256(repr((VERSION, form, _machine())).encode()).hexdigest()[:12]
    return f"{_short_name(kernel)}.{key}.{kernel.digest}{ENDING}"


def _short_name(kernel: Named) -> str:
    return f"{kernel.__module__.rpartition('.')[2]}.{kernel.__name__}"


# --- LLVM, without numba ---


@functools.cache
def _machine() -> tuple[str, ...]:
    """Return what code depends on besides its sources: the compiler, and the processor."""
    import llvmlite
    import llvmlite.binding as llvm

    features = ",".join(sorted(name for name, has in llvm.get_host_cpu_features().items() if has))
    told = (os.environ.get(name, "") for name in NUMBA_PROCESSOR)
    return (
        llvmlite.__version__,
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        features,
        *told,
    )


_linked: list[Any] = []
"""What holds the machine code that was loaded: it must not go as long as it may be called."""


def link(code: Code) -> int:
    """Load machine code into this process; return the address of its function."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.data))
    engine.finalize_object()
    _linked.append(engine)
    return int(engine.get_function_address(code.symbol))
