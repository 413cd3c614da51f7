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
from array import array

import cython

from nodarium.core import bits
from nodarium.core.state import State

NONE = 0  # no node: the root is nobody's child
DEEPEST = 1024


class Tree:
    """Nodes as columns, children as linked lists. It grows up to its capacity and then goes on counting."""

    def __init__(self, capacity: int, actions: int, explore: float = 0.7, bias: float = 0.0) -> None:
        self.capacity = capacity
        self.explore = explore  # the weight of what is little known
        self.bias = bias  # the weight of the state's prior
        self.action = array("i", bytes(4 * capacity))
        self.seat = array("i", bytes(4 * capacity))
        self.first = array("i", bytes(4 * capacity))
        self.next = array("i", bytes(4 * capacity))
        self.shadow = array("i", bytes(4 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.available = array("i", bytes(4 * capacity))
        self.value = array("f", bytes(4 * capacity))
        self.prior = array("f", bytes(4 * capacity))
        self.path = array("i", bytes(4 * 2 * DEEPEST))
        self.child_of = array("i", bytes(4 * actions))  # by action, for the node looked at; valid if the stamp fits
        self.stamps = array("i", bytes(4 * actions))
        self.clear()

    def clear(self) -> None:
        self.size = 0
        self.stamp = 0
        for action in range(len(self.stamps)):
            self.stamps[action] = 0
        self.add(-1, -1, 0.0)

    def add(self, seat: int, action: int, prior: float) -> int:
        node = self.size
        self.size += 1
        self.seat[node] = seat
        self.action[node] = action
        self.prior[node] = prior
        self.first[node] = self.next[node] = self.shadow[node] = NONE
        self.visits[node] = self.available[node] = 0
        self.value[node] = 0.0
        return node

    def run(self, root: State, seat: int, iterations: int, seed: int) -> int:
        """Do so many iterations for a seat; returns the generator's new state."""
        state = root.copy()
        with cython.nogil:
            for _ in range(iterations):
                state.assign(root)
                seed = state.determinise(seat, bits.advance(seed))
                seed = self.once(state, seed)
        return seed

    def once(self, state: State, seed: int) -> int:
        """Go down the tree, add a node to it, play out, and carry the result up."""
        self.rng = seed
        node = together = home = length = 0
        grown = False
        while state.acting and not grown and length < 2 * DEEPEST - 2:
            seat = bits.first(state.acting)
            if not together & state.acting:  # nobody is choosing together with somebody else
                home = node
                together = state.acting
            own = node if seat == bits.first(together) else self.shadow_of(home, seat)
            arm = self.choose(own, state, seat) if own >= 0 else -1
            if arm < 0:  # the tree is full
                break
            grown = self.visits[arm] == 0
            self.path[length] = arm
            length += 1
            if own == node:
                node = arm
            else:
                node = self.child(node, seat, self.action[arm])
                if node < 0:
                    break
                self.path[length] = node
                length += 1
            state.step(seat, self.action[arm])
        if state.acting:
            self.rng = state.rollout(self.rng)
        self.visits[0] += 1
        for index in range(length):
            node = self.path[index]
            self.visits[node] += 1
            self.value[node] += state.judge(self.seat[node])
        return self.rng

    def choose(self, parent: int, state: State, seat: int) -> int:
        """An action never tried before, at random, or the one with the highest bound; -1 if there is no room."""
        self.stamp += 1
        child = self.first[parent]
        while child != NONE:
            self.child_of[self.action[child]] = child
            self.stamps[self.action[child]] = self.stamp
            child = self.next[child]
        best, highest = -1, -1e9
        fresh = untried = 0
        for k in range(state.count(seat)):
            action = state.nth(seat, k)
            if self.stamps[action] != self.stamp:
                fresh += 1
                self.rng = bits.advance(self.rng)
                if bits.below(self.rng, fresh) == 0:
                    untried = action
                continue
            child = self.child_of[action]
            self.available[child] += 1
            visits = self.visits[child] + 1e-3
            bound = self.value[child] / visits + self.explore * math.sqrt(
                math.log(self.available[child] + 1.0) / visits
            )
            bound += self.bias * self.prior[child] / (visits + 1)
            if bound > highest:
                best, highest = child, bound
        if fresh and self.size < self.capacity:
            best = self.add(seat, untried, state.prior(seat, untried))
            self.available[best] = 1
            self.next[best] = self.first[parent]
            self.first[parent] = best
        return best

    def child(self, parent: int, seat: int, action: int) -> int:
        """The child that an action leads to; -1 if there is none and no room for it."""
        child = self.first[parent]
        while child != NONE and self.action[child] != action:
            child = self.next[child]
        if child == NONE:
            if self.size == self.capacity:
                return -1
            child = self.add(seat, action, 0.0)
            self.next[child] = self.first[parent]
            self.first[parent] = child
        return child

    def shadow_of(self, node: int, seat: int) -> int:
        """Where the statistics of another seat that chooses at the same time hang; -1 if there is no room."""
        shadow = self.shadow[node]
        while shadow != NONE and self.seat[shadow] != seat:
            shadow = self.next[shadow]
        if shadow == NONE:
            if self.size == self.capacity:
                return -1
            shadow = self.add(seat, -1, 0.0)
            self.next[shadow] = self.shadow[node]
            self.shadow[node] = shadow
        return shadow
