"""What the routes share: JSON responses, request bodies, and the types of parameters."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeVar

from fastapi import Path, Query, Request, Response

from nodarium.server.codec import decode, encode
from nodarium.server.errors import TooLarge, TooSlow
from nodarium.server.events import ID

T = TypeVar("T")
MAX_NUMBER = 2**31 - 1
BODY_SECONDS = 10.0  # for a body to arrive

# Pydantic matches with Rust's regular expressions, in which `$` is the end of the text.
TableId = Annotated[str, Path(pattern=f"^{ID}$")]
UserIdPath = Annotated[str, Path(pattern=f"^{ID}$")]
GameId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9_]+$")]
GameNumber = Annotated[int, Path(ge=0, le=MAX_NUMBER, description="index of the game at the table, from 0")]
SeatQuery = Annotated[int | None, Query(ge=0, le=15, description="which of your seats, if you have several")]


class JsonResponse(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encode(content)


async def read_body(request: Request, kind: type[T], max_bytes: int) -> T:
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > max_bytes:
                    raise TooLarge(f"The body of a request can have at most {max_bytes} bytes.")
    except TimeoutError:
        raise TooSlow(f"The body of a request must arrive within {BODY_SECONDS:g} seconds.") from None
    made: T = decode(bytes(data), kind)
    return made
