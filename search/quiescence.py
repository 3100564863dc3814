"""Quiescence: captures and promotions that do not lose men, and every way out of a check.

However deep: only the man that moved last to be taken after six plies cost 40 Elo at Mighty Lion and 90 at Okisaki
(150 and 50 games at 10,000 nodes), +- 28 and 48. A board full of men that take each other has no end so; a search of it
hears a stop (search/steps.py).
"""

from typing import Any

from engine.jit import kernel
from engine.layout import FRAME, HAS_DEAD_MATERIAL, KEY, MOST_MOVES, MOVES
from engine.make import unmake
from engine.men import CAPTURES, DROPS, PROMOTIONS, QUIETS
from engine.moves import generate
from engine.outcome import immediate_end, is_dead, stuck_end
from engine.safety import look
from eval.judge import judge, judge_within
from search.layout import MAX_PLY, PRUNING, TABLE_CUTS
from search.ordering import put_first, score_captures, score_quiets, take_best
from search.race import can_arrive
from search.score import INFINITE, MATE, MATE_BOUND, from_table, storable, to_table
from search.see import winnings, wins_at_least
from search.steps import ending_score, must_stop, play
from search.table import EXACT, LOWER, UPPER, announce, entry_bound, entry_move, entry_score, keep, probe


@kernel()
def quiescence(rules: Any, position: Any, search: Any, alpha: int, beta: int, ply: int) -> int:
    """Return the value of a position within (alpha, beta), fail-soft, when only forcing moves are tried."""
    search.pv_length[ply] = 0
    if ply > search.seldepth:
        search.seldepth = ply
    ending = immediate_end(rules, position)
    if ending:
        return ending_score(ending, ply)
    if rules.flags & HAS_DEAD_MATERIAL and is_dead(rules, position):
        return 0
    checked = look(rules, position)
    if can_arrive(rules, position):
        return MATE - ply - 1
    stand = -INFINITE
    if not checked:
        stand = judge_within(rules, position, search.network, alpha, beta)
        if stand >= beta:
            return stand  # most nodes; they do not wait for the table
    key = position.frames[position.ply * FRAME + KEY]
    known = probe(search, key)  # `announce` asked for it: what comes before needs no table
    table_move = entry_move(known)
    if known and search.switches[TABLE_CUTS] and beta - alpha == 1:
        score = from_table(entry_score(known), ply)
        bound = entry_bound(known)
        if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
            return score
    start = search.top[ply - 1]
    if ply >= MAX_PLY or start + MOST_MOVES > MOVES:
        return judge(rules, position, search.network)
    first_alpha = alpha
    best = -INFINITE
    if not checked:
        if known:
            score = from_table(entry_score(known), ply)
            bound = entry_bound(known)
            if bound == EXACT or (bound == LOWER and score > stand) or (bound == UPPER and score < stand):
                if abs(score) < MATE_BOUND:
                    stand = score
        best = stand
        if best >= beta:
            return best
        alpha = max(alpha, best)
    end = generate(rules, position, start, CAPTURES | PROMOTIONS)
    score_captures(rules, position, search, start, end)
    put_first(position, search, start, end, table_move)
    search.top[ply] = end
    best_move = 0
    quiet = 0
    evading = False  # the quiet ways out of a check are listed too
    index = start
    while True:
        if index == end and checked and not evading:
            evading = True
            end = generate(rules, position, end, QUIETS | DROPS)
            score_quiets(rules, position, search, ply, index, end)
            put_first(position, search, index, end, table_move)
            search.top[ply] = end
            if end == start:
                return ending_score(stuck_end(rules, position), ply)
        if index == end:
            break
        move = take_best(position, search, index, end)
        index += 1
        prunable = search.switches[PRUNING] != 0 and best > -MATE_BOUND
        if prunable and not checked:
            gain = winnings(rules, position, search, move)
            most = stand + gain + search.delta
            if gain <= 0 or (most <= alpha and most <= best):
                continue
            if most > alpha:
                announce(rules, position, search, move)  # before the exchange, which takes time
            if not wins_at_least(rules, position, search, move, 0):
                continue
            if most <= alpha:
                best = most
                continue
        else:
            if prunable and evading:
                quiet += 1
                if quiet > search.evasions:
                    break
            announce(rules, position, search, move)
        if must_stop(search):
            return 0
        play(rules, position, search, ply, move)
        score = -quiescence(rules, position, search, -beta, -alpha, ply + 1)
        unmake(rules, position)
        if search.aborted:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                if score >= beta:
                    break
    if storable(best):
        bound = LOWER if best >= beta else EXACT if alpha > first_alpha and best_move else UPPER
        keep(search, key, best_move, to_table(best, ply), 0, bound)
    return best
