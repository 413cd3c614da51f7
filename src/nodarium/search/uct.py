"""UCT for two seats, perfect information and one seat to act at a time.

The tree is a set of arrays, and the children of a node are neighbours in them. A node's value is the sum of results for
its *mover*, the seat that moved into it; the root counts as seat 0's. Where the result of a node is certain it is
*proven*, and proofs propagate up the tree.
"""

from __future__ import annotations

import math

import cython

from nodarium.core import bits, memory
from nodarium.core.state import State
from nodarium.search.arrays import float_array, int_array
from nodarium.search.settings import SearchSettings

SETTINGS = frozenset(
    {
        "exploration",
        "first_play_urgency",
        "progressive_bias",
        "rave_equivalence",
        "prior_visits",
        "naive_opponent",
        "rollout_depth",
        "guided_rollouts",
        "reuse_tree",
    }
)  # what this search reads

UNPROVEN, DRAW = -1, 7  # values of `proof`; any other is the seat that wins
MAX_DEPTH = 1024  # of the tree
NAIVE_HALF_VISITS = 5000  # visits at which the model of a naive opponent reaches half its weight
LOSING_VALUE = 0.35  # below this value, model the opponent as trusting rollouts
NAIVE_EXPLORATION = 0.3  # exploration of an opponent who trusts rollouts


