"""A set of squares as one integer of 64, 128 or 256 bits.

The width belongs to the type, so a board of 64 squares pays for 64 bits only. In kernels a set is a scalar of the
numba type `Bits64`, `Bits128` or `Bits256`, which LLVM sees as one integer. In memory it is an element of a record
array (`bits_dtype`), and the width of everything a kernel computes follows from the array that it loads from.

    load(array, index)          the set stored there
    store(array, index, set)
    square_bit(set, square)     a set of the same width with that one square
    no_squares(set)             the empty set of the same width
    a & b, a | b, a ^ b, ~a     a == b, a != b, and truth: not empty
    count(set)                  number of squares
    hashed(set)                 64 bits that depend on every square
    first(set), last(set)       lowest, highest square; undefined for the empty set
    without_first(set)          the set less its lowest square
    lone(set)                   at most one square
    shifted(set, n)             every square's index + n; squares that leave the integer are lost, |n| < width
    up_to_first(ray, occupied)  the squares of a ray of rising index, up to and including the first occupied one
    down_to_first(ray, occupied)  the same for a ray of falling index

Loads and stores promise an alignment of 8 bytes, all that numpy gives; LLVM's default for wide integers is an
aligned move, which faults on an odd index.
"""

import operator
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, models, register_model
from numpy.typing import NDArray

WIDTHS: Final = (64, 128, 256)


class BitsType(types.Type):
    """The numba type of a set of squares."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"Bits{width}")


_TYPES: Final = {width: BitsType(width) for width in WIDTHS}


@register_model(BitsType)
class _BitsModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, bits: BitsType) -> None:
        super().__init__(manager, bits, ir.IntType(bits.width))


def width_for(cells: int) -> int:
    """Return the smallest width that holds so many cells; ValueError beyond 256."""
    for width in WIDTHS:
        if cells <= width:
            return width
    raise ValueError(f"a board of {cells} cells; at most {WIDTHS[-1]} are supported")


def bits_dtype(width: int) -> np.dtype[Any]:
    """Return the element type of arrays of sets of that width."""
    return np.dtype([(f"word{i}", np.uint64) for i in range(width // 64)])


def pack(sets: Iterable[int], width: int) -> NDArray[Any]:
    """Return Python integers as an array of sets."""
    data = b"".join(value.to_bytes(width // 8, "little") for value in sets)
    return np.frombuffer(data, dtype=bits_dtype(width)).copy()


def unpack(array: NDArray[Any]) -> list[int]:
    """Return an array of sets as Python integers."""
    size = array.dtype.itemsize
    data = np.ascontiguousarray(array).tobytes()
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def _operation(typer: Any) -> Any:
    """Declare a function that kernels can call by its typing and lowering; to Python's type checker it is Any."""
    return intrinsic(typer)


# --- loads and stores ---------------------------------------------------------------------------------------------


def _element(context: Any, builder: Any, array_type: Any, array: Any, index_type: Any, index: Any) -> Any:
    """Return the pointer to an array element as a pointer to one wide integer."""
    struct = context.make_array(array_type)(context, builder, array)
    offset = context.cast(builder, index, index_type, types.intp)
    pointer = cgutils.get_item_pointer(context, builder, array_type, struct, [offset])
    return builder.bitcast(pointer, ir.IntType(array_type.dtype.size * 8).as_pointer())


@_operation
def load(_context: Any, array: Any, index: Any) -> Any:
    """Return the set stored at an index of a one-dimensional array of sets."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        value = builder.load(_element(context, builder, sig.args[0], args[0], sig.args[1], args[1]))
        value.align = 8
        return value

    return _TYPES[array.dtype.size * 8](array, index), lower


@_operation
def store(_context: Any, array: Any, index: Any, value: Any) -> Any:
    """Store a set at an index of a one-dimensional array of sets."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        stored = builder.store(args[2], _element(context, builder, sig.args[0], args[0], sig.args[1], args[1]))
        stored.align = 8
        return context.get_dummy_value()

    return types.void(array, index, value), lower


# --- operators ----------------------------------------------------------------------------------------------------


def _binary(function: Any, build: Any, result: Any = None) -> None:
    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, _kws: Any) -> Any:
            if len(args) == 2 and isinstance(args[0], BitsType) and args[0] == args[1]:
                return signature(result or args[0], *args)
            return None

    infer_global(function)(Template)
    lower_builtin(function, BitsType, BitsType)(lambda _context, builder, _sig, args: build(builder, *args))


_binary(operator.and_, lambda builder, a, b: builder.and_(a, b))
_binary(operator.iand, lambda builder, a, b: builder.and_(a, b))
_binary(operator.or_, lambda builder, a, b: builder.or_(a, b))
_binary(operator.ior, lambda builder, a, b: builder.or_(a, b))
_binary(operator.xor, lambda builder, a, b: builder.xor(a, b))
_binary(operator.ixor, lambda builder, a, b: builder.xor(a, b))
_binary(operator.eq, lambda builder, a, b: builder.icmp_unsigned("==", a, b), types.boolean)
_binary(operator.ne, lambda builder, a, b: builder.icmp_unsigned("!=", a, b), types.boolean)


