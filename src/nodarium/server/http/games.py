"""Routes for games and their rules."""

from __future__ import annotations

from functools import cache

from fastapi import FastAPI, Request, Response

from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.message import Text, say
from nodarium.core.options import Option, Value
from nodarium.core.symbols import Cover, Symbol
from nodarium.server import wire
from nodarium.server.bot_pool import SEATABLE_BOTS
from nodarium.server.codec import encode
from nodarium.server.errors import NotFound
from nodarium.server.http.common import GameId, JsonResponse, SharedBody, language_of
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
        """The numbered rules of a game, after a summary and before a glossary, which have no numbers."""
        await services.auth.optional_user(request)
        return JsonResponse(rules_of(existing_game(game), language_of(request)))

    @app.get("/api/games/{game}/symbols", response_class=Response, responses=gives(Symbol, many=True))
    async def get_symbols(request: Request, game: GameId) -> Response:
        """The drawings that the scenes of a game use by name. They change only with the program."""
        await services.auth.optional_user(request)
        return symbols_of(existing_game(game).id).answer(request, "application/json")

    @app.get("/api/games/{game}/cover", response_class=Response, responses=gives(Cover))
    async def get_cover(request: Request, game: GameId) -> Response:
        """The picture that sells a game, if it has one."""
        await services.auth.optional_user(request)
        return cover_of(existing_game(game).id).answer(request, "application/json")


@cache
def cover_of(game_id: str) -> SharedBody:
    cover = find_game(game_id).cover
    if cover is None:
        raise NotFound(say("server-no-cover"))
    return SharedBody(encode(cover))


@cache
def symbols_of(game_id: str) -> SharedBody:
    return SharedBody(encode(find_game(game_id).symbols))


def existing_game(game_id: str) -> Game:
    if game_id not in game_ids():
        raise NotFound(say("server-no-such-game"))
    return find_game(game_id)


def rules_of(game: Game, language: str) -> list[wire.RuleInfo]:
    book = game.rulebook(language)
    rules = [
        wire.RuleInfo(id=rule.id, text=rule.text, sources=rule.sources, chapter=rule.chapter)
        for rule in book.rules.values()
    ]
    if book.summary:
        text = "\n".join(book.summary)
        rules.insert(0, wire.RuleInfo(id="", text=text, sources=(), chapter=book.summary_title))
    for term, text in book.glossary.items():
        rules.append(wire.RuleInfo(id="", term=term, text=text, sources=(), chapter=book.glossary_title))
    return rules


def game_info(game: Game) -> wire.GameInfo:
    options = [
        wire.OptionInfo(
            name=option.name,
            choices=option.choices,
            default=option.default,
            rule=option.rule,
            description=game.option_title(option),
            choice_titles=tuple([choice_title(game, option, choice) for choice in option.choices]),
            accepts_custom=option.parse_custom is not None,
        )
        for option in game.options
    ]
    return wire.GameInfo(
        id=game.id,
        title=game.title,
        designer=game.designer,
        summary=game.summary,
        tagline=game.tagline,
        facts=game.facts,
        minutes=game.minutes,
        weight=game.weight,
        has_cover=game.cover is not None,
        rules_version=game.rules_version,
        seat_names=game.seat_names,
        seat_titles=tuple([game.seat_title(seat) for seat in range(len(game.seat_names))]),
        imperfect_information=game.imperfect_information,
        has_deal=bool(game.notation.format_deal(game.new_state())),
        options=tuple(options),
        bot_levels=SEATABLE_BOTS,
    )


def choice_title(game: Game, option: Option, choice: Value) -> Text:
    title = game.choice_title(option, choice)
    if title is not None:
        return title
    if isinstance(choice, bool):
        return say("server-yes") if choice else say("server-no")
    return str(choice)
