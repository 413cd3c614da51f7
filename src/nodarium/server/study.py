"""What helps people to understand a game: positions to look at, moves in words, why something cannot be chosen, and
what a bot thinks of a game that is over.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated

import msgspec
from fastapi import FastAPI, Path, Query, Request, Response

import nodarium
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.errors import NodariumError
from nodarium.core.game import CardSheet, Game
from nodarium.core.options import Value
from nodarium.core.scene import Panel, Scene
from nodarium.record.match import Match
from nodarium.search.bots import make_bot
from nodarium.server import wire
from nodarium.server.errors import NotAllowed, NotFound, NotNow
from nodarium.server.events import Participant
from nodarium.server.openapi import gives, takes
from nodarium.server.routes import GameId, Id, Json, Number, Seat
from nodarium.server.services import Services
from nodarium.server.table import Table

PLAYED_BY = "casual"  # the games on the front door
SEEDS = range(3)
MAX_CACHED_DIAGRAMS = 64  # games and cards whose diagrams are kept ready
DAY = {"cache-control": "public, max-age=86400"}

Moves = Annotated[int, Path(ge=0, le=2**31 - 1, description="how many moves have been made")]
After = Annotated[int, Query(ge=0, le=2**31 - 1, description="how many moves you know")]
Shown = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="after how many moves; usually some way into it")]
Open = Annotated[bool, Query(description="with everything that the players knew, once the game is over")]


def add_review(app: FastAPI, server: Services) -> None:
    @app.get("/api/games/{game}/show", responses=gives(wire.PositionView))
    async def show(request: Request, game: GameId, moves: Shown = None) -> Response:
        """A position of a game that bots have played, to see what the game looks like."""
        await server.optional_user(request)
        match = await asyncio.to_thread(played_by_bots, the_game(game))
        length = len(match.history)
        moves = length * 3 // 5 if moves is None else min(moves, length)
        scene = match.game.renderer.scene(match.state_after(moves), None)
        return Json(wire.PositionView(moves=moves, of=len(match.history), scene=scene), headers=DAY)

    @app.get("/api/games/{game}/diagrams", responses=gives(wire.Diagram, many=True))
    async def diagrams(request: Request, game: GameId) -> Response:
        """Positions that show what rules mean."""
        await server.optional_user(request)
        return Json(diagrams_of(the_game(game)), headers=DAY)

    @app.get("/api/tables/{table}/diagrams", responses=gives(wire.Diagram, many=True))
    async def diagrams_at(request: Request, table: Id) -> Response:
        """The same, with the cards that are played with at a table."""
        await server.optional_user(request)
        terms = (await server.tables.find(table)).table.terms
        return Json(diagrams_of(terms.game, **terms.options))

    @app.post("/api/tables/{table}/why", responses=gives(wire.Problem), openapi_extra=takes(wire.TargetQuery))
    async def why(request: Request, table: Id) -> Response:
        """Why something cannot be chosen: the sentence, and the rule."""
        who = await server.require_user(request)
        asked = await server.read_body(request, wire.TargetQuery)
        live = await server.tables.find(table)
        assert who.person
        return Json(why_not(live.table, live.table.seat_of(who.person, asked.seat), asked.keys))

    @app.get("/api/tables/{table}/games/{number}/log", responses=gives(wire.Log))
    async def log(request: Request, table: Id, number: Number, *, after: After = 0, seat: Seat = None) -> Response:
        """The moves in words, as far as you may know them."""
        who = await server.optional_user(request)
        live = await server.tables.find(table)
        match = the_match(live.table, number)
        return Json(move_log(match, seat_in(live.table, number, who, seat), after))

    @app.get("/api/tables/{table}/games/{number}/positions/{moves}", responses=gives(wire.PositionView))
    async def position(
        request: Request, table: Id, number: Number, moves: Moves, *, seat: Seat = None, all_open: Open = False
    ) -> Response:
        """How things stood after so many moves, as you saw it then."""
        who = await server.optional_user(request)
        live = await server.tables.find(table)
        match = the_match(live.table, number)
        if moves > len(match.history):
            raise NotFound(f"There were {len(match.history)} moves.")
        if all_open and not match.outcome:
            raise NotAllowed("What the players knew is shown when the game is over.")
        mine = seat_in(live.table, number, who, seat)
        scene = past_scene(match, moves, mine, all_open=all_open)
        return Json(wire.PositionView(moves=moves, of=len(match.history), scene=scene))

    @app.get("/api/tables/{table}/games/{number}/study", responses=gives(wire.GameAnalysis))
    async def study(request: Request, table: Id, number: Number) -> Response:
        """What a bot thinks of a game that is over. It begins to think when it is first asked; ask again for more."""
        await server.optional_user(request)
        live = await server.tables.find(table)
        match = the_match(live.table, number)
        if not match.outcome:
            raise NotNow("The game is not over.")
        return Json(server.analysis_jobs.get((table, number), match))


def the_game(game: str) -> str:
    if game not in game_ids():
        raise NotFound("There is no such game.")
    return game


def the_match(table: Table, number: int) -> Match:
    if number >= len(table.games):
        raise NotFound(f"There is no game {number} at this table.")
    return table.games[number].match


def seat_in(table: Table, number: int, who: Participant | None, wanted: int | None) -> int | None:
    """The seat that somebody had in one of the games; None for a spectator.

    Whoever has several seats in a game that goes on is told what all may know, unless they say which seat they mean.
    """
    if who is None or who.person is None:
        return None
    played = table.games[number]
    places = [place for place, one in enumerate(table.places) if one.player and one.player.person == who.person]
    seats = sorted(played.seating.index(place) for place in places)
    if wanted is not None:
        return wanted if wanted in seats else None
    return seats[0] if len(seats) == 1 or (seats and played.match.outcome) else None


# ---- positions ----


@cache
def played_by_bots(game_id: str) -> Match:
    """The longest of a few games."""
    return max((bots_play(game_id, seed) for seed in SEEDS), key=lambda match: len(match.history))


def bots_play(game_id: str, seed: int) -> Match:
    match = nodarium.new(game_id, seed=seed)
    bots = [make_bot(match.game, PLAYED_BY, seed + seat) for seat in range(match.state.seats)]
    while match.outcome is None:
        seat = match.to_act[0]
        match.play(bots[seat].choose(match.decision_state(seat), seat), seat)
    return match


class DiagramFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A diagram in a game's folder: a position, and a seat to look from."""

    rule: str
    caption: str
    position: str
    seat: int | None = None
    pointed: str = ""  # the key of what is pointed at


