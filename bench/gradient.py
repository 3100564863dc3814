"""Kernels that train a network: sparse forward and backward passes over samples, and Adam's step.

All parameters are one vector of float32: rows of the first layer (R, H), its biases (H), output weights (2, H), output
bias. The output is in units of eval.network.UNIT centipawns, and is added to the hand-written evaluation.

They are no part of play, may use any order of additions, and run in as many threads as there are gradients.
"""

from typing import Any, Final

import numpy as np

from engine.jit import kernel
from engine.layout import HAND_LIMIT, KINDS, PIECES
from engine.placing import add, change_hand, remove
from eval.evaluate import evaluate_terms
from eval.network import UNIT
from eval.terms import LIMIT

MOST_ACTIVE: Final = 1024  # inputs of a position, for one side
BETA1: Final = 0.9
BETA2: Final = 0.999
EPSILON: Final = 1e-8


@kernel()
def base_values(rules: Any, position: Any, boards: Any, hands: Any, held: Any, sides: Any, values: Any) -> None:
    """Write what the hand-written evaluation, to which the network adds, says of every sample for the side to move.

    position : the record of a new position of the game; it is used up
    boards   : uint8 (N, cells), hands : uint8 (N, len(held)), held : int64 pieces, sides : uint8 (N,)
    values   : float32 (N,), written
    """
    for number in range(boards.shape[0]):
        for square in range(boards.shape[1]):
            if position.board[square] and position.board[square] != boards[number, square]:
                remove(rules, position, 0, square)
        for square in range(boards.shape[1]):
            piece = int(boards[number, square])
            if piece and not position.board[square]:
                add(rules, position, 0, piece, square)
        for index in range(held.shape[0]):
            men = min(int(hands[number, index]), HAND_LIMIT - 1)
            while position.hand[held[index]] < men:
                change_hand(rules, position, 0, held[index], 1)
            while position.hand[held[index]] > men:
                change_hand(rules, position, 0, held[index], -1)
        position.side = int(sides[number])
        values[number] = evaluate_terms(rules, position, -LIMIT, LIMIT)


@kernel()
def list_inputs(
    boards: Any, hands: Any, view_of: int, piece: Any, place: Any, hand: Any, most: Any, first: int, active: Any
) -> int:
    """Write the inputs of one sample, first of the perspective `first`, then of the other; return how many each has.

    view_of : twice the number of the sample, plus 1 where left and right are changed
    piece, hand, most : tables of eval.inputs.Inputs, flat; place : such a table, and then the one with left and right
              changed
    active  : int64 (2 * MOST_ACTIVE,), written
    """
    count = 0
    number, mirrored = view_of >> 1, view_of & 1
    size = place.shape[0] // 4
    held = most.shape[0]
    for square in range(boards.shape[1]):
        man = int(boards[number, square])
        if man:
            for turn in range(2):
                view = first ^ turn
                row = piece[view * PIECES + man] + place[(2 * mirrored + view) * size + square]
                active[turn * MOST_ACTIVE + count] = row
            count += 1
    for index in range(held):
        for n in range(min(int(hands[number, index]), most[index])):
            for turn in range(2):
                active[turn * MOST_ACTIVE + count] = hand[(first ^ turn) * held + index] + n
            count += 1
    return count


@kernel()
def count_inputs(
    boards: Any, hands: Any, piece: Any, place: Any, hand: Any, most: Any, seen: Any, active: Any
) -> int:
    """Count how often each input occurs, in `seen`, int64 (R,); return the most that one sample has."""
    largest = 0
    for number in range(boards.shape[0]):
        count = list_inputs(boards, hands, 2 * number, piece, place, hand, most, 0, active)
        largest = max(largest, count)
        for index in range(count):
            seen[active[index]] += 1
            seen[active[MOST_ACTIVE + index]] += 1
    return largest


@kernel(forceinline=True, fastmath=True)
def _add(to: Any, row: Any) -> None:
    """Add one row to another. Views with indices from 0 become vector code; indices into a larger array do not."""
    for lane in range(to.shape[0]):
        to[lane] += row[lane]


@kernel(forceinline=True, fastmath=True)
def _activation(total: float) -> Any:
    return min(max(total, np.float32(0)), np.float32(1))


@kernel(fastmath=True)
def output_of(parameters: Any, lanes: int, inputs: int, count: int, active: Any, sums: Any) -> float:
    """Return the network's output for listed inputs. sums : float32 (2 * lanes,), the first layer's, written."""
    first_weight = (inputs + 1) * lanes
    biases = parameters[inputs * lanes : first_weight]
    output = parameters[first_weight + 2 * lanes]
    for turn in range(2):
        total = sums[turn * lanes : (turn + 1) * lanes]
        weights = parameters[first_weight + turn * lanes : first_weight + (turn + 1) * lanes]
        for lane in range(lanes):
            total[lane] = biases[lane]
        for index in range(turn * MOST_ACTIVE, turn * MOST_ACTIVE + count):
            row = active[index] * lanes
            _add(total, parameters[row : row + lanes])
        for lane in range(lanes):
            activation = _activation(total[lane])
            output += weights[lane] * activation * activation
    return float(output)


