"""Bots: whoever chooses an action in the place of a person.

A bot is given a position and deals anew, first of all, what its seat cannot know; so whatever it thinks rests on what
the seat knows. A bot belongs to one player of one match at a time: it keeps what it has thought for the next step.
"""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from time import perf_counter
from typing import Protocol

from nodarium.core import splitmix
from nodarium.core.errors import BadOption
from nodarium.core.game import Game
from nodarium.core.refusal import game_over, not_your_turn
from nodarium.core.state import State
from nodarium.search.ismcts import Tree as InformationTree
from nodarium.search.mixed import mixture
from nodarium.search.settings import Settings
from nodarium.search.uct import Tree as OpenTree

LEVELS = ("novice", "casual", "club", "expert", "master")  # the weakest first
RANDOM, PLAIN = "random", "plain"  # any legal action; the search without any knowledge of the game
NAMES = (RANDOM, PLAIN, *LEVELS)

AnyTree = OpenTree | InformationTree
NODE_BYTES = 92  # of a tree, and of the part of it that is kept while both are there
MOST_NODES = 2**30
PATIENCE = 0.004  # seconds between two looks at the clock
AT_FIRST = 32  # playouts until the first look


@dataclass(frozen=True)
class Choice:
    """An action that was thought about."""

    action: int
    visits: int
    value: float  # what it is worth to the seat, from 0 to 1
    share: float  # how often a bot with this thought chooses it


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of a position: the choices, the best one first; none for a seat that does not act."""

    seat: int
    choices: tuple[Choice, ...]
    value: float  # what the position is worth to the seat, from 0 to 1
    playouts: int
    seconds: float
    line: tuple[int, ...]  # the actions that it expects, its own first


class Bot(Protocol):
    rng: int  # decides its chance

    def choose(self, state: State, seat: int) -> int:
        """One of the seat's legal actions."""

    def stop(self) -> None:
        """Choose at once; for another thread."""


def legal_for(state: State, seat: int) -> list[int]:
    """What a seat can choose from; an error for one that may not act."""
    if not state.to_act_mask:
        raise game_over(state)
    actions = state.legal_actions(seat)
    if not actions:
        raise not_your_turn(state, seat)
    return actions


class RandomBot:
    """Any legal action."""

    def __init__(self, seed: int) -> None:
        self.rng = seed

    def choose(self, state: State, seat: int) -> int:
        actions = legal_for(state, seat)
        self.rng = splitmix.advance(self.rng)
        return actions[splitmix.below(self.rng, len(actions))]

    def stop(self) -> None:
        """It never takes long."""


