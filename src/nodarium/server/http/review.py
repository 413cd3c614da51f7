"""Routes for review: diagrams, past positions, the log, explanations of refusals, and analysis."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

import msgspec
from fastapi import FastAPI, Path, Query, Request, Response

from nodarium.core.discovery import find_game
from nodarium.core.errors import NodariumError
from nodarium.core.game import CardSheet, Game
from nodarium.core.language import localize
from nodarium.core.message import Message, say
from nodarium.core.options import Value
from nodarium.core.scene import Panel, Scene, without_moves
from nodarium.record.match import Match
from nodarium.server import wire, wire_review
from nodarium.server.accounts import User
from nodarium.server.addresses import address_of
from nodarium.server.analysis_jobs import Requester
from nodarium.server.codec import encode
from nodarium.server.errors import NotAllowed, NotFound, NotNow
from nodarium.server.http.common import (
    MAX_NUMBER,
    GameId,
    GameNumber,
    JsonResponse,
    SeatQuery,
    TableId,
    language_of,
    read_body,
)
from nodarium.server.http.games import existing_game
from nodarium.server.http.openapi import gives, takes
from nodarium.server.http.tables import match_at
from nodarium.server.services import Services
from nodarium.server.table import Table

MAX_CACHED_DIAGRAMS = 64  # by game, language and options
CACHE_FOR_A_DAY = {"cache-control": "public, max-age=86400"}

Moves = Annotated[int, Path(ge=0, le=MAX_NUMBER, description="number of moves made")]
AfterMoves = Annotated[int, Query(ge=0, le=MAX_NUMBER, description="number of moves you know")]
ShownMoves = Annotated[
    int | None, Query(ge=0, le=MAX_NUMBER, description="number of moves made (default: three fifths of the match)")
]
AllOpen = Annotated[bool, Query(description="show what each player knew, once the game is over")]


def add_review(app: FastAPI, services: Services) -> None:
    auth, repository = services.auth, services.repository

    @app.get("/api/games/{game}/show", responses=gives(wire_review.PositionView))
    async def show_game(request: Request, game: GameId, moves: ShownMoves = None) -> Response:
        """A position of a match that bots played, to show what the game looks like."""
        await auth.optional_user(request)
        match = await services.showcase.get(existing_game(game).id)
        length = len(match.history)
        moves = length * 3 // 5 if moves is None else min(moves, length)
        scene = match.game.renderer.scene(match.state_after(moves), None)
        return JsonResponse(wire_review.PositionView(moves=moves, of=length, scene=scene), headers=CACHE_FOR_A_DAY)

    @app.get("/api/games/{game}/diagrams", responses=gives(wire_review.Diagram, many=True))
    async def get_diagrams(request: Request, game: GameId) -> Response:
        """Positions that illustrate rules."""
        await auth.optional_user(request)
        return JsonResponse(localized_diagrams(existing_game(game).id, language_of(request)), headers=CACHE_FOR_A_DAY)

    @app.get("/api/tables/{table}/diagrams", responses=gives(wire_review.Diagram, many=True))
    async def get_table_diagrams(request: Request, table: TableId) -> Response:
        """Positions that illustrate rules, with the cards of a table."""
        await auth.optional_user(request)
        config = (await repository.load(table)).table.config
        return JsonResponse(localized_diagrams(config.game, language_of(request), **config.options))

    @app.post("/api/tables/{table}/why", responses=gives(wire.Problem), openapi_extra=takes(wire_review.TargetQuery))
    async def explain_refusal(request: Request, table: TableId) -> Response:
        """Why you can't choose these targets: the reason, and the rule."""
        user = await auth.require_user(request)
        query = await read_body(request, wire_review.TargetQuery, services.settings.limits.body_bytes)
        live = await repository.load(table)
        return JsonResponse(why_not(live.table, live.table.acting_seat_of(user.user_id, query.seat), query.keys))

    @app.get("/api/tables/{table}/games/{number}/log", responses=gives(wire_review.Log))
    async def get_log(
        request: Request, table: TableId, number: GameNumber, *, after: AfterMoves = 0, seat: SeatQuery = None
    ) -> Response:
        """The moves of a game in words, as far as you may see them."""
        user = await auth.optional_user(request)
        live = await repository.load(table)
        match = match_at(live.table, number)
        return JsonResponse(move_log(match, seat_in(live.table, number, user, seat), after))

    @app.get("/api/tables/{table}/games/{number}/positions/{moves}", responses=gives(wire_review.PositionView))
    async def get_position(
        request: Request,
        table: TableId,
        number: GameNumber,
        moves: Moves,
        *,
        seat: SeatQuery = None,
        all_open: AllOpen = False,
    ) -> Response:
        """The position after some moves, as you saw it then."""
        user = await auth.optional_user(request)
        live = await repository.load(table)
        match = match_at(live.table, number)
        length = len(match.history)
        if moves > length:
            raise NotFound(say("server-no-such-position", length=length, moves=moves))
        if all_open and not match.outcome:
            raise NotAllowed(say("server-open-after-game"))
        scene = past_scene(match, moves, seat_in(live.table, number, user, seat), all_open=all_open)
        to_act = match.state_after(moves).to_act
        return JsonResponse(wire_review.PositionView(moves=moves, of=length, to_act=to_act, scene=scene))

    @app.get("/api/tables/{table}/games/{number}/analysis", responses=gives(wire_review.GameAnalysis))
    async def get_analysis(request: Request, table: TableId, number: GameNumber) -> Response:
        """A bot's analysis of a finished game. The first request starts it; ask again for the result."""
        user = await auth.optional_user(request)
        live = await repository.load(table)
        match = match_at(live.table, number)
        if not match.outcome:
            raise NotNow(say("server-analysis-after-game"))
        registered = user is not None and user.registered
        key = user.user_id if user and user.user_id and registered else address_of(request)
        return JsonResponse(services.analysis_jobs.get((table, number), match, Requester(key, not registered)))


