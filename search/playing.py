"""Whole games of the search against itself inside one kernel, for those who need games by the hundred thousand.

A call from Python to a kernel costs some 50 microseconds, and search/driver.py needs thirty of them for a move: more
than a search of 2,000 nodes itself. Nothing is reported here, and the search is ended by its number of nodes alone.
"""

from typing import Any, Final

from engine.jit import kernel
from engine.layout import CHECKED, FRAME, KEY
from engine.make import make
from engine.men import ALL, CAPTURES, DROPS, PROMOTIONS, QUIETS
from engine.moves import generate
from engine.outcome import immediate_end, referee_end, stuck_end
from engine.safety import look
from search.alphabeta import alphabeta
from search.aspiration import WINDOW_DEPTH
from search.layout import ABOVE, MAX_DEPTH, STATES
from search.ordering import score_captures, score_quiets
from search.score import INFINITE, OPEN_SCORE, REFEREE_BOUND
from search.see import is_tactical
from search.table import AGE_MASK, MOVE_MASK, entry_move, probe

CAPTURES_FIRST = 1 << 20
FIRST_OF_ALL = 1 << 40
SURE: Final = 4  # scores in a row beyond the bound that end a game

SIDE: Final = 0  # words of `facts`
SCORE_WORD: Final = 1  # centipawns for the side to move
PLY_WORD: Final = 2
FACTS: Final = 4  # words of a position

RESULT: Final = 0  # words of `summary`: 1, 0, -1 for White
KEPT: Final = 1  # positions that were written
PLIES_PLAYED: Final = 2
NODES: Final = 3
SUMMARY: Final = 4


@kernel()
def _list_root(rules: Any, position: Any, search: Any) -> None:
    """List the root's moves, the most promising first. `look` has seen the position."""
    captures = generate(rules, position, 0, CAPTURES | PROMOTIONS)
    score_captures(rules, position, search, 0, captures)
    end = generate(rules, position, captures, QUIETS | DROPS)
    score_quiets(rules, position, search, 0, captures, end)
    known = entry_move(probe(search, position.frames[position.ply * FRAME + KEY]))
    for index in range(end):
        move = position.moves[index]
        score = int(search.scores[index])
        if index < captures:
            score += CAPTURES_FIRST
        if known and move & MOVE_MASK == known:
            score = FIRST_OF_ALL
        place = index
        while place > 0 and search.root_scores[place - 1] < score:
            search.root_scores[place] = search.root_scores[place - 1]
            search.root_moves[place] = search.root_moves[place - 1]
            place -= 1
        search.root_scores[place] = score
        search.root_moves[place] = move
    search.root_count = end


@kernel()
def _bring_forward(search: Any) -> None:
    """Move the best root move to the front."""
    best = search.root_best
    move = search.root_moves[best]
    while best > 0:
        search.root_moves[best] = search.root_moves[best - 1]
        best -= 1
    search.root_moves[0] = move


@kernel()
def think(rules: Any, position: Any, search: Any) -> int:
    """Search up to `search.node_limit` nodes; return the score. The best move is `search.root_moves[0]`.

    `look` has seen the position, and there is a legal move.
    """
    search.nodes = search.next_look = search.aborted = search.patient = 0
    search.age = search.age + 1 & AGE_MASK
    for ply in range(ABOVE):
        search.static[ply], search.block[ply], search.made[ply] = OPEN_SCORE, -1, 0
    for index in range(2 * STATES):
        search.killers[index] = 0
    search.root_ply = position.ply
    search.root_first = 0
    _list_root(rules, position, search)
    best = 0
    for depth in range(1, MAX_DEPTH + 1):
        search.root_depth, search.seldepth = depth, 0
        alpha, beta, window = -INFINITE, INFINITE, search.window
        if depth >= WINDOW_DEPTH and abs(best) < REFEREE_BOUND:
            alpha, beta = best - window, best + window
        while True:
            score = alphabeta(rules, position, search, alpha, beta, depth, 0, 0)
            if search.root_best >= 0 and (score > alpha or not search.aborted):
                _bring_forward(search)
                best = score
            if search.aborted or alpha < score < beta:
                break
            window *= 2
            alpha, beta = max(score - window, -INFINITE), min(score + window, INFINITE)
            if window > 1000 or abs(score) >= REFEREE_BOUND:
                alpha, beta = -INFINITE, INFINITE
        if search.aborted or (search.root_count == 1 and depth > 4) or (abs(best) >= REFEREE_BOUND and depth > 2):
            break
    return int(best)


@kernel()
def play_out(
    rules: Any,
    position: Any,
    search: Any,
    hands: Any,
    most_plies: int,
    bound: int,
    boards: Any,
    in_hand: Any,
    facts: Any,
    summary: Any,
) -> None:
    """Play a game to its end, by `search.node_limit` nodes a move, and write its quiet positions.

    hands   : int64 (H,) pieces whose numbers in hand are written
    most_plies : a game that is longer is drawn
    bound   : centipawns; SURE scores in a row beyond it, for one side, win for that side
    boards  : uint8 (N * S,), in_hand : uint8 (N * H,), facts : int64 (N * FACTS,); written, N positions at most
    summary : int64 (SUMMARY,); written

    A position is quiet where no check is given, the move played takes and promotes nothing, and the score is within
    the bound. The position is left as the game ended.
    """
    size = position.board.shape[0]
    first_ply = position.ply
    most = facts.shape[0] // FACTS
    kept = sure = nodes = 0
    result = 0
    while True:
        ending = immediate_end(rules, position)
        if not ending:
            look(rules, position)
            if generate(rules, position, 0, ALL) == 0:
                ending = stuck_end(rules, position)
            else:
                ending = referee_end(rules, position)
        if ending:
            value = (ending & 3) - 1
            result = -value if position.side else value
            break
        if position.ply - first_ply >= most_plies:
            break
        score = think(rules, position, search)
        nodes += search.nodes
        white = -score if position.side else score
        if abs(white) < bound:
            sure = 0
        elif white > 0:
            sure = max(sure, 0) + 1
        else:
            sure = min(sure, 0) - 1
        if abs(sure) >= SURE:
            result = 1 if sure > 0 else -1
            break
        move = search.root_moves[0]
        checked = position.frames[position.ply * FRAME + CHECKED]
        if kept < most and abs(score) < bound and not checked and not is_tactical(move):
            for square in range(size):
                boards[kept * size + square] = position.board[square]
            for index in range(hands.shape[0]):
                in_hand[kept * hands.shape[0] + index] = min(position.hand[hands[index]], 255)
            facts[kept * FACTS + SIDE] = position.side
            facts[kept * FACTS + SCORE_WORD] = score
            facts[kept * FACTS + PLY_WORD] = position.ply - first_ply
            kept += 1
        make(rules, position, move)
    summary[RESULT] = result
    summary[KEPT] = kept
    summary[PLIES_PLAYED] = position.ply - first_ply
    summary[NODES] = nodes
