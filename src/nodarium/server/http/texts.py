"""The route for texts: the catalogues that the page formats messages with."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from fastapi import FastAPI, Path, Request, Response
from fluent.runtime import FluentResource
from fluent.syntax import FluentSerializer
from fluent.syntax.ast import Message, Resource, Term

from nodarium.core.discovery import game_ids
from nodarium.core.language import ENGLISH, LANGUAGES, PSEUDO, catalogue
from nodarium.core.message import say
from nodarium.server.errors import NotFound
from nodarium.server.http.common import SharedBody
from nodarium.server.http.openapi import refusals
from nodarium.server.services import Services

SENT_PARTS = ("core", "record", "search", "server")  # the server sends messages of these parts and of all games

Language = Annotated[str, Path(max_length=20)]


def add_texts(app: FastAPI, services: Services) -> None:
    text = {"description": "Success.", "content": {"text/plain": {"schema": {"type": "string"}}}}

    @app.get("/api/texts/{language}", response_class=Response, responses={200: text, **refusals()})
    async def get_texts(request: Request, language: Language) -> Response:
        """All messages that the server sends, in a language, in Fluent's format."""
        await services.auth.optional_user(request)
        if language not in (*LANGUAGES, PSEUDO):
            raise NotFound(say("server-no-such-language", languages=", ".join(LANGUAGES)))
        texts = await asyncio.to_thread(texts_in, language)  # the first time takes 0.2 seconds
        return texts.answer(request, "text/plain", {"content-language": language})


@cache
def texts_in(language: str) -> SharedBody:
    """All texts in a language. What a language lacks is in English."""
    parts = [*SENT_PARTS, *game_ids()]
    found = {
        name: entry for part in parts for name, entry in (entries(part, ENGLISH) | entries(part, language)).items()
    }
    return SharedBody(FluentSerializer().serialize(Resource(list(found.values()))).encode())


def entries(part: str, language: str) -> dict[tuple[type, str], Message | Term]:
    """The messages and terms of a catalogue, without comments."""
    found = {}
    for entry in FluentResource(catalogue(part, language)).body:
        if isinstance(entry, Message | Term):
            entry.comment = None
            found[type(entry), entry.id.name] = entry
    return found
