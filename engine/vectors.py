"""Operations on many sets of squares at once, with the processor's vectors and without a branch for each set.

    rows_meeting(sets, start, others, other_start, number)   which of those sets share a square with the other of their
                                                             place: bit i for the i-th
    first_row(rows)                                          the lowest of such bits; undefined for 0
    rays_reach(masks, gates, start, up, down, occupied, gated)
                                                             the squares of rays up to and including the first occupied
                                                             one on each; of gated rays only those with an empty gate
    hops_reach(masks, start, up, down, occupied)             the squares of rays behind the first occupied one,
                                                             up to and including the second

LLVM splits a vector that the processor has no register for. All counts of sets are rounded up to LANES: what lies
behind must be readable, and without squares. `up` and `down` are multiples of
`rays_together(width)`.
"""

from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

LANES: Final = 8  # sets that are looked at together
_WORD: Final = ir.IntType(64)
_PAIRED: Final = (64, 128)  # widths of the boards whose rays go through vectors, two at a time


def rays_together(width: int) -> int:
    """Return of what number the rising and the falling rays of a man must be multiples on boards of a width."""
    return 2 if width in _PAIRED else 1


def _call(builder: Any, name: str, result: Any, *args: Any) -> Any:
    """Return the result of one of LLVM's own functions."""
    kind = ir.FunctionType(result, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def _splat(kind: Any, *values: int) -> Any:
    """Return a constant vector that repeats some values."""
    return ir.Constant(kind, [values[lane % len(values)] for lane in range(kind.count)])


def _shuffled(builder: Any, vector: Any, lanes: list[int]) -> Any:
    mask = ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), lanes)
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), mask)


def _read(context: Any, builder: Any, array_type: Any, array: Any, index: Any, count: int) -> Any:
    """Return `count` words from an index of an array of sets or words on."""
    struct = context.make_array(array_type)(context, builder, array)
    pointer = cgutils.get_item_pointer(context, builder, array_type, struct, [index])
    value = builder.load(builder.bitcast(pointer, ir.VectorType(_WORD, count).as_pointer()))
    value.align = 8
    return value


