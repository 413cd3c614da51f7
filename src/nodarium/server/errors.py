"""What the server refuses, beside what the rules of a game do; each error knows its HTTP status."""

from __future__ import annotations

from nodarium.core.errors import NodariumError

USUAL_STATUS = 409  # for errors of the rules: the request was understood, but does not fit the position
STATUS = {"unreadable-move": 400, "ambiguous-move": 400, "bad-option": 400, "bad-record": 400}


class ServerError(NodariumError):
    """A refusal of the server's own."""

    status = 400


class BadRequest(ServerError):
    """What came over the wire is not a request."""

    code = "bad-request"


class Unauthenticated(ServerError):
    """Nobody has said who they are, or nobody believes it."""

    code = "no-identity"
    status = 401


class NotAllowed(ServerError):
    """It is for somebody else to do this."""

    code = "not-allowed"
    status = 403


class NotFound(ServerError):
    """There is no such table, game or person."""

    code = "not-found"
    status = 404


class NotNow(ServerError):
    """It can be done, but not as things stand."""

    code = "not-now"
    status = 409


class LosingMove(ServerError):
    """Whoever moves would lose by it at once, and wanted to be asked."""

    code = "own-defeat"
    status = 409


class TooLarge(ServerError):
    """The request has more bytes than anybody needs."""

    code = "too-large"
    status = 413


class TooMany(ServerError):
    """Too much in too short a time."""

    code = "too-many"
    status = 429


class Unavailable(ServerError):
    """The server is on its way down; another moment, or another process, will do."""

    code = "busy"
    status = 503


def status_of(error: NodariumError) -> int:
    return error.status if isinstance(error, ServerError) else STATUS.get(error.code, USUAL_STATUS)
