"""Information set MCTS: for hidden information, two to four seats, and simultaneous choice.

The tree is over what the searching seat can tell apart. Every iteration draws a new determinization for that seat and
descends the same tree. An action isn't legal in every determinization, so a node counts how often it was *available*.

Where several seats choose at the same time, each selects by its own statistics alone (decoupled UCT), and the tree
continues from their joint choice: the first seat's actions are the children of the node, and another seat's own
statistics hang on its *seat root*.

    node ──a── ──x──            x, y: the second seat's choice, kept apart for what follows
       │  └─b─ ──x── ──y──
       ╎
     seat root ──x── ──y──      the second seat's own statistics
"""

from __future__ import annotations

import math

import cython

from nodarium.core import bits, memory, splitmix
from nodarium.core.state import State
from nodarium.search.arrays import float_array, int_array
from nodarium.search.settings import SearchSettings

SETTINGS = frozenset(
    {"exploration", "first_play_urgency", "c_puct", "progressive_bias", "rollout_depth", "guided_rollouts"}
)  # what this search reads

NONE = 0  # no node: the root is never a child
MAX_DEPTH = 1024
RANDOM_CHOICE_INTERVAL = 16  # of simultaneous choices, one in this many is random


class IsmctsTree:
    """A search tree whose children are linked lists. A full tree keeps searching but stops growing."""

    def __init__(self, settings: SearchSettings, capacity: int, actions: int) -> None:
        self.capacity = capacity
        self.exploration = settings.exploration
        self.progressive_bias = settings.progressive_bias
        self.first_play_urgency = settings.first_play_urgency
        self.c_puct = settings.c_puct
        self.rollout_depth = settings.rollout_depth
        self.guided_rollouts = settings.guided_rollouts
        self.action = int_array(capacity)
        self.value_seat = int_array(capacity)
        self.first_child = int_array(capacity)
        self.next_sibling = int_array(capacity)
        self.seat_root = int_array(capacity)
        self.visits = int_array(capacity)
        self.available = int_array(capacity)
        self.value_sum = float_array(capacity)
        self.action_heuristic = float_array(capacity)  # the game's action heuristic, with progressive_bias
        self.policy_weight = float_array(capacity)  # the game's policy, unnormalised, with c_puct
        self.path = int_array(2 * MAX_DEPTH)
        self.child_of = int_array(actions)  # by action, for the node being selected; valid if the stamp matches
        self.stamps = int_array(actions)
        self.stamp = 0
        self.size = 0
        self._add_node(-1, -1)

    def _add_node(self, seat: int, action: int) -> int:
        node = self.size
        self.size += 1
        self.value_seat[node] = seat
        self.action[node] = action
        self.first_child[node] = self.next_sibling[node] = self.seat_root[node] = NONE
        self.visits[node] = self.available[node] = 0
        self.value_sum[node] = 0.0
        return node

    def run(self, root: State, seat: int, iterations: int, seed: int) -> int:
        """Run iterations for a seat. Return the generator's new state."""
        state = root.copy()
        self.value_seat[0] = seat  # the root's value is the searching seat's
        with cython.nogil:
            for _ in range(iterations):
                state._copy_from(root)
                seed = state._determinize(seat, splitmix.advance(seed))
                seed = self._iterate(state, seed)
        return seed

    def _iterate(self, state: State, seed: int) -> int:
        """Run one iteration: select, add a node, roll out, back up."""
        self.rng = seed
        node = simultaneous_mask = pending_mask = joint_node = length = 0
        grown = False
        while state.to_act_mask and not grown and length < 2 * MAX_DEPTH - 2:
            seat = bits.lowest(state.to_act_mask)
            if not pending_mask:  # the last simultaneous choice is complete
                joint_node = node
                simultaneous_mask = pending_mask = state.to_act_mask
            pending_mask &= ~(1 << seat)
            own = node if seat == bits.lowest(simultaneous_mask) else self._seat_root(joint_node, seat)
            is_simultaneous = (simultaneous_mask & simultaneous_mask - 1) != 0
            if own < 0:
                arm = -1
            elif self.c_puct > 0.0 and not is_simultaneous:
                arm = self._select_puct(own, state, seat)
            else:
                arm = self._select_ucb(own, state, seat, is_simultaneous)
            if arm < 0:  # the tree is full
                break
            grown = self.visits[arm] == 0
            self.path[length] = arm
            length += 1
            if own == node:
                node = arm
            else:
                node = self._joint_child(node, self.action[arm])
                if node < 0:
                    break
                self.path[length] = node
                length += 1
            state._apply(seat, self.action[arm])
        if not state.to_act_mask:
            pass
        elif self.guided_rollouts:
            self.rng = state._guided_rollout(self.rng, self.rollout_depth)
        elif self.rollout_depth >= 0:
            self.rng = state._limited_rollout(self.rng, self.rollout_depth)
        else:
            self.rng = state._rollout(self.rng)
        results = [0.0] * 32
        state._evaluate_all(results)
        self.visits[0] += 1
        self.value_sum[0] += results[self.value_seat[0]]
        for index in range(length):
            node = self.path[index]
            self.visits[node] += 1
            self.value_sum[node] += results[self.value_seat[node]]
        return self.rng

    def _select_ucb(self, parent: int, state: State, seat: int, is_simultaneous: bool) -> int:
        """Return the child with the highest upper bound, unvisited ones in random order; -1 if the tree is full.

        Seats that choose at the same time could cycle in step and never try some pairs, so they sometimes choose at
        random (`is_simultaneous`).
        """
        self.stamp += 1
        self.rng = splitmix.advance(self.rng)
        any_arm = is_simultaneous and splitmix.below(self.rng, RANDOM_CHOICE_INTERVAL) == 0
        child = self.first_child[parent]
        total, tried = 0.5, 1
        while child != NONE:
            self.child_of[self.action[child]] = child
            self.stamps[self.action[child]] = self.stamp
            total += self.value_sum[child]
            tried += self.visits[child]
            child = self.next_sibling[child]
        unvisited = total / tried + self.first_play_urgency
        best, highest = -1, -1e9
        actions = memory.action_buffer()
        for k in range(state._legal_actions(seat, actions)):
            action = actions[k]
            if self.stamps[action] == self.stamp:
                child = self.child_of[action]
            elif self.size == self.capacity:
                continue
            else:
                child = self._add_node(seat, action)
                if self.progressive_bias > 0.0:
                    self.action_heuristic[child] = state._action_heuristic(seat, action)
                self.next_sibling[child] = self.first_child[parent]
                self.first_child[parent] = child
            self.available[child] += 1
            visits = self.visits[child]
            if any_arm or visits == 0:  # break ties at random
                self.rng = splitmix.advance(self.rng)
                bound = 1e-3 * splitmix.below(self.rng, 1000) / 1000.0
                if not any_arm:
                    bound += unvisited
                    if self.progressive_bias > 0.0:
                        bound += self.progressive_bias * self.action_heuristic[child]
            else:
                bound = self.value_sum[child] / visits + self.exploration * math.sqrt(
                    math.log(self.available[child] + 1.0) / visits
                )
                if self.progressive_bias > 0.0:
                    bound += self.progressive_bias * self.action_heuristic[child] / (visits + 1)
            if bound > highest:
                best, highest = child, bound
        return best

    def _select_puct(self, parent: int, state: State, seat: int) -> int:
        """Return the child that PUCT selects, with the game's policy as prior; -1 if the tree is full."""
        actions, fresh = memory.action_buffer(), memory.action_buffer()
        weights = memory.float_buffer()
        total = state._legal_actions(seat, actions)
        self.stamp += 1
        child = self.first_child[parent]
        while child != NONE:
            self.child_of[self.action[child]] = child
            self.stamps[self.action[child]] = self.stamp
            child = self.next_sibling[child]
        new = 0
        for k in range(total):
            if self.stamps[actions[k]] != self.stamp:
                fresh[new] = actions[k]
                new += 1
        if new:
            state._policy(seat, fresh, new, weights)
        for k in range(min(new, self.capacity - self.size)):
            child = self._add_node(seat, fresh[k])
            self.policy_weight[child] = weights[k]
            self.next_sibling[child] = self.first_child[parent]
            self.first_child[parent] = child
            self.child_of[fresh[k]] = child
            self.stamps[fresh[k]] = self.stamp
        whole = results = 0.0
        tries = 0
        for k in range(total):
            if self.stamps[actions[k]] == self.stamp:
                child = self.child_of[actions[k]]
                self.available[child] += 1
                whole += self.policy_weight[child]
                tries += self.visits[child]
                results += self.value_sum[child]
        mean = results / tries if tries else 0.5
        best, highest = -1, -1e9
        for k in range(total):
            if self.stamps[actions[k]] == self.stamp:
                child = self.child_of[actions[k]]
                visits = self.visits[child]
                bound = self.value_sum[child] / visits if visits > 0.0 else mean
                prior = self.policy_weight[child] / whole
                bound += self.c_puct * prior * math.sqrt(self.available[child]) / (visits + 1.0)
                if bound > highest:
                    best, highest = child, bound
        return best

    def _joint_child(self, parent: int, action: int) -> int:
        """Return the node that a simultaneous choice leads to; -1 if the tree is full.

        Its value is the searching seat's, which mixes its strategy by it.
        """
        child = self.first_child[parent]
        while child != NONE and self.action[child] != action:
            child = self.next_sibling[child]
        if child == NONE:
            if self.size == self.capacity:
                return -1
            child = self._add_node(self.value_seat[0], action)
            self.next_sibling[child] = self.first_child[parent]
            self.first_child[parent] = child
        return child

    def _seat_root(self, node: int, seat: int) -> int:
        """Return the node on which another seat's statistics hang; -1 if the tree is full."""
        seat_root = self.seat_root[node]
        while seat_root != NONE and self.value_seat[seat_root] != seat:
            seat_root = self.next_sibling[seat_root]
        if seat_root == NONE:
            if self.size == self.capacity:
                return -1
            seat_root = self._add_node(seat, -1)
            self.next_sibling[seat_root] = self.seat_root[node]
            self.seat_root[node] = seat_root
        return seat_root

    # ---- results ----

    def root_value(self, seat: int) -> float:
        """Return the root's mean value for the searching seat."""
        return self.value_sum[0] / max(self.visits[0], 1)

    def root_statistics(self, seat: int) -> list[tuple[int, int, float, float]]:
        """Return each of the seat's root actions with its visits, the sum of its results, and -1: nothing is proven."""
        return [
            (self.action[arm], self.visits[arm], self.value_sum[arm], -1.0)
            for arm in self.children(self._root_of(seat))
            if self.visits[arm]
        ]

    def joint_statistics(self, seat: int) -> dict[tuple[int, int], tuple[int, float]]:
        """Return visits and results by the seat's action and the other's, if two seats choose at the root."""
        found: dict[tuple[int, int], tuple[int, float]] = {}
        seat_root = self.seat_root[0]
        if seat_root == NONE or self.next_sibling[seat_root] != NONE:
            return found
        for arm in self.children(0):
            for child in self.children(arm):
                pair = self.action[arm], self.action[child]
                found[pair if self.value_seat[arm] == seat else pair[::-1]] = self.visits[child], self.value_sum[child]
        return found

    def principal_variation(self, seat: int, action: int) -> tuple[int, ...]:
        """Return the actions the search expects, starting with the given one, up to a simultaneous choice."""
        node = next((arm for arm in self.children(self._root_of(seat)) if self.action[arm] == action), NONE)
        found = [action]
        while (
            node != NONE
            and self.seat_root[0] == NONE
            and self.seat_root[node] == NONE
            and self.first_child[node] != NONE
        ):
            node = max(self.children(node), key=self.visits.__getitem__)
            found.append(self.action[node])
        return tuple(found)

    def _root_of(self, seat: int) -> int:
        """Return the node that holds a seat's actions at the root; -1 if no iteration has reached its choice."""
        if self.first_child[0] != NONE and self.value_seat[self.first_child[0]] == seat:
            return 0
        seat_root = self.seat_root[0]
        while seat_root != NONE and self.value_seat[seat_root] != seat:
            seat_root = self.next_sibling[seat_root]
        return -1 if seat_root == NONE else seat_root

    def children(self, node: int) -> list[int]:
        found, child = [], self.first_child[node] if node >= 0 else NONE
        while child != NONE:
            found.append(child)
            child = self.next_sibling[child]
        return found
