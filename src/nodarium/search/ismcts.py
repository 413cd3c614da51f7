"""Tree search for games with secrets, for two to four seats, and for seats that choose at once.

The tree is over what the searching seat can tell apart: every iteration deals anew what that seat cannot know, and goes
down the same tree. An action counts how often it was *available*, since it is not in every deal.

Where several seats choose at once, each chooses by its own statistics alone. The tree goes on from what they chose
together: the first seat's arms are the children of the node, the arms of another seat hang on its *shadow*.

    node ──a── ──x──            x, y: the second seat's choice, told apart for what follows
       │  └─b─ ──x── ──y──
       ╎
     shadow ──x── ──y──         the second seat's own statistics
"""

from __future__ import annotations

import math

import cython

from nodarium.core import bits, memory, splitmix
from nodarium.core.state import State
from nodarium.search.arrays import float_array, int_array
from nodarium.search.settings import SearchSettings

NONE = 0  # no node: the root is nobody's child
MAX_DEPTH = 1024
RANDOM_CHOICE_INTERVAL = 16  # one choice of so many is made at random where seats choose at once


class IsmctsTree:
    """Nodes as columns, children as linked lists. It grows up to its capacity and then goes on counting."""

    def __init__(self, settings: SearchSettings, capacity: int, actions: int) -> None:
        self.capacity = capacity
        self.exploration = settings.exploration
        self.progressive_bias = settings.progressive_bias
        self.first_play_urgency = settings.first_play_urgency
        self.c_puct = settings.c_puct
        self.rollout_depth = settings.rollout_depth
        self.guided_rollouts = settings.guided_rollouts
        self.action = int_array(capacity)
        self.seat = int_array(capacity)
        self.first = int_array(capacity)
        self.next = int_array(capacity)
        self.seat_root = int_array(capacity)
        self.visits = int_array(capacity)
        self.available = int_array(capacity)
        self.value = float_array(capacity)
        self.prior = float_array(capacity)
        self.path = int_array(2 * MAX_DEPTH)
        self.child_of = int_array(actions)  # by action, for the node looked at; valid if the stamp fits
        self.stamps = int_array(actions)
        self.stamp = 0
        self.size = 0
        self._add_node(-1, -1, 0.0)

    def _add_node(self, seat: int, action: int, prior: float) -> int:
        node = self.size
        self.size += 1
        self.seat[node] = seat
        self.action[node] = action
        self.prior[node] = prior
        self.first[node] = self.next[node] = self.seat_root[node] = NONE
        self.visits[node] = self.available[node] = 0
        self.value[node] = 0.0
        return node

    def run(self, root: State, seat: int, iterations: int, seed: int) -> int:
        """Do so many iterations for a seat; returns the generator's new state."""
        state = root.copy()
        self.seat[0] = seat  # the root's value is what the position is worth to whom the search is for
        with cython.nogil:
            for _ in range(iterations):
                state._copy_from(root)
                seed = state._determinize(seat, splitmix.advance(seed))
                seed = self._iterate(state, seed)
        return seed

    def _iterate(self, state: State, seed: int) -> int:
        """Go down the tree, add a node to it, play out, and carry the result up."""
        self.rng = seed
        node = together = waiting = home = length = 0
        grown = False
        while state.to_act_mask and not grown and length < 2 * MAX_DEPTH - 2:
            seat = bits.lowest(state.to_act_mask)
            if not waiting:  # nobody is choosing together with somebody else
                home = node
                together = waiting = state.to_act_mask
            waiting &= ~(1 << seat)
            own = node if seat == bits.lowest(together) else self._seat_root(home, seat)
            blind = (together & together - 1) != 0
            if own < 0:
                arm = -1
            elif self.c_puct > 0.0 and not blind:
                arm = self._select_puct(own, state, seat)
            else:
                arm = self._select_ucb(own, state, seat, blind)
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
        if state.to_act_mask and (self.guided_rollouts or self.rollout_depth >= 0):
            self.rng = state._guided_rollout(self.rng, self.rollout_depth)
        elif state.to_act_mask:
            self.rng = state._rollout(self.rng)
        worths = [0.0] * 32
        state._evaluate_all(worths)
        self.visits[0] += 1
        self.value[0] += worths[self.seat[0]]
        for index in range(length):
            node = self.path[index]
            self.visits[node] += 1
            self.value[node] += worths[self.seat[node]]
        return self.rng

    def _select_ucb(self, parent: int, state: State, seat: int, blind: bool) -> int:
        """An action never tried before, at random, or the one with the highest bound; -1 if there is no room.

        Seats that choose at once could go round in step and never try some pairs: now and then they choose at random.
        """
        self.stamp += 1
        self.rng = splitmix.advance(self.rng)
        any_arm = blind and splitmix.below(self.rng, RANDOM_CHOICE_INTERVAL) == 0
        child = self.first[parent]
        total, tried = 0.5, 1
        while child != NONE:
            self.child_of[self.action[child]] = child
            self.stamps[self.action[child]] = self.stamp
            total += self.value[child]
            tried += self.visits[child]
            child = self.next[child]
        hope = total / tried + self.first_play_urgency
        best, highest = -1, -1e9
        actions = memory.action_buffer()
        for k in range(state._legal_actions(seat, actions)):
            action = actions[k]
            if self.stamps[action] == self.stamp:
                child = self.child_of[action]
            elif self.size == self.capacity:
                continue
            else:
                child = self._add_node(
                    seat, action, state._action_heuristic(seat, action) if self.progressive_bias > 0.0 else 0.0
                )
                self.next[child] = self.first[parent]
                self.first[parent] = child
            self.available[child] += 1
            visits = self.visits[child]
            if any_arm or visits == 0:  # those that look alike in any order
                self.rng = splitmix.advance(self.rng)
                bound = 1e-3 * splitmix.below(self.rng, 1000) / 1000.0
                if not any_arm:
                    bound += hope + self.progressive_bias * self.prior[child]
            else:
                bound = self.value[child] / visits + self.exploration * math.sqrt(
                    math.log(self.available[child] + 1.0) / visits
                )
                bound += self.progressive_bias * self.prior[child] / (visits + 1)
            if bound > highest:
                best, highest = child, bound
        return best

    def _select_puct(self, parent: int, state: State, seat: int) -> int:
        """The action with the highest bound, if each is looked at in proportion to its weight; -1 if there is none."""
        actions, fresh = memory.action_buffer(), memory.action_buffer()
        weights = memory.float_buffer()
        total = state._legal_actions(seat, actions)
        self.stamp += 1
        child = self.first[parent]
        while child != NONE:
            self.child_of[self.action[child]] = child
            self.stamps[self.action[child]] = self.stamp
            child = self.next[child]
        new = 0
        for k in range(total):
            if self.stamps[actions[k]] != self.stamp:
                fresh[new] = actions[k]
                new += 1
        if new:
            state._policy(seat, fresh, new, weights)
        for k in range(min(new, self.capacity - self.size)):
            child = self._add_node(seat, fresh[k], weights[k])
            self.next[child] = self.first[parent]
            self.first[parent] = child
            self.child_of[fresh[k]] = child
            self.stamps[fresh[k]] = self.stamp
        whole = results = 0.0
        tries = 0
        for k in range(total):
            if self.stamps[actions[k]] == self.stamp:
                child = self.child_of[actions[k]]
                self.available[child] += 1
                whole += self.prior[child]
                tries += self.visits[child]
                results += self.value[child]
        mean = results / tries if tries else 0.5
        best, highest = -1, -1e9
        for k in range(total):
            if self.stamps[actions[k]] == self.stamp:
                child = self.child_of[actions[k]]
                visits = self.visits[child]
                bound = self.value[child] / visits if visits > 0.0 else mean
                bound += self.c_puct * self.prior[child] / whole * math.sqrt(self.available[child]) / (visits + 1.0)
                if bound > highest:
                    best, highest = child, bound
        return best

    def _joint_child(self, parent: int, action: int) -> int:
        """Where a choice made together with others leads to; -1 if there is no room. What it is worth to whom the
        search is for decides how that seat mixes its choices.
        """
        child = self.first[parent]
        while child != NONE and self.action[child] != action:
            child = self.next[child]
        if child == NONE:
            if self.size == self.capacity:
                return -1
            child = self._add_node(self.seat[0], action, 0.0)
            self.next[child] = self.first[parent]
            self.first[parent] = child
        return child

    def _seat_root(self, node: int, seat: int) -> int:
        """Where the statistics of another seat that chooses at the same time hang; -1 if there is no room."""
        shadow = self.seat_root[node]
        while shadow != NONE and self.seat[shadow] != seat:
            shadow = self.next[shadow]
        if shadow == NONE:
            if self.size == self.capacity:
                return -1
            shadow = self._add_node(seat, -1, 0.0)
            self.next[shadow] = self.seat_root[node]
            self.seat_root[node] = shadow
        return shadow

    # ---- what it says ----

    def root_value(self, seat: int) -> float:
        """What the root is worth to the seat that the search is for, whoever acts there."""
        return self.value[0] / max(self.visits[0], 1)

    def root_statistics(self, seat: int) -> list[tuple[int, int, float, float]]:
        """For each action of the seat at the root its visits, the sum of its results, and -1: nothing is certain."""
        return [
            (self.action[arm], self.visits[arm], self.value[arm], -1.0)
            for arm in self.children(self._root_of(seat))
            if self.visits[arm]
        ]

    def joint_statistics(self, seat: int) -> dict[tuple[int, int], tuple[int, float]]:
        """Where two seats choose at once: visits and results for the seat that the search is for, by its action and the
        other's.
        """
        found: dict[tuple[int, int], tuple[int, float]] = {}
        shadow = self.seat_root[0]
        if shadow == NONE or self.next[shadow] != NONE:
            return found
        for arm in self.children(0):
            for child in self.children(arm):
                pair = self.action[arm], self.action[child]
                found[pair if self.seat[arm] == seat else pair[::-1]] = self.visits[child], self.value[child]
        return found

    def principal_variation(self, seat: int, action: int) -> tuple[int, ...]:
        """The actions that the search expects to follow, from this one on; not beyond a choice made at once."""
        node = next((arm for arm in self.children(self._root_of(seat)) if self.action[arm] == action), NONE)
        found = [action]
        while node != NONE and self.seat_root[0] == NONE and self.seat_root[node] == NONE and self.first[node] != NONE:
            node = max(self.children(node), key=self.visits.__getitem__)
            found.append(self.action[node])
        return tuple(found)

    def _root_of(self, seat: int) -> int:
        """The node at which a seat's actions at the root hang."""
        shadow = self.seat_root[0]
        while shadow != NONE and self.seat[shadow] != seat:
            shadow = self.next[shadow]
        return shadow

    def children(self, node: int) -> list[int]:
        found, child = [], self.first[node]
        while child != NONE:
            found.append(child)
            child = self.next[child]
        return found
