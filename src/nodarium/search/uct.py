"""UCT for games without secrets in which one seat acts at a time.

The tree is a set of columns; the children of a node stand next to each other. A node's value is the sum of results for
the seat that moved into it. Where the result of a node is certain it is *proven*, and proofs go up the tree.
"""

from __future__ import annotations

import math
from array import array

import cython

from nodarium.core import bits
from nodarium.core.state import State

UNKNOWN, NOBODY = -1, 7  # proofs: not proven, nobody wins; else the seat that wins
DEEPEST = 1024  # below this depth the tree does not grow


class Tree:
    """The nodes; the root is number 0. It grows up to its capacity and then goes on counting."""

    def __init__(self, capacity: int, explore: float = 1.0, urgency: float = 1e6, bias: float = 0.0) -> None:
        self.capacity = capacity
        self.explore = explore  # the weight of what is little known
        self.urgency = urgency  # the bound of a child that was never tried
        self.bias = bias  # the weight of the guide's prior
        self.first = array("i", bytes(4 * capacity))
        self.children = array("i", bytes(4 * capacity))
        self.action = array("i", bytes(4 * capacity))
        self.mover = array("i", bytes(4 * capacity))
        self.proof = array("i", bytes(4 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.value = array("f", bytes(4 * capacity))
        self.prior = array("f", bytes(4 * capacity))
        self.path = array("i", bytes(4 * DEEPEST))
        self.clear()

    def clear(self) -> None:
        self.size = 1
        self.reset(0, -1, -1, 0.0)

    def reset(self, node: int, mover: int, action: int, prior: float) -> None:
        self.mover[node] = mover
        self.action[node] = action
        self.prior[node] = prior
        self.first[node] = self.children[node] = self.visits[node] = 0
        self.value[node] = 0.0
        self.proof[node] = UNKNOWN

    def run(self, root: State, playouts: int, seed: int) -> int:
        """Do so many playouts, or fewer if the root is proven; returns the generator's new state."""
        state = root.copy()
        with cython.nogil:
            for _ in range(playouts):
                if self.proof[0] != UNKNOWN:
                    break
                state.assign(root)
                seed = self.once(state, seed)
        return seed

    def once(self, state: State, seed: int) -> int:
        """Go down the tree, add to it, play out, and carry the result up."""
        node = depth = 0
        self.path[0] = 0
        while state.acting and (self.children[node] or ((self.visits[node] or not node) and self.expand(node, state))):
            node = self.select(node)
            state.step(self.mover[node], self.action[node])
            depth += 1
            self.path[depth] = node
            if depth == DEEPEST - 1:
                break
        if state.acting:
            seed = state.rollout(seed)
        else:
            self.prove(node, depth, state)
        for level in range(depth + 1):
            node = self.path[level]
            self.visits[node] += 1
            if level:
                self.value[node] += state.judge(self.mover[node])
        return seed

    def expand(self, node: int, state: State) -> bool:
        """Add the children of a node; False if there is no room for them."""
        seat = bits.first(state.acting)
        count = state.count(seat)
        if self.size + count > self.capacity:
            return False
        for k in range(count):
            action = state.nth(seat, k)
            self.reset(self.size + k, seat, action, state.prior(seat, action))
        self.first[node] = self.size
        self.children[node] = count
        self.size += count
        return True

    def select(self, node: int) -> int:
        """The child with the highest bound for the seat that moves; one that surely loses only if none is left."""
        first = self.first[node]
        best, highest = first, -1e9
        width = self.explore * math.sqrt(math.log(self.visits[node] + 1.0))
        for child in range(first, first + self.children[node]):
            visits = self.visits[child]
            if self.proof[child] != UNKNOWN and self.proof[child] != self.mover[child]:
                bound = -1e6 + (1.0 if self.proof[child] == NOBODY else 0.0)
            elif visits:
                bound = (
                    self.value[child] / visits
                    + width / math.sqrt(visits)
                    + self.bias * self.prior[child] / (visits + 1)
                )
            else:
                bound = self.urgency + self.bias * self.prior[child]
            if bound > highest:
                best, highest = child, bound
        return best

    def prove(self, node: int, depth: int, state: State) -> None:
        """A leaf is certain; so is a node above it whose mover can win, or whose children are all certain."""
        self.proof[node] = bits.first(state.winners) if state.winners else NOBODY
        while depth:
            proof = self.proof[self.path[depth]]
            mover = self.mover[self.path[depth]]
            depth -= 1
            node = self.path[depth]
            if proof != mover:
                for child in range(self.first[node], self.first[node] + self.children[node]):
                    if self.proof[child] == UNKNOWN:
                        return
                    if self.proof[child] == NOBODY:
                        proof = NOBODY
            self.proof[node] = proof
