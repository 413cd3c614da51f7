"""Routes for games and their rules."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.rulebook import SUMMARY_CHAPTER
from nodarium.server import wire
from nodarium.server.bot_pool import SEATABLE_BOTS
from nodarium.server.errors import NotFound
from nodarium.server.http.common import GameId, JsonResponse
from nodarium.server.http.openapi import gives
from nodarium.server.services import Services


def add_games(app: FastAPI, services: Services) -> None:
    @app.get("/api/games", responses=gives(wire.GameInfo, many=True))
    async def get_games(request: Request) -> Response:
        """The games, with their options and bots."""
        await services.auth.optional_user(request)
        return JsonResponse([game_info(find_game(game_id)) for game_id in game_ids()])

    @app.get("/api/games/{game}/rules", responses=gives(wire.RuleInfo, many=True))
    async def get_rules(request: Request, game: GameId) -> Response:
        """The numbered rules of a game, after a summary that has no number."""
        await services.auth.optional_user(request)
        book = existing_game(game).rulebook
        summary = [wire.RuleInfo(id="", text="\n".join(book.summary), sources=(), chapter=SUMMARY_CHAPTER)]
        numbered = [
            wire.RuleInfo(id=rule.id, text=rule.text, sources=rule.sources, chapter=rule.chapter)
            for rule in book.rules.values()
        ]
        return JsonResponse([*(summary if book.summary else ()), *numbered])


def existing_game(game_id: str) -> Game:
    if game_id not in game_ids():
        raise NotFound("This game doesn't exist. GET /api/games lists all games.")
    return find_game(game_id)


def game_info(game: Game) -> wire.GameInfo:
    options = [
        wire.OptionInfo(
            name=option.name,
            choices=option.choices,
            default=option.default,
            rule=option.rule,
            description=option.description,
            accepts_custom=option.parse_custom is not None,
        )
        for option in game.options
    ]
    return wire.GameInfo(
        id=game.id,
        title=game.title,
        designer=game.designer,
        summary=game.summary,
        minutes=game.minutes,
        rules_version=game.rules_version,
        seat_names=game.seat_names,
        imperfect_information=game.imperfect_information,
        options=tuple(options),
        bot_levels=SEATABLE_BOTS,
    )