def _unary(function: Any, build: Any, result: Any = None) -> None:
    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, _kws: Any) -> Any:
            if len(args) == 1 and isinstance(args[0], BitsType):
                return signature(result or args[0], *args)
            return None

    infer_global(function)(Template)
    lower_builtin(function, BitsType)(lambda _context, builder, _sig, args: build(builder, args[0]))


_unary(operator.invert, lambda builder, a: builder.not_(a))
_unary(operator.not_, lambda builder, a: builder.icmp_unsigned("==", a, a.type(0)), types.boolean)
_unary(bool, lambda builder, a: builder.icmp_unsigned("!=", a, a.type(0)), types.boolean)


# --- functions of one set -----------------------------------------------------------------------------------------


def _to_int64(builder: Any, value: Any) -> Any:
    return value if value.type.width == 64 else builder.trunc(value, ir.IntType(64))


def _to_int64_intrinsic(build: Any, doc: str) -> Any:
    """Return an intrinsic that makes an int64 of a set."""

    def typer(_context: Any, bits: Any) -> Any:
        def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            return _to_int64(builder, build(builder, args[0]))

        return types.int64(bits), lower

    typer.__doc__ = doc
    return _operation(typer)


_UNDEFINED_AT_ZERO: Final = ir.Constant(ir.IntType(1), 1)

count = _to_int64_intrinsic(lambda builder, a: builder.ctpop(a), "Return the number of squares of a set.")
first = _to_int64_intrinsic(lambda builder, a: builder.cttz(a, _UNDEFINED_AT_ZERO), "Return the lowest square.")
last = _to_int64_intrinsic(
    lambda builder, a: builder.xor(builder.ctlz(a, _UNDEFINED_AT_ZERO), a.type(a.type.width - 1)),
    "Return the highest square.",
)


@_operation
def hashed(_context: Any, bits: Any) -> Any:
    """Return 64 well mixed bits of a set: its words times odd constants, added and folded (multiplicative hashing)."""

    def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        word = ir.IntType(64)
        total = word(0)
        for index in range(args[0].type.width // 64):
            part = args[0] if index == 0 else builder.lshr(args[0], args[0].type(64 * index))
            total = builder.mul(builder.add(total, _to_int64(builder, part)), word(0x9E3779B97F4A7C15))
            total = builder.xor(total, builder.lshr(total, word(32)))
        return total

    return types.int64(bits), lower


@_operation
def without_first(_context: Any, bits: Any) -> Any:
    """Return the set less its lowest square."""

    def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.sub(args[0], args[0].type(1)))

    return bits(bits), lower


@_operation
def lone(_context: Any, bits: Any) -> Any:
    """Return whether the set has at most one square."""

    def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        rest = builder.and_(args[0], builder.sub(args[0], args[0].type(1)))
        return builder.icmp_unsigned("==", rest, rest.type(0))

    return types.boolean(bits), lower


@_operation
def no_squares(_context: Any, bits: Any) -> Any:
    """Return the empty set of the same width."""

    def lower(_context: Any, _builder: Any, _sig: Any, args: Any) -> Any:
        return args[0].type(0)

    return bits(bits), lower


@_operation
def square_bit(_context: Any, bits: Any, square: Any) -> Any:
    """Return the set of that one square, of the width of `bits`."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        shift = context.cast(builder, args[1], sig.args[1], types.int64)
        kind = args[0].type
        wide = shift if kind.width == 64 else builder.zext(shift, kind)
        return builder.shl(kind(1), wide)

    return bits(bits, square), lower


@_operation
def shifted(_context: Any, bits: Any, amount: Any) -> Any:
    """Return the set with `amount`, which may be negative, added to every square."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        shift = context.cast(builder, args[1], sig.args[1], types.int64)
        kind = args[0].type
        up = builder.icmp_signed(">=", shift, shift.type(0))
        size = builder.select(up, shift, builder.neg(shift))
        wide = size if kind.width == 64 else builder.zext(size, kind)
        return builder.select(up, builder.shl(args[0], wide), builder.lshr(args[0], wide))

    return bits(bits, amount), lower


@_operation
def up_to_first(_context: Any, ray: Any, occupied: Any) -> Any:
    """Return the squares of a rising ray up to and including the first occupied one."""

    def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        blockers = builder.and_(args[0], args[1])
        return builder.and_(args[0], builder.xor(blockers, builder.sub(blockers, blockers.type(1))))

    return ray(ray, occupied), lower


@_operation
def down_to_first(_context: Any, ray: Any, occupied: Any) -> Any:
    """Return the squares of a falling ray down to and including the first occupied one."""

    def lower(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        blockers = builder.or_(builder.and_(args[0], args[1]), args[0].type(1))  # index 0 ends every ray anyway
        top = builder.ctlz(blockers, _UNDEFINED_AT_ZERO)
        keep = builder.ashr(builder.shl(blockers.type(1), blockers.type(blockers.type.width - 1)), top)
        return builder.and_(args[0], keep)

    return ray(ray, occupied), lower