@lru_cache(MAX_CACHED_DIAGRAMS)
def diagrams_of(game_id: str, **options: Value) -> tuple[wire.Diagram, ...]:
    """A game's diagrams and, if it has one, the sheet of its cards with these options."""
    game = find_game(game_id)
    diagrams = list(positions_of(game))
    if isinstance(game.renderer, CardSheet):
        rule, scene = game.renderer.card_sheet(
            game.state_class(**game.resolve_options(options))
        )  # of no deal that is played
        diagrams.append(wire.Diagram(rule=rule, caption=scene.prompt, scene=scene))
    return tuple(diagrams)


def positions_of(game: Game) -> Iterator[wire.Diagram]:
    file = files(game.state_class.__module__.rpartition(".")[0]).joinpath("data", "diagrams.toml")
    drawn = tomllib.loads(file.read_text("utf-8"))["diagram"] if file.is_file() else []
    for one in msgspec.convert(drawn, list[DiagramFile]):
        yield wire.Diagram(
            rule=one.rule,
            caption=one.caption,
            scene=without_targets(
                game.renderer.scene(game.notation.parse_position(one.position), one.seat), one.pointed
            ),
        )


def without_targets(scene: Scene, pointed: str = "") -> Scene:
    """A scene to look at, not to play from; as if one pointed at something in it."""
    shapes = [msgspec.structs.replace(shape, when="") for shape in scene.shapes if shape.when in ("", pointed)]
    return msgspec.structs.replace(scene, shapes=tuple(shapes), targets=(), paths=())


def past_scene(match: Match, moves: int, seat: int | None, *, all_open: bool) -> Scene:
    """A position as a seat saw it; or with each player's panel as that player saw it."""
    state = match.state_after(moves)
    picture = match.game.renderer.scene
    last = moves == len(match.history) and bool(match.outcome)
    scene = match.scene(seat) if last else without_targets(picture(state, seat))
    if not all_open:
        return scene
    own = {one: {panel.key: panel for panel in picture(state, one).panels} for one in range(state.seats)}

    def opened(panel: Panel) -> Panel:
        return panel if panel.seat is None else own[panel.seat].get(panel.key, panel)

    return msgspec.structs.replace(scene, panels=tuple([opened(panel) for panel in scene.panels]))


# ---- moves in words ----


def move_log(match: Match, seat: int | None, after: int) -> wire.Log:
    """The moves after a number; those that are still hidden without what they are."""
    history, revealed = match.history, match.num_revealed if not match.outcome else len(match.history)
    first = match.state_after(0).turn
    found = []
    for number, move in enumerate(history[after:], after + 1):
        state = match.state_after(number - 1)
        turn = state.turn - first + 1
        if number > revealed and move.seat != seat:
            found.append(wire.LogEntry(number=number, turn=turn, seat=move.seat))
        else:
            text, rule = match.describe_move(number - 1, move.seat, move.move)
            found.append(wire.LogEntry(number=number, turn=turn, seat=move.seat, move=move.move, text=text, rule=rule))
    return wire.Log(made=len(history), known=revealed, moves=tuple(found))


def why_not(table: Table, seat: int | None, keys: Sequence[str]) -> wire.Problem:
    match = table.match
    if match is None or seat is None:
        raise NotAllowed("Only those who play can choose.")
    nothing = wire.Problem(code="nothing", sentence="There is nothing to choose here now.")
    try:
        if match.outcome or seat not in match.to_act:
            match.canonical_move(0, seat)
        move = match.game.renderer.move_from_targets(match.state, seat, keys)
        if move is not None:
            match.canonical_move(move, seat)
    except NodariumError as error:
        return wire.Problem(code=error.code, sentence=error.message_without_move, rule=error.rule, move=error.move)
    return nothing
