"""Routes for operators: liveness and readiness."""

from __future__ import annotations

from fastapi import FastAPI, Response

from nodarium.server.http.common import JsonResponse
from nodarium.server.services import Services


def add_health(app: FastAPI, services: Services) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        """Whether the process is alive."""
        return JsonResponse({"alive": True})

    @app.get("/ready", include_in_schema=False)
    async def ready() -> Response:
        """Whether the process takes requests and the database can be written."""
        if not services.ready:
            return JsonResponse({"ready": False}, 503)
        writable = await services.write_check.check()
        return JsonResponse({"ready": writable}, 200 if writable else 503)
