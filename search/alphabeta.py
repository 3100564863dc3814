"""Alpha-beta: principal variation search of one position to a depth.

Every part that leaves something out has a switch in `search.switches`; with all of them off the value is minimax's.
Where they begin and how much they leave out is in the search record: search/margins.py. Only `alphabeta` calls itself,
with typed values (engine/jit.py says why).
"""

from typing import Any

from engine.bitboard import load
from engine.jit import kernel
from engine.layout import (
    COUNT,
    EP_KEY,
    FRAME,
    HAS_DROPS,
    KEY,
    MAY_PASS,
    MOST_MOVES,
    MOVES,
    MUST_CAPTURE,
    MUST_DROP,
    ROWS,
)
from engine.make import unmake
from engine.null_move import make_null, unmake_null
from engine.outcome import immediate_end, stuck_end
from engine.safety import look
from eval.judge import judge
from search.history import quiet_history, reward_cut
from search.layout import (
    ABOVE,
    DEPTHS,
    EXTENSIONS,
    LINE,
    MATE_DISTANCE,
    MAX_DEPTH,
    MAX_PLY,
    NULL_MOVE,
    PRUNING,
    QUIESCENCE,
    REDUCTIONS,
    SINGULAR,
    STATIC_CUTS,
    TABLE_CUTS,
    TRIED,
)
from search.legality import LEGAL, legality
from search.ordering import BAD_CAPTURES, GOOD_CAPTURES, QUIET_MOVES, gives_check, next_move, skip_quiets, start_picking
from search.quiescence import quiescence
from search.race import can_arrive, is_threatened, steps_near
from search.score import INFINITE, MATE, OPEN_SCORE, REFEREE_BOUND, from_table, storable, to_table
from search.see import is_tactical, wins_at_least
from search.steps import claim_score, ending_score, may_be_claimed, must_stop, play, repetition_score
from search.table import (
    EXACT,
    LOWER,
    UPPER,
    announce,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    fetch_bucket,
    keep,
    probe,
)


@kernel()
def can_pass(rules: Any, position: Any, search: Any) -> bool:
    """Return whether the side to move has men for which a pass is hardly ever the best move, or men in hand."""
    us = position.side
    if rules.careful & (MUST_CAPTURE | MUST_DROP | MAY_PASS):
        return False  # what is obliged to move may wish to pass, and who may pass needs no help
    if position.hand_kinds[us]:
        return True
    for row in range(us * ROWS, us * ROWS + rules.classes):
        if search.heavy[row] and load(position.men, row):
            return True
    return False


@kernel(forceinline=True)
def extend_line(search: Any, ply: int, move: int) -> None:
    """Write a move and the best line behind it as the best line of a ply."""
    length = search.pv_length[ply + 1]
    to = ply * LINE
    search.pv[to] = move
    for index in range(length):
        search.pv[to + 1 + index] = search.pv[to + LINE + index]
    search.pv_length[ply] = length + 1


