"""What a search should know of Star Duel: how sensible players go on, what looks good, what a position is worth."""

from __future__ import annotations

from nodarium.core import bits
from nodarium.core.knowledge import Knowledge
from nodarium.games.starduel.board import (
    ATTACK,
    END,
    ENERGY,
    EXECUTED,
    EXHAUST,
    EXHAUSTED,
    FIRST,
    INFLUENCE,
    MINERALS,
    MOST_SPACES,
    MOVE,
    MOVED,
    POPULATION,
    PRODUCE,
    PRODUCING,
    PROGRAMMING,
    REPLACE,
    REPLACING,
    ROW_1,
    ROW_5,
    SWAP,
)
from nodarium.games.starduel.rules import State


class Thinker(State):
    def play_on(self, rng: int, steps: int) -> int:
        """Play to the end of the round and then as many rounds as there are steps."""
        while self.acting:
            rng = bits.advance(rng)
            if self.phase == PROGRAMMING:
                if self.acting == 3:
                    if steps == 0:
                        break
                    steps -= 1
                seat = bits.first(self.acting)
                self.step(seat, self.some_program(seat, rng))
            else:
                seat = self.acting >> 1
                self.step(seat, self.some_step(seat, rng))
        return rng

    def some_program(self, seat: int, rng: int) -> int:
        """A target that could be activated or attacked now, or energy."""
        useful = self.useful(seat)
        k = bits.below(rng, bits.count(useful) + 1)
        if k == bits.count(useful):
            return PRODUCING
        own = self.own_nth(seat, useful, k)
        return own if own < REPLACING else own + 2

    def some_step(self, seat: int, rng: int) -> int:
        """Execute if that does not ruin, save a node from an attack, now and then exhaust one; then end."""
        if self.runs:
            if not ATTACK <= self.run < PRODUCE:
                return self.nth(seat, bits.below(rng, self.runs))
            paid = self.payment(seat)
            if paid >= 0:
                return ATTACK + paid
        if self.phase == FIRST and not self.done & MOVED:
            aim = self.aimed_at(seat)
            if aim:
                free = self.region_of(aim) & ~self.owned[seat]
                if free:
                    start = self.own_nth(seat, aim, 0)
                    end = self.own_nth(seat, free, bits.below(rng, bits.count(free)))
                    return MOVE + start * MOST_SPACES + end
                if aim & self.exhaustible and self.tracks[seat][INFLUENCE] > 1:
                    return EXHAUST + self.own_nth(seat, aim, 0)
        if self.exhaustible and self.tracks[seat][INFLUENCE] > 1 and bits.below(rng, 8) == 0:
            rng = bits.advance(rng)
            return EXHAUST + self.own_nth(seat, self.exhaustible, bits.below(rng, bits.count(self.exhaustible)))
        return END

    def payment(self, seat: int) -> int:
        """The population to pay for the attack that can be executed, so that both tracks keep about the same."""
        least = self.run - ATTACK
        most = min(least + self.runs, self.tracks[seat][POPULATION]) - 1
        if least == 0 and most < 0:
            return 0
        if most < least:
            return -1
        defense = self.defense[self.card[self.space_at(self.target(seat))]]
        even = (self.tracks[seat][POPULATION] - self.tracks[seat][MINERALS] + defense) // 2
        return min(max(even, least), most)

    def aimed_at(self, seat: int) -> int:
        """The seat's node at which the opponent's program is aimed, if the opponent can pay for it, as a set."""
        aim = self.target(1 - seat) & self.owned[seat]
        return aim if aim and self.can_pay(1 - seat, self.card[self.space_at(aim)]) else 0

    def can_pay(self, seat: int, card: int) -> bool:
        """Whether the seat can attack a card without ruin (S-17)."""
        people = self.tracks[seat][POPULATION]
        return self.defense[card] <= self.tracks[seat][MINERALS] + (people - 1 if people else 0)

    def reach(self, seat: int, energy: int) -> int:
        """S-9: the spaces that can be targeted with so much energy."""
        through = self.passable(seat)
        ring = seen = self.spaces & (ROW_5 if seat else ROW_1)
        while ring and energy > 1:
            ring = self.near(ring & through) & ~seen
            seen |= ring
            energy -= 1
        return seen if energy else 0

    def useful(self, seat: int) -> int:
        """The spaces that the seat could activate or attack now."""
        todo = self.reach(seat, self.tracks[seat][ENERGY]) & (self.inactive | self.owned[1 - seat])
        found = todo
        while todo:
            card = self.card[self.space_at(todo)]
            spot = bits.bit(bits.first(todo))
            if not (self.meets(seat, card) if spot & self.inactive else self.can_pay(seat, card)):
                found ^= spot
            todo ^= spot
        return found

    def prior(self, seat: int, action: int) -> float:
        if self.phase == PROGRAMMING:
            if action == PRODUCING:
                return 0.5
            if action == REPLACING:
                return 0.0
            return 1.0 if self.spot(seat, action if action < REPLACING else action - 2) & self.useful(seat) else 0.0
        if action == END:
            return 0.3
        if action < EXHAUST:
            return 1.0
        return 0.0


KNOWLEDGE = Knowledge(state=Thinker, settings={"policy": 1})