def seat_in(table: Table, number: int, user: User | None, wanted: int | None) -> int | None:
    """A user's seat in one of the games; None for a spectator.

    During a game, a user with several seats counts as a spectator unless they say which seat they mean.
    """
    if user is None:
        return None
    game = table.games[number]
    seats = sorted(game.seating.index(slot) for slot in table.slots_of(user.user_id))
    if wanted is not None:
        return wanted if wanted in seats else None
    return seats[0] if len(seats) == 1 or (seats and game.match.outcome) else None


# ---- positions ----


class DiagramFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A diagram in a game's `diagrams.toml`: a position, and the seat that looks at it."""

    rule: str
    caption: str  # the id of a message
    position: str
    seat: int | None = None
    pointed: str = ""  # the key of the shape under the pointer


@lru_cache(MAX_CACHED_DIAGRAMS)
def localized_diagrams(game_id: str, language: str, **options: Value) -> msgspec.Raw:
    """A game's diagrams as JSON in a language."""
    return msgspec.Raw(encode(localize(diagrams_of(game_id, **options), language)))


def diagrams_of(game_id: str, **options: Value) -> list[wire_review.Diagram]:
    """A game's diagrams and, if it has one, its card sheet with these options."""
    game = find_game(game_id)
    diagrams = list(positions_of(game))
    if isinstance(game.renderer, CardSheet):
        undealt = game.state_class(**game.resolve_options(options))
        rule, scene = game.renderer.card_sheet(undealt)
        diagrams.append(wire_review.Diagram(rule=rule, caption=scene.prompt, scene=scene))
    return diagrams


def positions_of(game: Game) -> Iterator[wire_review.Diagram]:
    file = files(game.state_class.__module__.rpartition(".")[0]).joinpath("data", "diagrams.toml")
    diagrams = tomllib.loads(file.read_text("utf-8"))["diagram"] if file.is_file() else []
    for diagram in msgspec.convert(diagrams, list[DiagramFile]):
        scene = game.renderer.scene(game.notation.parse_position(diagram.position), diagram.seat)
        yield wire_review.Diagram(
            rule=diagram.rule, caption=Message(diagram.caption), scene=pointed_at(scene, diagram.pointed)
        )


def pointed_at(scene: Scene, pointed: str) -> Scene:
    """A scene that can't be played, with the shapes that appear when you point at something."""
    shapes = [msgspec.structs.replace(shape, when="") for shape in scene.shapes if shape.is_shown(pointed)]
    return msgspec.structs.replace(scene, shapes=tuple(shapes), targets=(), paths=())


def past_scene(match: Match, moves: int, seat: int | None, *, all_open: bool) -> Scene:
    """A position as a seat saw it; with `all_open`, each player's panel as that player saw it."""
    state = match.state_after(moves)
    draw = match.game.renderer.scene
    last = moves == len(match.history) and bool(match.outcome)
    scene = match.scene(seat) if last else without_moves(draw(state, seat))
    if not all_open:
        return scene
    own = {one: {panel.key: panel for panel in draw(state, one).panels} for one in range(state.seats)}

    def opened(panel: Panel) -> Panel:
        return panel if panel.seat is None else own[panel.seat].get(panel.key, panel)

    return msgspec.structs.replace(scene, panels=tuple([opened(panel) for panel in scene.panels]))


# ---- moves in words ----


def move_log(match: Match, seat: int | None, after: int) -> wire_review.Log:
    """The moves after some number of them, as far as a seat may see them."""
    history = match.history
    num_revealed = len(history) if match.outcome else match.num_revealed
    found = []
    for ply, move in enumerate(history[after:], after + 1):
        entry = wire.LogEntry(
            ply=ply, turn=match.turn_number(ply - 1), round=match.round_number(ply - 1), seat=move.seat
        )
        if ply <= num_revealed or move.seat == seat:
            text, rule = match.describe_move(ply - 1, move.seat, move.move)
            entry = msgspec.structs.replace(entry, move=move.move, text=text, rule=rule)
        found.append(entry)
    return wire_review.Log(num_moves=len(history), num_revealed=num_revealed, moves=tuple(found))


def why_not(table: Table, seat: int | None, keys: Sequence[str]) -> wire.Problem:
    match = table.match
    if match is None or seat is None:
        raise NotAllowed(say("server-players-only"))
    nothing = wire.Problem(code="nothing", message=say("server-nothing-to-choose"))
    try:
        if match.outcome or seat not in match.to_act:
            match.canonical_move(0, seat)
        move = match.game.renderer.move_from_targets(match.state, seat, keys)
        if move is not None:
            match.canonical_move(move, seat)
    except NodariumError as error:
        return wire.Problem(code=error.code, message=error.message, rule=error.rule, move=error.move)
    return nothing