class UctTree:
    """A search tree whose root is node 0. A full tree keeps searching but stops growing."""

    def __init__(self, settings: SearchSettings, capacity: int) -> None:
        self.settings = settings
        self.capacity = capacity
        self.exploration = settings.exploration
        self.first_play_urgency = settings.first_play_urgency
        self.progressive_bias = settings.progressive_bias
        self.rave_equivalence = settings.rave_equivalence
        self.prior_visits = settings.prior_visits
        self.rollout_depth = settings.rollout_depth
        self.guided_rollouts = settings.guided_rollouts
        self.naive_opponent = settings.naive_opponent
        self.opponent_weight = 0.0  # naive_opponent while the searching seat is losing, else 0
        self.seat = 0  # the searching seat
        self.first_child = int_array(capacity)
        self.num_children = int_array(capacity)  # number of children
        self.action = int_array(capacity)
        self.mover = int_array(capacity)
        self.proof = int_array(capacity)
        self.visits = int_array(capacity)
        self.value_sum = float_array(capacity)  # sum of results
        self.action_heuristic = float_array(capacity)  # the game's action heuristic, with progressive_bias
        self.prior_value = float_array(capacity)  # evaluation of the position, with prior_visits
        self.random_rollout_sum = float_array(capacity)  # sum of random rollouts, with naive_opponent
        self.amaf_visits = int_array(capacity)
        self.amaf_value = float_array(capacity)
        self.path = int_array(MAX_DEPTH)
        self.size = 1
        self._init_node(0, 0, -1)

    def _init_node(self, node: int, mover: int, action: int) -> None:
        self.mover[node] = mover
        self.action[node] = action
        self.first_child[node] = self.num_children[node] = self.visits[node] = self.amaf_visits[node] = 0
        self.value_sum[node] = self.random_rollout_sum[node] = self.amaf_value[node] = 0.0
        self.proof[node] = UNPROVEN

    def run(self, root: State, seat: int, playouts: int, seed: int) -> int:
        """Run playouts, or stop early if the root is proven. Return the generator's new state."""
        self.seat = seat
        state = root.copy()
        self.scratch = root.copy()
        with cython.nogil:
            for _ in range(playouts):
                if self.proof[0] != UNPROVEN:
                    break
                state._copy_from(root)
                seed = self._iterate(state, seed)
        return seed

    def _iterate(self, state: State, seed: int) -> int:
        """Run one playout: select, expand, roll out, back up."""
        node = depth = 0
        self.path[0] = 0
        self.opponent_weight = self.naive_opponent if self._mean_value(self.seat) < LOSING_VALUE else 0.0
        while state.to_act_mask and (
            self.num_children[node] or ((self.visits[node] or not node) and self._expand(node, state))
        ):
            node = self._select(node, bits.lowest(state.to_act_mask))
            state._apply(self.mover[node], self.action[node])
            depth += 1
            self.path[depth] = node
            if depth == MAX_DEPTH - 1:
                break
        if not state.to_act_mask:
            self._propagate_proof(node, depth, state)
        elif self.guided_rollouts:
            seed = state._guided_rollout(seed, self.rollout_depth)
        elif self.rollout_depth >= 0:
            seed = state._limited_rollout(seed, self.rollout_depth)
        else:
            seed = state._rollout(seed)
        result = state._evaluate(0)
        for level in range(depth + 1):
            node = self.path[level]
            self.visits[node] += 1
            self.value_sum[node] += result if self.mover[node] == 0 else 1.0 - result
        if self.naive_opponent > 0.0:
            random_result = result
            if self.opponent_weight > 0.0:
                self.scratch._copy_from(state)
                seed = self.scratch._rollout(seed)
                random_result = self.scratch._evaluate(0)
            for level in range(depth + 1):
                node = self.path[level]
                self.random_rollout_sum[node] += random_result if self.mover[node] == 0 else 1.0 - random_result
        if self.rave_equivalence > 0.0:
            for level in range(depth + 1):
                self._update_amaf(self.path[level], state, result)
        return seed

    def _mean_value(self, seat: int) -> float:
        """Return the root's mean value for a seat."""
        mean = self.value_sum[0] / max(self.visits[0], 1)
        return mean if seat == 0 else 1.0 - mean

    def _update_amaf(self, node: int, state: State, result: float) -> None:
        """Count a result for every child whose action its mover took at any later time (all moves as first)."""
        first = self.first_child[node]
        for child in range(first, first + self.num_children[node]):
            if state._has_played(self.mover[child], self.action[child]):
                self.amaf_visits[child] += 1
                self.amaf_value[child] += result if self.mover[child] == 0 else 1.0 - result

    def _expand(self, node: int, state: State) -> bool:
        """Add all children of a node. Return False if the tree is full."""
        seat = bits.lowest(state.to_act_mask)
        count = state._count_actions(seat)
        if self.size + count > self.capacity:
            return False
        for k in range(count):
            action = state._nth_action(seat, k)
            child = self.size + k
            self._init_node(child, seat, action)
            if self.prior_visits > 0.0:
                self.scratch._copy_from(state)
                self.scratch._apply(seat, action)
                self.prior_value[child] = self.scratch._evaluate(seat)
            elif self.progressive_bias > 0.0:
                self.action_heuristic[child] = state._action_heuristic(seat, action)
        self.first_child[node] = self.size
        self.num_children[node] = count
        self.size += count
        return True

    def _select(self, node: int, seat: int) -> int:
        """Return the child with the highest upper bound for the mover. Proven losses and draws come last."""
        first = self.first_child[node]
        best, highest = first, -1e9
        total = self.visits[node]
        naive = self.opponent_weight * total / (total + NAIVE_HALF_VISITS) if seat != self.seat else 0.0
        width = (self.exploration + naive * (NAIVE_EXPLORATION - self.exploration)) * math.sqrt(math.log(total + 1.0))
        mean = self.value_sum[node] / total if total else 0.5
        unvisited = self.first_play_urgency + (mean if self.mover[node] == seat else 1.0 - mean)
        for child in range(first, first + self.num_children[node]):
            visits = self.visits[child]
            if self.proof[child] != UNPROVEN and self.proof[child] != self.mover[child]:
                bound = -1e6 + (1.0 if self.proof[child] == DRAW else 0.0)
            elif self.prior_visits > 0.0:
                mean = (self.value_sum[child] + self.prior_visits * self.prior_value[child]) / (
                    visits + self.prior_visits
                )
                mean += naive * ((self.random_rollout_sum[child] + 0.5) / (visits + 1.0) - mean)
                bound = mean + width / math.sqrt(visits + 1.0)
            elif visits or self.amaf_visits[child]:
                mean = self.value_sum[child] / visits if visits else 0.0
                if self.amaf_visits[child]:
                    weight = math.sqrt(self.rave_equivalence / (3.0 * visits + self.rave_equivalence))
                    mean += weight * (self.amaf_value[child] / self.amaf_visits[child] - mean)
                bound = mean + width / math.sqrt(visits if visits else 1)
                if self.progressive_bias > 0.0:
                    bound += self.progressive_bias * self.action_heuristic[child] / (visits + 1)
            else:
                bound = unvisited
                if self.progressive_bias > 0.0:
                    bound += self.progressive_bias * self.action_heuristic[child]
            if bound > highest:
                best, highest = child, bound
        return best

    def _propagate_proof(self, node: int, depth: int, state: State) -> None:
        """Prove a leaf where the game is over, and every node above it whose mover can win or whose children are all
        proven.
        """
        self.proof[node] = bits.lowest(state.winner_mask) if state.winner_mask else DRAW
        while depth:
            proof = self.proof[self.path[depth]]
            mover = self.mover[self.path[depth]]
            depth -= 1
            node = self.path[depth]
            if proof != mover:
                for child in range(self.first_child[node], self.first_child[node] + self.num_children[node]):
                    if self.proof[child] == UNPROVEN:
                        return
                    if self.proof[child] == DRAW:
                        proof = DRAW
            self.proof[node] = proof

    # ---- results ----

    def root_value(self, seat: int) -> float:
        """Return the root's value for a seat, proven or averaged."""
        if self.proof[0] != UNPROVEN:
            return 0.5 if self.proof[0] == DRAW else float(self.proof[0] == seat)
        return self._mean_value(seat)

    def root_statistics(self, seat: int) -> list[tuple[int, int, float, float]]:
        """Return each root action with its visits, the sum of its results, and its proven value or -1."""
        found = []
        for child in range(self.first_child[0], self.first_child[0] + self.num_children[0]):
            proof = self.proof[child]
            proven = -1.0 if proof == UNPROVEN else 0.5 if proof == DRAW else 1.0 if proof == seat else 0.0
            found.append((self.action[child], self.visits[child], self.value_sum[child], proven))
        return found

    def joint_statistics(self, seat: int) -> dict[tuple[int, int], tuple[int, float]]:
        """Return nothing: here only one seat acts at a time."""
        return {}

    def principal_variation(self, seat: int, action: int) -> tuple[int, ...]:
        """Return the actions the search expects, starting with the given one."""
        node, found = 0, list[int]()
        while self.num_children[node]:
            block = range(self.first_child[node], self.first_child[node] + self.num_children[node])
            if found:
                node = max(block, key=self._strength)
            else:
                node = next(child for child in block if self.action[child] == action)
            if found and not self.visits[node]:
                break
            found.append(self.action[node])
        return tuple(found)

    def _strength(self, child: int) -> tuple[bool, int]:
        return self.proof[child] == self.mover[child], self.visits[child]

    # ---- reuse ----

    def subtree(self, root: State, now: State) -> UctTree | None:
        """Return a tree for a later position with all that this one knows about it; None if it was never reached."""
        node = self._find_node(0, root, now)
        return None if node < 0 else self._extract(node)

    def _find_node(self, node: int, state: State, now: State) -> int:
        """Return the node of a later position at or below a node, or -1."""
        if state.ply == now.ply:
            return node if memory.equal(state, now) else -1
        for child in range(self.first_child[node], self.first_child[node] + self.num_children[node]):
            if self.visits[child]:
                after = state.copy()
                after._apply(self.mover[child], self.action[child])
                found = self._find_node(child, after, now) if after.ply <= now.ply else -1
                if found >= 0:
                    return found
        return -1

    def _extract(self, root: int) -> UctTree:
        """Copy a node and everything below it into a new tree."""
        twin = UctTree(self.settings, self.capacity)
        old_of = int_array(self.capacity)
        old_of[0] = root
        twin._copy_node(0, self, root)
        if twin.mover[0] != 0:
            twin.mover[0] = 0
            twin.value_sum[0] = twin.visits[0] - twin.value_sum[0]
            twin.random_rollout_sum[0] = twin.visits[0] - twin.random_rollout_sum[0]
        node = 0
        while node < twin.size:
            old = old_of[node]
            twin.first_child[node] = twin.size
            for child in range(self.first_child[old], self.first_child[old] + self.num_children[old]):
                old_of[twin.size] = child
                twin._copy_node(twin.size, self, child)
                twin.size += 1
            node += 1
        return twin

    def _copy_node(self, node: int, other: UctTree, old: int) -> None:
        """Copy a node of another tree, without its children."""
        self._init_node(node, other.mover[old], other.action[old])
        self.num_children[node] = other.num_children[old]
        self.visits[node] = other.visits[old]
        self.value_sum[node] = other.value_sum[old]
        self.proof[node] = other.proof[old]
        if self.prior_visits > 0.0:
            self.prior_value[node] = other.prior_value[old]
            self.random_rollout_sum[node] = other.random_rollout_sum[old]
        else:
            if self.progressive_bias > 0.0:
                self.action_heuristic[node] = other.action_heuristic[old]
            self.amaf_visits[node] = other.amaf_visits[old]
            self.amaf_value[node] = other.amaf_value[old]
