"""Routes for operators: liveness, readiness, metrics."""

from __future__ import annotations

from fastapi import FastAPI, Response

from nodarium.server import metrics
from nodarium.server.http.common import JsonResponse
from nodarium.server.services import Services


def add_health(app: FastAPI, services: Services) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        """Whether the process is alive."""
        return JsonResponse({"alive": True})

    @app.get("/ready", include_in_schema=False)
    async def ready() -> Response:
        """Whether the process takes requests and the database answers."""
        if not services.ready:
            return JsonResponse({"ready": False}, 503)
        await services.store.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        return JsonResponse({"ready": True})

    @app.get("/metrics", include_in_schema=False)
    async def prometheus() -> Response:
        return Response(metrics.page(), media_type="text/plain; version=0.0.4")
