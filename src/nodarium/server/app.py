"""The application: all routes, and how errors are reported."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import perf_counter

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import nodarium
from nodarium.core.errors import NodariumError
from nodarium.core.message import say
from nodarium.server import metrics, wire
from nodarium.server.errors import BadRequest, status_of
from nodarium.server.http.access import add_access
from nodarium.server.http.account import add_account, add_recovery
from nodarium.server.http.admin import add_admin
from nodarium.server.http.common import JsonResponse, parameter_problem
from nodarium.server.http.games import add_games
from nodarium.server.http.health import add_health
from nodarium.server.http.openapi import describe
from nodarium.server.http.passkeys import add_passkeys
from nodarium.server.http.review import add_review
from nodarium.server.http.static import add_page
from nodarium.server.http.tables import add_tables
from nodarium.server.http.texts import add_texts
from nodarium.server.http.user_data import add_user_data
from nodarium.server.http.users import add_users
from nodarium.server.mail import check_mail
from nodarium.server.origins import OriginGuard
from nodarium.server.services import Services
from nodarium.server.settings import ServerSettings
from nodarium.server.sockets import add_sockets

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

log = logging.getLogger(__name__)


def make_app(settings: ServerSettings, stop: Callable[[], None] = lambda: None) -> FastAPI:
    """The application. It calls `stop` when a newer version takes over."""
    check_mail(settings)
    services = Services(settings, stop)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Services]]:
        await services.start()
        yield {"services": services}
        await services.stop()

    app = FastAPI(
        title="Nodarium",
        version=nodarium.__version__,
        description="Play board games about nodes, with people and bots.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=lambda route: route.name,
        docs_url=None,
        redoc_url=None,
    )
    app.state.services = services
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    add_page(app)
    app.add_middleware(OriginGuard, allowed=settings.allowed_origins, secure=settings.secure_cookies)
    app.add_middleware(RequestMetrics)
    add_error_handlers(app)
    add_users(app, services)
    add_access(app, services)
    add_account(app, services)
    add_recovery(app, services)
    add_passkeys(app, services)
    add_user_data(app, services)
    add_games(app, services)
    add_texts(app, services)
    add_tables(app, services)
    add_sockets(app, services)
    add_review(app, services)
    add_admin(app, services)
    add_health(app, services)
    return app


class RequestMetrics:
    """Counts HTTP responses and measures how long they take, by route."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = perf_counter()

        async def count(message: Message) -> None:
            if message["type"] == "http.response.start":
                method = scope["method"] if scope["method"] in METHODS else "other"
                route = getattr(scope.get("route"), "path", "other")  # the page's files have no route
                metrics.REQUESTS.labels(method, route, str(message["status"])).inc()
                if b"wait=" not in scope["query_string"]:
                    metrics.REQUEST_SECONDS.labels(method, route).observe(perf_counter() - began)
            await send(message)

        await self.app(scope, receive, count)


def add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(NodariumError)
    async def refuse(_: Request, error: NodariumError) -> Response:
        metrics.REFUSED.labels(error.code).inc()
        return JsonResponse(wire.problem(error), status_of(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return await refuse(request, BadRequest(parameter_problem(error.errors()[0])))

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405:
            allowed = ", ".join(sorted(allowed_methods(app, request)))
            message = say("server-method-not-allowed", allowed=allowed, method=request.method)
            problem = wire.Problem(code="method-not-allowed", message=message)
            return JsonResponse(problem, 405, headers={"Allow": allowed})
        return JsonResponse(wire.Problem(code="not-found", message=say("server-no-such-address")), error.status_code)

    @app.exception_handler(Exception)
    async def fail(request: Request, error: Exception) -> Response:
        log.error("request failed", extra={"path": request.url.path}, exc_info=error)
        return JsonResponse(wire.Problem(code="internal-error", message=say("server-internal-error")), 500)


def allowed_methods(app: FastAPI, request: Request) -> set[str]:
    routes = [route for route in app.routes if route.matches(request.scope)[0] is not Match.NONE]
    return {method for route in routes for method in getattr(route, "methods", ())}
