"""The application: all routes, what is said when something is refused, and what whoever runs it wants to know."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import nodarium
from nodarium.core.errors import NodariumError
from nodarium.server import metrics, wire
from nodarium.server.errors import BadRequest, status_of
from nodarium.server.openapi import describe
from nodarium.server.page import add_page
from nodarium.server.routes import Json, add_games, add_people, add_tables
from nodarium.server.services import Services
from nodarium.server.settings import ServerSettings
from nodarium.server.sockets import add_sockets
from nodarium.server.study import add_review

log = logging.getLogger(__name__)


def make_app(settings: ServerSettings) -> FastAPI:
    server = Services(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

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
    app.state.server = server
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    add_page(app)
    app.add_middleware(RequestMetrics)
    add_error_handlers(app)
    add_people(app, server)
    add_games(app, server)
    add_tables(app, server)
    add_sockets(app, server)
    add_review(app, server)
    add_health(app, server)
    return app


class RequestMetrics:
    """Counts the answers over HTTP."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.REQUESTS.labels(scope["method"], str(message["status"])).inc()
            await send(message)

        await self.app(scope, receive, counted)


def add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(NodariumError)
    async def refused(_: Request, error: NodariumError) -> Response:
        metrics.REFUSED.labels(error.code).inc()
        return Json(error.to_dict(), status_of(error))

    @app.exception_handler(RequestValidationError)
    async def unfit(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        sentence = f"{first['loc'][-1]}: {first['msg'][:1].lower()}{first['msg'][1:]}."
        return await refused(request, BadRequest(sentence))

    @app.exception_handler(HTTPException)
    async def nowhere(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405:
            problem = wire.Problem(code="not-found", sentence="This cannot be done here.")
            return Json(problem, 405, headers={"Allow": ", ".join(sorted(methods(app, request)))})
        return Json(wire.Problem(code="not-found", sentence="There is nothing here."), error.status_code)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("a request failed", extra={"path": request.url.path}, exc_info=error)
        return Json(wire.Problem(code="fault", sentence="That is our mistake; it is in the log."), 500)


def methods(app: FastAPI, request: Request) -> set[str]:
    """What can be done at the address of a request."""
    fitting = [route for route in app.routes if route.matches(request.scope)[0] is not Match.NONE]
    return {method for route in fitting for method in getattr(route, "methods", ())}


def add_health(app: FastAPI, server: Services) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        """Whether the process lives."""
        return Json({"alive": True})

    @app.get("/ready", include_in_schema=False)
    async def ready() -> Response:
        """Whether it takes requests, and the database answers."""
        if not server.ready:
            return Json({"ready": False}, 503)
        await server.store.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        return Json({"ready": True})

    @app.get("/metrics", include_in_schema=False)
    async def measured() -> Response:
        return Response(metrics.page(), media_type="text/plain; version=0.0.4")