@kernel()
def alphabeta(rules: Any, position: Any, search: Any, alpha: int, beta: int, depth: int, ply: int, cut: int) -> int:
    """Return the value of a position within (alpha, beta), fail-soft.

    cut : 1 where a cut is expected, 0 elsewhere

    At ply 0 the moves are those of `search.root_moves` from `root_first` on; the index of the best goes to `root_best`,
    -1 while none was finished. After an abort the value there is that of the moves that were finished.
    """
    if depth <= 0 and search.switches[QUIESCENCE]:
        return quiescence(rules, position, search, alpha, beta, ply)
    root = ply == 0
    yes, no = cut | 1, cut & 0  # typed values, for calls of itself
    principal = beta - alpha > 1
    excluded = search.excluded[ply]
    search.pv_length[ply] = 0
    if ply > search.seldepth:
        search.seldepth = ply
    frame = position.ply * FRAME
    claimable = False
    if not excluded and not root:
        ending = immediate_end(rules, position)
        if ending:
            return ending_score(ending, ply)
        score = repetition_score(rules, position, search, ply)
        if score != OPEN_SCORE:
            return score
        claimable = may_be_claimed(rules, position)
    start = 0 if root else search.top[ply - 1]
    if ply >= MAX_PLY or start + MOST_MOVES > MOVES:
        return judge(rules, position, search.network)
    if search.switches[MATE_DISTANCE] and not root:
        alpha = max(alpha, ply - MATE)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha

    checked = look(rules, position)
    if not principal and not excluded and search.switches[STATIC_CUTS] and can_arrive(rules, position):
        return MATE - ply - 1
    static = OPEN_SCORE
    if not checked:
        static = judge(rules, position, search.network)
    search.static[ply + ABOVE] = static
    key = position.frames[frame + KEY]  # `announce` asked for it: what comes before needs no table
    known = 0 if excluded or root else probe(search, key)
    table_score = OPEN_SCORE
    bound = 0
    if known:
        table_score = from_table(entry_score(known), ply)
        bound = entry_bound(known)
        if not principal and entry_depth(known) >= depth and search.switches[TABLE_CUTS] and not claimable:
            near_limit = rules.move_count_limit > 0 and position.frames[frame + COUNT] + 16 > rules.move_count_limit
            low, high = bound == LOWER and table_score >= beta, bound == UPPER and table_score <= alpha
            if (bound == EXACT or low or high) and not near_limit:
                return table_score

    claim = OPEN_SCORE
    if claimable:
        claim = claim_score(rules, position, ply)
    threatened = is_threatened(rules, position)
    table_move = entry_move(known)
    hint = table_move  # a move that is tried early once it is generated
    if table_move and legality(rules, position, table_move) != LEGAL:
        table_move = 0

    improving = False
    if not checked:
        before = search.static[ply - 2 + ABOVE]
        improving = before == OPEN_SCORE or static > before
        if known and abs(table_score) < REFEREE_BOUND:
            if bound == EXACT or (bound == LOWER and table_score > static) or (bound == UPPER and table_score < static):
                static = table_score
    elif search.switches[EXTENSIONS] and ply < 2 * search.root_depth:
        depth += 1
    unknown = hint == 0 and not root and not excluded
    if search.switches[REDUCTIONS] and depth >= search.internal_depth and unknown and not checked:
        depth -= 1

    if (
        not principal
        and not checked
        and not threatened
        and not excluded
        and claim == OPEN_SCORE
        and abs(beta) < REFEREE_BOUND
    ):
        if search.switches[STATIC_CUTS]:
            if depth <= search.reverse_depth and static - search.reverse_margin * (depth - improving) >= beta:
                return static
            if depth <= search.razor_depth and static + search.razor_margin * depth <= alpha:
                score = quiescence(rules, position, search, alpha, beta, ply)
                if score <= alpha:
                    return score
        if (
            search.switches[NULL_MOVE]
            and depth >= search.null_depth
            and static >= beta
            and search.made[ply - 1 + ABOVE]
            and can_pass(rules, position, search)
        ):
            fetch_bucket(search, key ^ position.frames[frame + EP_KEY] ^ rules.zobrist_black)
            less = search.null_base + depth // search.null_plies + min((static - beta) // search.null_gain, 3)
            search.made[ply + ABOVE] = 0
            search.block[ply + ABOVE] = -1
            search.top[ply] = start
            make_null(rules, position)
            score = -alphabeta(rules, position, search, -beta, -beta + 1, depth - less, ply + 1, 1 - cut)
            unmake_null(position)
            if search.aborted:
                return 0
            if score >= beta:
                return score if abs(score) < REFEREE_BOUND else beta

    singular = 0
    if (
        search.switches[SINGULAR]
        and depth >= search.singular_depth
        and table_move
        and not excluded
        and bound != UPPER
        and entry_depth(known) >= depth - 3
        and abs(table_score) < REFEREE_BOUND
        and ply < 2 * search.root_depth
    ):
        goal = table_score - (search.singular_margin * depth >> 2)
        search.excluded[ply] = table_move
        score = alphabeta(rules, position, search, goal - 1, goal, (depth - 1) // 2, ply, cut)
        search.excluded[ply] = 0
        if search.aborted:
            return 0
        if score < goal:
            singular = 1
        elif goal >= beta:
            return goal  # another move cuts as well

    start_picking(position, search, ply, start, table_move, hint)
    search.killers[2 * ply + 2] = 0
    search.killers[2 * ply + 3] = 0
    first_alpha = alpha
    best = -INFINITE
    best_move = 0
    number = 0
    tried = 0
    root_index = search.root_first - 1
    if root:
        search.root_best = -1
    pruning = search.switches[PRUNING] != 0 and not checked and not threatened
    # where men are dropped the lists are long, and late checks are not worth making one
    skipping = pruning and not principal and depth <= search.late_depth and rules.flags & HAS_DROPS != 0
    late = (search.late_base + depth * depth) // (1 if improving or checked else 2)
    while True:
        if root:
            root_index += 1
            move = search.root_moves[root_index] if root_index < search.root_count else 0
        else:
            enough = skipping and best > -REFEREE_BOUND and number >= late
            move = next_move(rules, position, search, ply, int(enough))
        if move == 0:
            break
        if move == excluded:
            continue
        if claim != OPEN_SCORE:
            return claim
        if depth <= 0:
            return judge(rules, position, search.network)  # without quiescence: a leaf where the game goes on
        number += 1
        tactical = is_tactical(move)
        history = 0
        if not tactical:
            history = quiet_history(rules, position, search, ply, move)
        prunable = pruning and best > -REFEREE_BOUND and not principal
        if prunable and not tactical:
            if not gives_check(rules, position, move) and not steps_near(rules, position, move):
                if depth <= search.late_depth and number > late:
                    skip_quiets(search, ply)
                    continue
                if depth <= search.futility_depth:
                    hope = search.futility_margin * (depth + 1) + (history * search.futility_history >> 14)
                    if static + hope <= alpha:
                        continue
                if depth <= search.history_depth and history < -search.history_margin * depth:
                    continue
        if search.stage[ply] != GOOD_CAPTURES:  # these were announced when they were looked at
            announce(rules, position, search, move)
        if prunable and depth <= search.exchange_depth and (not tactical or search.stage[ply] == BAD_CAPTURES):
            margin = search.exchange_capture * depth if tactical else search.exchange_quiet * depth * depth
            if not wins_at_least(rules, position, search, move, -margin):
                continue
        if must_stop(search):
            return best
        before = search.nodes
        play(rules, position, search, ply, move)
        next_depth = depth - 1
        if singular and move == table_move:
            next_depth += 1
        if number == 1:
            cut_next = 0 if principal else 1 - cut
            score = -alphabeta(rules, position, search, -beta, -alpha, next_depth, ply + 1, cut_next)
        else:
            less = 0
            if search.switches[REDUCTIONS] and depth >= 3 and number > 2 + principal and not checked:
                if not tactical:
                    less = search.reduction[min(depth, DEPTHS - 1) * DEPTHS + min(number, DEPTHS - 1)]
                    less += cut - principal + (not improving) - (history * search.history_plies >> 20)
                    if search.stage[ply] < QUIET_MOVES:
                        less -= 1  # killers and counter moves
                elif search.stage[ply] == BAD_CAPTURES:
                    less = search.reduction[min(depth, DEPTHS - 1) * DEPTHS + min(number, DEPTHS - 1)] // 2
                less = min(max(less, 0), depth - 2)
            score = -alphabeta(rules, position, search, -alpha - 1, -alpha, next_depth - less, ply + 1, yes)
            if less > 0 and score > alpha and not search.aborted:
                score = -alphabeta(rules, position, search, -alpha - 1, -alpha, next_depth, ply + 1, 1 - cut)
            if score > alpha and score < beta and principal and not search.aborted:
                score = -alphabeta(rules, position, search, -beta, -alpha, next_depth, ply + 1, no)
        unmake(rules, position)
        if root:
            search.root_nodes[root_index] += search.nodes - before
        if search.aborted:
            return best
        if score > best:
            best = score
            if root and (score > alpha or number == 1):
                search.root_best = root_index
                search.root_scores[root_index] = score
                extend_line(search, ply, move)
            if score > alpha:
                best_move = move
                if principal and not root:
                    extend_line(search, ply, move)
                if score >= beta:
                    break
                alpha = score
        if tried < TRIED:
            search.tried[ply * TRIED + tried] = move
            tried += 1

    if number == 0:
        if excluded:
            return alpha
        return ending_score(stuck_end(rules, position), ply)
    if best >= beta and best_move:
        reward_cut(rules, position, search, ply, best_move, depth, tried)
    if not excluded and storable(best) and not (root and search.root_first):
        kind = LOWER if best >= beta else EXACT if principal and alpha > first_alpha else UPPER
        keep(search, key, best_move, to_table(best, ply), min(max(depth, 0), MAX_DEPTH), kind)
    return best
