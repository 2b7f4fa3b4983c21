"""The narrow kernels compile for ARM's NEON: what they do there is not tested, for lack of one."""

from __future__ import annotations

import re
from typing import Any

import llvmlite.binding as llvm
import numba
import pytest
from llvmlite import ir

from everyway.families.placement import queens_board, queens_lanes, queens_ordered
from everyway.kernels import compiling, lanes_code
from everyway.kernels.lanes import Lanes

TRIPLE = "aarch64-unknown-linux-gnu"
X86_SHUFFLE = "llvm.x86.ssse3.pshuf.b.128"
ARM_SHUFFLE = "llvm.aarch64.neon.tbl1.v16i8"


def assembly(text: str) -> str:
    """Return the assembly of a module for ARM, whatever machine it was written for."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(TRIPLE)
    except RuntimeError:
        pytest.skip("this LLVM knows no ARM")
    machine = target.create_target_machine(features="+neon", opt=2)
    text = re.sub(r"target (triple|datalayout) = .*\n", "", text)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.verify()
    return str(machine.emit_assembly(module))


@pytest.mark.parametrize("lanes", [Lanes(16, 8), Lanes(32, 4)], ids=repr)
def test_packing_is_a_look_up_of_bytes(lanes: Lanes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_code, "is_arm", lambda: True)
    kind = lanes_code.VectorType(lanes.bits, lanes.count)
    number = ir.IntType(64)
    module = ir.Module("pack")
    arguments = [number, lanes_code._llvm(kind), number]
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), arguments), "pack")
    builder = ir.IRBuilder(function.append_basic_block())
    lanes_code._pack_by_pieces(builder, kind, *function.args)
    builder.ret_void()
    assert ARM_SHUFFLE in str(module)
    assert re.search(r"\btbl\s+v\d+\.16b", assembly(str(module)))


def optimised(kernel: Any, arguments: tuple[Any, ...]) -> str:
    """Return *kernel* for these arguments as numba hands it to LLVM's code generator."""
    compiling.learn_parts()
    made = numba.njit(**compiling.OPTIONS)(kernel.function)
    signature = tuple(numba.typeof(compiling._like(argument)) for argument in arguments)
    made.compile(signature)
    return str(made.inspect_llvm(signature))


@pytest.mark.parametrize("bits", [16, pytest.param(32, marks=pytest.mark.slow)])
def test_whole_kernels_become_code_for_arm(bits: int) -> None:
    if lanes_code.is_arm():
        pytest.skip("on ARM itself, the other tests run them")
    lanes = Lanes(bits, 128 // bits)
    case = queens_board.Case(((1 << 8) - 1,) * 8)
    counting = queens_lanes.LanesWalk(case, (), lanes)
    text = optimised(queens_lanes.expand, (lanes, counting._job, 1))
    assert X86_SHUFFLE in text
    code = assembly(text.replace(X86_SHUFFLE, ARM_SHUFFLE))
    assert re.search(r"\btbl\s+v\d+\.16b", code)
    assert re.search(r"\bcnt\s+v\d+\.8b", code)  # how NEON counts bits


def test_listing_becomes_code_for_arm() -> None:
    if lanes_code.is_arm():
        pytest.skip("on ARM itself, the other tests run it")
    case = queens_board.Case(((1 << 8) - 1,) * 8)
    walk = queens_ordered.OrderedWalk(case, (), 8, 128)
    arguments = (walk._lanes, walk._few, walk._boards, 1, 0, 1)
    text = optimised(queens_ordered.list_boards, arguments)
    assert re.search(r"\btbl\s+v\d+\.16b", assembly(text.replace(X86_SHUFFLE, ARM_SHUFFLE)))
