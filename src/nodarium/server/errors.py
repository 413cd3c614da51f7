"""The server's own errors, in addition to those of the games. Each error has an HTTP status."""

from __future__ import annotations

from nodarium.core.errors import NodariumError

RULE_ERROR_STATUS = 409  # the request was understood, but doesn't fit the position
STATUS = {"unreadable-move": 400, "ambiguous-move": 400, "bad-option": 400, "bad-record": 400}


class ServerError(NodariumError):
    status = 400


class BadRequest(ServerError):
    """The request is malformed."""

    code = "bad-request"


class Unauthenticated(ServerError):
    """The token is missing or invalid."""

    code = "unauthenticated"
    status = 401


class TokenExpired(Unauthenticated):
    pass


class NotAllowed(ServerError):
    """The user may not do this."""

    code = "not-allowed"
    status = 403


class ConfirmationNeeded(ServerError):
    """The user has to prove again who they are."""

    code = "confirmation-needed"
    status = 403


class NotFound(ServerError):
    code = "not-found"
    status = 404


class NotNow(ServerError):
    """The state of the table or account doesn't allow this at the moment."""

    code = "not-now"
    status = 409


class LosingMove(ServerError):
    """The move loses at once, and the player asked for a warning."""

    code = "losing-move"
    status = 409


class TooLarge(ServerError):
    code = "too-large"
    status = 413


class UnsupportedMediaType(ServerError):
    """The body isn't JSON."""

    code = "unsupported-media-type"
    status = 415


class TooSlow(ServerError):
    """The body didn't arrive in time."""

    code = "too-slow"
    status = 408


class TooMany(ServerError):
    """A rate limit or a quota is used up."""

    code = "too-many"
    status = 429


class AnalysisFailed(ServerError):
    """The analysis of a game crashed. Trying again doesn't help."""

    code = "analysis-failed"
    status = 500


class TableDamaged(ServerError):
    """The table's events can't be read or folded."""

    code = "table-damaged"
    status = 500


class Unavailable(ServerError):
    """A temporary failure: the server is shutting down, or the database doesn't answer. Try again."""

    code = "unavailable"
    status = 503


def status_of(error: NodariumError) -> int:
    return error.status if isinstance(error, ServerError) else STATUS.get(error.code, RULE_ERROR_STATUS)