@kernel(fastmath=True)
def _descend(
    parameters: Any, gradient: Any, lanes: int, inputs: int, count: int, active: Any, sums: Any, slope: float
) -> None:
    """Add the gradient of one sample, whose first layer's sums are known. slope : of the loss by the output."""
    first_weight = (inputs + 1) * lanes
    step = np.float32(slope)
    gradient[first_weight + 2 * lanes] += step
    biases = gradient[inputs * lanes : first_weight]
    for turn in range(2):
        total = sums[turn * lanes : (turn + 1) * lanes]
        weights = parameters[first_weight + turn * lanes : first_weight + (turn + 1) * lanes]
        weights_gradient = gradient[first_weight + turn * lanes : first_weight + (turn + 1) * lanes]
        for lane in range(lanes):
            activation = _activation(total[lane])
            weights_gradient[lane] += step * activation * activation
            below = np.float32(2) * step * weights[lane] * activation
            total[lane] = below if activation < np.float32(1) else np.float32(0)
        _add(biases, total)
        for index in range(turn * MOST_ACTIVE, turn * MOST_ACTIVE + count):
            row = active[index] * lanes
            _add(gradient[row : row + lanes], total)


@kernel()
def add_gradient(
    parameters: Any,
    gradient: Any,
    lanes: int,
    inputs: int,
    boards: Any,
    hands: Any,
    sides: Any,
    bases: Any,
    targets: Any,
    scale: float,
    order: Any,
    begin: int,
    end: int,
    piece: Any,
    place: Any,
    hand: Any,
    most: Any,
    active: Any,
    sums: Any,
    learn: int,
) -> float:
    """Add the gradient of the squared errors of samples order[begin:end]; return the sum of those.

    order    : int64, twice the numbers of samples, plus 1 where left and right are changed
    gradient : float32, like the parameters; only where `learn` is 1
    bases    : float32 (N,) centipawns of `fast_values`; targets : float32 (N,) results to expect, 0..1
    scale    : centipawns for a factor e in the odds
    active, sums : room for one sample
    """
    total = 0.0
    for index in range(begin, end):
        number = order[index] >> 1
        count = list_inputs(boards, hands, order[index], piece, place, hand, most, int(sides[number]), active)
        output = output_of(parameters, lanes, inputs, count, active, sums)
        expected = 1 / (1 + np.exp(-(bases[number] + UNIT * output) / scale))
        error = expected - targets[number]
        total += error * error
        if learn:
            slope = 2 * error * expected * (1 - expected) * UNIT / scale
            _descend(parameters, gradient, lanes, inputs, count, active, sums, slope)
    return float(total)


@kernel(fastmath=True)
def adam_step(
    parameters: Any,
    first: Any,
    second: Any,
    gradients: Any,
    begin: int,
    end: int,
    rate: float,
    decay: float,
    share: float,
    correction1: float,
    correction2: float,
    bound: float,
) -> None:
    """Move parameters begin..end by Adam with decoupled decay (Loshchilov, Hutter, 2019) and clear their gradients.

    first, second : float32, running means; gradients : float32 (threads, parameters)
    share : what a sum of gradients is multiplied by; correction1, correction2 : 1 - beta ** steps
    bound : no parameter is larger afterwards
    """
    rate32, share32, bound32 = np.float32(rate / correction1), np.float32(share), np.float32(bound)
    keep, scale = np.float32(1 - rate * decay), np.float32(1 / correction2)
    values, means, spreads = parameters[begin:end], first[begin:end], second[begin:end]
    slopes = gradients[0, begin:end]
    for thread in range(1, gradients.shape[0]):
        more = gradients[thread, begin:end]
        _add(slopes, more)
        more[:] = np.float32(0)
    for index in range(end - begin):
        slope = slopes[index] * share32
        mean = np.float32(BETA1) * means[index] + np.float32(1 - BETA1) * slope
        spread = np.float32(BETA2) * spreads[index] + np.float32(1 - BETA2) * slope * slope
        means[index], spreads[index] = mean, spread
        value = values[index] * keep - rate32 * mean / (np.sqrt(spread * scale) + np.float32(EPSILON))
        values[index] = min(max(value, -bound32), bound32)
    slopes[:] = np.float32(0)


@kernel()
def gather_shared(gradients: Any, numbers: Any, lanes: int, slopes: Any) -> None:
    """Add the gradients of all inputs to those of the rows that they share.

    gradients : float32 (threads, parameters); numbers : int64 (ways, R), shared rows of an input, -1: none
    slopes    : float32 (shared rows * lanes,), all 0 before
    """
    for thread in range(gradients.shape[0]):
        for number in range(numbers.shape[1]):
            slope = gradients[thread, number * lanes : (number + 1) * lanes]
            for way in range(numbers.shape[0]):
                row = numbers[way, number]
                if row >= 0:
                    _add(slopes[row * lanes : (row + 1) * lanes], slope)


@kernel()
def add_shared(parameters: Any, numbers: Any, lanes: int, shared: Any, bound: float) -> None:
    """Add shared rows, float32 (shared rows * lanes,), to the rows of all inputs, within the bound."""
    most = np.float32(bound)
    for number in range(numbers.shape[1]):
        row = parameters[number * lanes : (number + 1) * lanes]
        for way in range(numbers.shape[0]):
            common = numbers[way, number]
            if common >= 0:
                _add(row, shared[common * lanes : (common + 1) * lanes])
        for lane in range(lanes):
            row[lane] = min(max(row[lane], -most), most)


assert KINDS * 2 == PIECES
