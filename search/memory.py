"""Memory that several threads share, reached by its address.

Loads and stores are atomic with monotonic ordering: LLVM may not move them out of a loop, so a flag that another
thread sets is seen (a plain load is hoisted, and the loop never ends), and a word is read and written whole. On the
usual processors they cost what plain ones do. llvmlite 0.50 cannot say "volatile".
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_WORD = ir.IntType(64)


def _pointer(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the pointer to word `args[1]` of the words at address `args[0]`."""
    base = context.cast(builder, args[0], sig.args[0], types.int64)
    index = context.cast(builder, args[1], sig.args[1], types.int64)
    address = builder.add(base, builder.shl(index, index.type(3)))
    return builder.inttoptr(address, _WORD.as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def peek(_context: Any, address: Any, index: Any) -> Any:
    """Return a word of the array of 64-bit words at an address."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, sig, args), "monotonic", 8)

    return types.int64(address, index), lower


@intrinsic  # type: ignore[untyped-decorator]
def poke(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Set a word of the array of 64-bit words at an address."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = context.cast(builder, args[2], sig.args[2], types.int64)
        builder.store_atomic(word, _pointer(context, builder, sig, args), "monotonic", 8)
        return context.get_dummy_value()

    return types.void(address, index, value), lower


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_context: Any, address: Any, index: Any) -> Any:
    """Ask the processor to fetch the cache line of a word; nothing else happens."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, sig, args)
        bit = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, bit, bit, bit])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        builder.call(function, [pointer, bit(0), bit(3), bit(1)])
        return context.get_dummy_value()

    return types.void(address, index), lower
