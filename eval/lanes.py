"""Sixty-four lanes of a network at a time: sums and products of int16 vectors, and what differs between two boards.

Kernels reach a network's numbers by their addresses, as the size of its table is no part of any type. LLVM is given
whole vectors here instead of loops, so that it has nothing to guess: it splits them into what the processor has.
Addresses are those of `LANES` int16 numbers and multiples of 64 bytes.
"""

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from engine.bitboard import _TYPES

LANES: Final = 64
LANE_BYTES: Final = 2 * LANES
ONE: Final = 255  # an activation of 1

_SHORTS: Final = ir.VectorType(ir.IntType(16), LANES)
_INTS: Final = ir.VectorType(ir.IntType(32), LANES)


def _operation(typer: Any) -> Any:
    return intrinsic(typer)


def _vector(context: Any, builder: Any, sig: Any, args: Any, number: int) -> Any:
    """Return the pointer to the lanes at the address that is argument `number`."""
    address = context.cast(builder, args[number], sig.args[number], types.int64)
    return builder.inttoptr(address, _SHORTS.as_pointer())


def _same(vector: Any, number: int) -> Any:
    return ir.Constant(vector, [number] * vector.count)


@_operation
def combine(_context: Any, to: Any, source: Any, plus: Any, minus: Any) -> Any:
    """Set the lanes at `to` to those at `source`, plus those at `plus`, minus those at `minus`."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        source, plus, minus = (builder.load(_vector(context, builder, sig, args, n), align=64) for n in (1, 2, 3))
        builder.store(builder.sub(builder.add(source, plus), minus), _vector(context, builder, sig, args, 0), align=64)
        return context.get_dummy_value()

    return types.void(to, source, plus, minus), lower


@_operation
def squared_dot(_context: Any, lanes: Any, weights: Any) -> Any:
    """Return the sum of weight * min(max(lane, 0), ONE) ** 2.

    No weight is beyond 127, so that weight * ONE is an int16 and the whole sum an int32.
    """

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value, weight = (builder.load(_vector(context, builder, sig, args, n), align=64) for n in (0, 1))
        for below, bound in ((True, 0), (False, ONE)):
            limit = _same(_SHORTS, bound)
            beyond = builder.icmp_signed("<" if below else ">", value, limit)
            value = builder.select(beyond, limit, value)
        product = builder.mul(value, weight)
        squares = builder.mul(builder.sext(product, _INTS), builder.sext(value, _INTS))
        total = ir.FunctionType(ir.IntType(32), [_INTS])
        add = cgutils.get_or_insert_function(builder.module, total, f"llvm.vector.reduce.add.v{LANES}i32")
        return builder.sext(builder.call(add, [squares]), ir.IntType(64))

    return types.int64(lanes, weights), lower


def _cells(context: Any, builder: Any, sig: Any, args: Any, number: int, start: int | None, count: int) -> Any:
    """Return the pointer to `count` bytes of the array that is argument `number`, from the element `start` on."""
    data = make_array(sig.args[number])(context, builder, args[number]).data
    if start is not None:
        data = builder.gep(data, [context.cast(builder, args[start], sig.args[start], types.intp)])
    return builder.bitcast(data, ir.VectorType(ir.IntType(8), count).as_pointer())


@_operation
def differing(_context: Any, board: Any, boards: Any, start: Any) -> Any:
    """Return the set of squares where a board, uint8 (S,), is not what stands in `boards` from `start` on."""
    count = board.shape[0]

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one = builder.load(_cells(context, builder, sig, args, 0, None, count), align=1)
        other = builder.load(_cells(context, builder, sig, args, 1, 2, count), align=1)
        return builder.bitcast(builder.icmp_unsigned("!=", one, other), ir.IntType(count))

    return _TYPES[count](board, boards, start), lower


@_operation
def keep_board(_context: Any, board: Any, boards: Any, start: Any) -> Any:
    """Copy a board, uint8 (S,), into `boards` from `start` on."""
    count = board.shape[0]

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_cells(context, builder, sig, args, 0, None, count), align=1)
        builder.store(value, _cells(context, builder, sig, args, 1, 2, count), align=1)
        return context.get_dummy_value()

    return types.void(board, boards, start), lower
