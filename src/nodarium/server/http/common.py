"""What the routes share: JSON responses, request bodies, and the types of parameters."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from gzip import compress
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from fastapi import Path, Query, Request, Response
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from nodarium.core.language import choose_language, localize
from nodarium.core.message import Message, say
from nodarium.server.codec import decode, encode
from nodarium.server.errors import TooLarge, TooSlow
from nodarium.server.events import ID

T = TypeVar("T")
MAX_NUMBER = 2**31 - 1
BODY_SECONDS = 10.0  # for a body to arrive
PARSED_TYPES = {  # Pydantic's errors about parameters of another type
    "int_parsing": say("core-type-int"),
    "float_parsing": say("core-type-float"),
    "bool_parsing": say("core-type-bool"),
}

# Pydantic matches with Rust's regular expressions, in which `$` is the end of the text.
TableId = Annotated[str, Path(pattern=f"^{ID}$")]
UserIdPath = Annotated[str, Path(pattern=f"^{ID}$")]
GameId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9_]+$")]
GameNumber = Annotated[int, Path(ge=0, le=MAX_NUMBER, description="index of the game at the table, from 0")]
SeatQuery = Annotated[int | None, Query(ge=0, le=15, description="which of your seats, if you have several")]


class JsonResponse(Response):
    """JSON whose messages are formatted in the reader's language, which is known only when it is sent."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(None, status_code, headers)
        self.content = content

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        language = language_of(HTTPConnection(scope))
        self.body = encode(localize(self.content, language))
        self.headers["content-length"] = str(len(self.body))
        self.headers["content-language"] = language
        self.headers.add_vary_header("accept-language")
        await super().__call__(scope, receive, send)


class SharedBody:
    """A body that is the same for everybody until the next version of the program. Browsers ask whether it changed."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.compressed = compress(body, 9)
        self.tag = f'W/"{sha256(body).hexdigest()[:20]}"'

    def answer(self, request: Request, media_type: str, headers: Mapping[str, str] = MappingProxyType({})) -> Response:
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding", **headers}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.compressed, headers={**headers, "content-encoding": "gzip"}, media_type=media_type)
        return Response(self.body, headers=headers, media_type=media_type)


def language_of(request: HTTPConnection) -> str:
    """The language in which a client wants to read."""
    return choose_language(request.headers.get("accept-language"))


def parameter_problem(error: Mapping[str, Any]) -> Message:
    """Say what Pydantic found wrong with a parameter in the address."""
    limits = {name: str(limit) for name, limit in error.get("ctx", {}).items()}
    match error["type"]:
        case "greater_than_equal":
            problem = say("core-number-too-small", least=limits["ge"])
        case "less_than_equal":
            problem = say("core-number-too-large", most=limits["le"])
        case "string_too_long":
            problem = say("core-too-long", most=limits["max_length"])
        case "string_pattern_mismatch":
            problem = say("server-bad-characters")
        case kind if kind in PARSED_TYPES:
            problem = say("core-type-expected", types=PARSED_TYPES[kind], given=repr(error["input"]))
        case _:
            problem = say("server-bad-parameter")
    return say("server-at-field", field=str(error["loc"][-1]), problem=problem)


async def read_body(request: Request, kind: type[T], max_bytes: int) -> T:
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > max_bytes:
                    raise TooLarge(say("server-body-too-large", bytes=max_bytes))
    except TimeoutError:
        raise TooSlow(say("server-body-too-slow", seconds=BODY_SECONDS)) from None
    made: T = decode(bytes(data), kind)
    return made