def _words(array_type: Any) -> int:
    return int(array_type.dtype.size // 8)


def _repeated(builder: Any, bits: Any, times: int) -> Any:
    """Return a set as a vector of its words, repeated."""
    words = bits.type.width // 64
    if words == 1:
        single = ir.VectorType(_WORD, 1)
        vector = builder.insert_element(ir.Constant(single, ir.Undefined), bits, ir.IntType(32)(0))
    else:
        vector = builder.bitcast(bits, ir.VectorType(_WORD, words))
    return _shuffled(builder, vector, [lane % words for lane in range(words * times)])


def _per_set(builder: Any, vector: Any, words: int, join: Callable[[Any, Any], Any]) -> Any:
    """Return one word for each set of a vector, its words joined."""
    found = None
    for word in range(words):
        part = vector if words == 1 else _shuffled(builder, vector, [words * lane + word for lane in range(LANES)])
        found = part if found is None else join(found, part)
    return found


def _integers(context: Any, builder: Any, sig: Any, args: Any, *places: int) -> list[Any]:
    return [context.cast(builder, args[place], sig.args[place], types.int64) for place in places]


def _rows(context: Any, builder: Any, number: Any, shared: Callable[[Any], Any], words: int) -> Any:
    """Return the bits of the sets that are not empty; `shared` gives a vector of LANES of them."""
    found = cgutils.alloca_once_value(builder, _WORD(0))
    with cgutils.for_range_slice(builder, _WORD(0), number, _WORD(LANES), intp=_WORD) as (lane, _):
        folded = _per_set(builder, shared(lane), words, builder.or_)
        there = builder.icmp_unsigned("!=", folded, _splat(folded.type, 0))
        bits = builder.zext(builder.bitcast(there, ir.IntType(LANES)), _WORD)
        builder.store(builder.or_(builder.load(found), builder.shl(bits, lane)), found)
    return builder.load(found)


@intrinsic  # type: ignore[untyped-decorator]
def rows_meeting(_context: Any, sets: Any, start: Any, others: Any, other_start: Any, number: Any) -> Any:
    """Return the bits of the sets that share a square with their counterpart."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        words = _words(sig.args[0])
        here, there, size = _integers(context, builder, sig, args, 1, 3, 4)

        def shared(lane: Any) -> Any:
            mine = _read(context, builder, sig.args[0], args[0], builder.add(here, lane), LANES * words)
            other = _read(context, builder, sig.args[2], args[2], builder.add(there, lane), LANES * words)
            return builder.and_(mine, other)

        return _rows(context, builder, size, shared, words)

    return types.int64(sets, start, others, other_start, number), lower


@intrinsic  # type: ignore[untyped-decorator]
def first_row(_context: Any, rows: Any) -> Any:
    """Return the place of the lowest bit of an integer that is not 0."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(context.cast(builder, args[0], sig.args[0], types.int64), ir.IntType(1)(1))

    return types.int64(rows), lower


# --- rays ---------------------------------------------------------------------------------------------------------
# A vector holds two rays of one word each, or of two: low, high, low, high.


def _is_zero(builder: Any, vector: Any) -> Any:
    """Return all ones in every word that is 0."""
    zero = builder.icmp_unsigned("==", vector, _splat(vector.type, 0))
    return builder.sext(zero, vector.type)


def _from_low(builder: Any, vector: Any) -> Any:
    """Return every ray's low word in its high place, and ones in the low one."""
    return builder.or_(_shuffled(builder, vector, [0, 0, 2, 2]), _splat(vector.type, -1, 0))


def _from_high(builder: Any, vector: Any) -> Any:
    """Return every ray's high word in its low place, and ones in the high one."""
    return builder.or_(_shuffled(builder, vector, [1, 1, 3, 3]), _splat(vector.type, 0, -1))


def _zeros_above(builder: Any, vector: Any) -> Any:
    """Return the leading zeros of every word, 64 for none set."""
    return _call(builder, f"llvm.ctlz.v{vector.type.count}i64", vector.type, vector, ir.IntType(1)(0))


def _kept_up(builder: Any, blockers: Any) -> Any:
    """Return the squares up to the lowest blocker of each ray, all squares where there is none."""
    low = builder.xor(blockers, builder.add(blockers, _splat(blockers.type, -1)))
    if blockers.type.count == 2:
        return low
    return builder.and_(low, _from_low(builder, _is_zero(builder, blockers)))


def _kept_down(builder: Any, blockers: Any) -> Any:
    """Return the squares down to the highest blocker of each ray, all squares where there is none."""
    # bit 0 changes nothing: what lies below it belongs to the other word
    zeros = _zeros_above(builder, builder.or_(blockers, _splat(blockers.type, 1)))
    high = builder.ashr(_splat(blockers.type, -(1 << 63)), zeros)
    if blockers.type.count == 2:
        return high
    return builder.and_(high, _from_high(builder, _is_zero(builder, blockers)))


def _less_lowest(builder: Any, blockers: Any) -> Any:
    """Return the blockers of each ray less the lowest."""
    less = builder.and_(blockers, builder.add(blockers, _splat(blockers.type, -1)))
    if blockers.type.count == 2:
        return less
    low_is_zero = _from_low(builder, _is_zero(builder, blockers))
    return builder.or_(builder.and_(less, low_is_zero), builder.and_(blockers, builder.not_(low_is_zero)))


def _less_highest(builder: Any, blockers: Any) -> Any:
    """Return the blockers of each ray less the highest."""
    kind = blockers.type
    zeros = _zeros_above(builder, builder.or_(blockers, _splat(kind, 1)))
    less = builder.and_(blockers, builder.not_(builder.lshr(_splat(kind, -(1 << 63)), zeros)))
    if kind.count == 2:
        return less
    high_is_zero = _from_high(builder, _is_zero(builder, blockers))
    return builder.or_(builder.and_(less, high_is_zero), builder.and_(blockers, builder.not_(high_is_zero)))


def _folded(builder: Any, vector: Any) -> Any:
    """Return the union of two rays as one set."""
    words = vector.type.count // 2
    first, second = list(range(words)), list(range(words, 2 * words))
    both = builder.or_(_shuffled(builder, vector, first), _shuffled(builder, vector, second))
    return builder.bitcast(both, ir.IntType(64 * words))


def _single(context: Any, builder: Any, array_type: Any, array: Any, index: Any, kind: Any) -> Any:
    struct = context.make_array(array_type)(context, builder, array)
    pointer = cgutils.get_item_pointer(context, builder, array_type, struct, [index])
    value = builder.load(builder.bitcast(pointer, kind.as_pointer()))
    value.align = 8
    return value


def _up_to(builder: Any, blockers: Any) -> Any:
    return builder.xor(blockers, builder.sub(blockers, blockers.type(1)))


def _down_to(builder: Any, blockers: Any) -> Any:
    some = builder.or_(blockers, blockers.type(1))  # index 0 ends every ray anyway
    zeros = builder.ctlz(some, ir.IntType(1)(1))
    return builder.ashr(blockers.type(1 << blockers.type.width - 1), zeros)


def _less_first(builder: Any, blockers: Any) -> Any:
    return builder.and_(blockers, builder.sub(blockers, blockers.type(1)))


def _less_last(builder: Any, blockers: Any) -> Any:
    kind = blockers.type
    zeros = builder.ctlz(builder.or_(blockers, kind(1)), ir.IntType(1)(1))
    return builder.and_(blockers, builder.not_(builder.lshr(kind(1 << kind.width - 1), zeros)))


@intrinsic  # type: ignore[untyped-decorator]
def rays_reach(
    _context: Any, masks: Any, gates: Any, start: Any, up: Any, down: Any, occupied: Any, gated: Any
) -> Any:
    """Return the squares of `up` rising and `down` falling rays, up to and including the first occupied of each."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        masks_type, gates_type = sig.args[0], sig.args[1]
        begin, rising, falling = _integers(context, builder, sig, args, 2, 3, 4)
        middle = builder.add(begin, rising)
        end = builder.add(middle, falling)
        occupied = args[5]
        kind = occupied.type
        paired = kind.width in _PAIRED
        words = kind.width // 64
        form = ir.VectorType(_WORD, 2 * words) if paired else kind
        everything = _repeated(builder, occupied, 2) if paired else occupied
        reached = cgutils.alloca_once_value(builder, ir.Constant(form, None) if paired else form(0))

        def open_rays(index: Any, rays: Any) -> Any:
            """Return the rays whose gates are empty."""
            if paired:
                gate = _read(context, builder, gates_type, args[1], index, 2 * words)
                shut = builder.and_(gate, everything)
                if words == 2:
                    shut = builder.or_(shut, _shuffled(builder, shut, [1, 0, 3, 2]))
                clear = _is_zero(builder, shut)
            else:
                gate = _single(context, builder, gates_type, args[1], index, kind)
                shut = builder.and_(gate, everything)
                clear = builder.sext(builder.icmp_unsigned("==", shut, kind(0)), kind)
            return builder.and_(rays, clear)

        def both_ways(with_gates: bool) -> None:
            for first, last, keep in (
                (begin, middle, _kept_up if paired else _up_to),
                (middle, end, _kept_down if paired else _down_to),
            ):
                step = _WORD(2 if paired else 1)
                with cgutils.for_range_slice(builder, first, last, step, intp=_WORD) as (index, _):
                    if paired:
                        rays = _read(context, builder, masks_type, args[0], index, 2 * words)
                    else:
                        rays = _single(context, builder, masks_type, args[0], index, kind)
                    squares = builder.and_(rays, keep(builder, builder.and_(rays, everything)))
                    if with_gates:
                        squares = open_rays(index, squares)
                    builder.store(builder.or_(builder.load(reached), squares), reached)

        with builder.if_else(builder.icmp_unsigned("!=", args[6], args[6].type(0))) as (then, otherwise):
            with then:
                both_ways(True)
            with otherwise:
                both_ways(False)
        found = builder.load(reached)
        return _folded(builder, found) if paired else found

    return occupied(masks, gates, start, up, down, occupied, gated), lower


@intrinsic  # type: ignore[untyped-decorator]
def hops_reach(_context: Any, masks: Any, start: Any, up: Any, down: Any, occupied: Any) -> Any:
    """Return the squares of the rays behind the first occupied one, up to and including the second."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        begin, rising, falling = _integers(context, builder, sig, args, 1, 2, 3)
        middle = builder.add(begin, rising)
        end = builder.add(middle, falling)
        occupied = args[4]
        kind = occupied.type
        paired = kind.width in _PAIRED
        words = kind.width // 64
        form = ir.VectorType(_WORD, 2 * words) if paired else kind
        everything = _repeated(builder, occupied, 2) if paired else occupied
        reached = cgutils.alloca_once_value(builder, ir.Constant(form, None) if paired else form(0))

        def work(index: Any, keep: Callable[[Any, Any], Any], less: Callable[[Any, Any], Any]) -> None:
            """Add what two rays reach, or one."""
            if paired:
                rays = _read(context, builder, sig.args[0], args[0], index, 2 * words)
            else:
                rays = _single(context, builder, sig.args[0], args[0], index, kind)
            blockers = builder.and_(rays, everything)
            behind = builder.xor(keep(builder, less(builder, blockers)), keep(builder, blockers))
            builder.store(builder.or_(builder.load(reached), builder.and_(rays, behind)), reached)

        for first, last, keep, less in (
            (begin, middle, _kept_up if paired else _up_to, _less_lowest if paired else _less_first),
            (middle, end, _kept_down if paired else _down_to, _less_highest if paired else _less_last),
        ):
            step = _WORD(2 if paired else 1)
            with cgutils.for_range_slice(builder, first, last, step, intp=_WORD) as (index, _):
                work(index, keep, less)
        found = builder.load(reached)
        return _folded(builder, found) if paired else found

    return occupied(masks, start, up, down, occupied), lower