class SearchBot:
    """Searches a tree as far as its settings let it."""

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        if settings.playouts <= 0 and settings.seconds <= 0:
            raise BadOption("A bot needs a bound: a number of playouts, of seconds, or both.")
        if settings.threads < 1 or settings.memory < 1:
            raise BadOption("A bot needs at least one thread and one megabyte of memory.")
        self.game = game
        self.settings = settings
        self.rng = seed
        self.stopping = Event()
        self.only_to_choose = False
        self.root: State | None = None
        self.trees: list[OpenTree] = []

    def choose(self, state: State, seat: int) -> int:
        legal = legal_for(state, seat)
        if len(legal) == 1:
            return legal[0]
        return self.pick(self.think(state, seat, only_to_choose=True))

    def pick(self, thought: Thought) -> int:
        """One of the choices, each as often as its share says."""
        self.rng = splitmix.advance(self.rng)
        point = splitmix.below(self.rng, 1 << 30) / (1 << 30)
        for choice in thought.choices:
            point -= choice.share
            if point < 0:
                return choice.action
        return thought.choices[0].action

    def stop(self) -> None:
        self.stopping.set()

    def think(self, state: State, seat: int, *, only_to_choose: bool = False) -> Thought:
        """What the seat should do or, while only others act, what the position is worth to it.

        The trees of several threads are added up. Only to choose, with a bound in time, it thinks no longer than until
        no other action can come out best.
        """
        began = perf_counter()
        self.only_to_choose = only_to_choose and self.settings.seconds > 0 and self.settings.threads == 1
        self.stopping.clear()
        root = self.thinking(state, seat)
        trees = self.planted(root)
        self.root = root
        deadline = began + self.settings.seconds if self.settings.seconds > 0 else float("inf")
        done = [tree.visits[0] for tree in trees]
        if len(trees) == 1:
            self.grow(trees[0], seat, self.settings.playouts, deadline, self.rng)
        else:
            share = -(-self.settings.playouts // len(trees))
            with ThreadPoolExecutor(len(trees)) as pool:
                for number, tree in enumerate(trees):
                    pool.submit(self.grow, tree, seat, share, deadline, self.rng ^ (number << 40))
        playouts = sum(tree.visits[0] - before for tree, before in zip(trees, done, strict=True))
        return self.thought(trees, seat, playouts, perf_counter() - began)

    def thinking(self, state: State, seat: int) -> State:
        """The position with all that the bot knows of the game, and nothing that the seat does not know."""
        kind = self.game.bot.state_class
        root = kind.__new__(kind)
        root.copy_from(state)
        self.rng = splitmix.advance(self.rng)
        root.determinize(seat, self.rng)
        return root

    def planted(self, root: State) -> list[AnyTree]:
        """A tree for each thread: what is known of the position already, or an empty one."""
        threads = self.settings.threads
        capacity = min(self.settings.memory * 2**20 // NODE_BYTES // threads, MOST_NODES)
        if self.game.imperfect_information:
            return [InformationTree(self.settings, capacity, self.game.num_actions) for _ in range(threads)]
        kept: list[OpenTree | None] = [None] * threads
        if self.settings.keep and self.root is not None and self.root.ply <= root.ply:
            kept = [tree.below(self.root, root) for tree in self.trees]
        self.trees = [tree or OpenTree(self.settings, capacity) for tree in kept]
        return list(self.trees)

    def grow(self, tree: AnyTree, seat: int, playouts: int, deadline: float, seed: int) -> None:
        """Search until a bound is reached, the result is certain or somebody wants an answer; a little in any case."""
        assert self.root
        left = playouts or 1 << 62
        batch = AT_FIRST
        while left > 0:
            began = perf_counter()
            batch = min(batch, left)
            before = tree.visits[0]
            seed = tree.run(self.root, seat, batch, seed)
            if tree.visits[0] == before:
                return
            left -= batch
            now = perf_counter()
            if now >= deadline or self.stopping.is_set():
                return
            spent = now - began
            if (
                self.only_to_choose
                and self.settings.warmth == 0
                and settled(tree, seat, min(left, (deadline - now) / spent * batch))
            ):
                return
            batch = max(1, int(batch * min(2.0, PATIENCE / max(spent, 1e-9))))

    def thought(self, trees: list[AnyTree], seat: int, playouts: int, seconds: float) -> Thought:
        """What the trees say together."""
        assert self.root
        if seat not in self.root.to_act:
            return Thought(seat, (), sum(tree.worth(seat) for tree in trees) / len(trees), playouts, seconds, ())
        visits: dict[int, int] = {}
        values: dict[int, float] = {}
        certain: dict[int, float] = {}
        for tree in trees:
            for action, count, value, proof in tree.arms(seat):
                visits[action] = visits.get(action, 0) + count
                values[action] = values.get(action, 0.0) + value
                if proof >= 0:
                    certain[action] = proof
        worth = {action: certain.get(action, values[action] / max(visits[action], 1)) for action in visits}
        best = max(visits, key=lambda action: (certain.get(action, 0.5), visits[action], worth[action], -action))
        shares = self.shares(trees, visits, best, seat)
        order = sorted(visits, key=lambda action: (-shares[action], action != best, -visits[action], action))
        return Thought(
            seat,
            tuple(Choice(action, visits[action], worth[action], shares[action]) for action in order),
            worth[best] if best in certain else sum(values.values()) / max(sum(visits.values()), 1),
            playouts,
            seconds,
            trees[0].line(seat, order[0]),
        )

    def shares(self, trees: list[AnyTree], visits: dict[int, int], best: int, seat: int) -> dict[int, float]:
        """How often to choose which action: always the best, unless another seat chooses at once or the bot is warm."""
        joint: dict[tuple[int, int], tuple[int, float]] = {}
        for tree in trees:
            for pair, (count, value) in tree.joint(seat).items():
                old = joint.get(pair, (0, 0.0))
                joint[pair] = (old[0] + count, old[1] + value)
        if joint:
            mixed = mixture(joint)
            return {action: mixed.get(action, 0.0) for action in visits}
        if self.settings.warmth > 0:
            most = max(visits.values())
            heat = {action: (count / most) ** (1 / self.settings.warmth) for action, count in visits.items()}
            whole = sum(heat.values())
            return {action: weight / whole for action, weight in heat.items()}
        return {action: float(action == best) for action in visits}


def settled(tree: AnyTree, seat: int, left: float) -> bool:
    """Whether so many playouts more cannot change which action has most visits; where choices are mixed, never."""
    visits = sorted((count for _, count, _, _ in tree.arms(seat)), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left and not tree.joint(seat)


def make_bot(game: Game, text: str, seed: int | None = None) -> Bot:
    """The bot that a text names: a level, `random` or `plain`, and after a colon settings, as in `club:seconds=0.5`."""
    name, _, rest = text.partition(":")
    seed = secrets.randbits(64) if seed is None else seed
    if name not in NAMES:
        raise BadOption(f"There is no bot {name!r}: there is {', '.join(NAMES)}.")
    if name == RANDOM:
        if rest:
            raise BadOption("A random bot has no settings.")
        return RandomBot(seed)
    pairs = [pair.partition("=") for pair in rest.split(",")] if rest else []
    chosen = {key.strip(): value for key, _, value in pairs}
    settings = Settings()
    if name in LEVELS:
        settings = settings.changed(game.bot.settings).changed(game.bot.levels[LEVELS.index(name)])
    if "playouts" in chosen or "seconds" in chosen:  # a bound of one's own takes the place of the level's
        settings = settings.changed({"playouts": 0, "seconds": 0})
    elif name == PLAIN:
        settings = settings.changed({"seconds": 1})
    return SearchBot(game, settings.changed(chosen), seed)
