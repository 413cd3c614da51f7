"""The description of the HTTP interface, made from the same structs that read and write what goes over the wire."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from nodarium.record.record import Record
from nodarium.server import wire

KINDS: tuple[Any, ...] = (
    wire.AnyRequest,
    wire.Answer,
    wire.Credentials,
    wire.Frame,
    wire.Diagram,
    wire.GameInfo,
    wire.TableSummary,
    wire.Lobby,
    wire.Log,
    wire.Me,
    wire.NewName,
    wire.NewTable,
    wire.Person,
    wire.Problem,
    wire.TargetQuery,
    wire.RuleInfo,
    wire.PositionView,
    wire.GameAnalysis,
    Record,
)
REFS, COMPONENTS = msgspec.json.schema_components(KINDS, ref_template="#/components/schemas/{name}")
SCHEMAS = dict(zip(KINDS, REFS, strict=True))


def takes(kind: Any) -> dict[str, Any]:
    """For a route: the body it reads."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": SCHEMAS[kind]}}}}


def gives(kind: Any, *, many: bool = False, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """For a route: what it answers, and that anything else is a problem."""
    schema = {"type": "array", "items": SCHEMAS[kind]} if many else SCHEMAS[kind]
    return {status: described("It is done.", schema), "4XX": described("Why not.", SCHEMAS[wire.Problem])}


def described(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def describe(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for path in made["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)  # we answer 400 with a problem instead
        made["components"] = {
            "schemas": COMPONENTS,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "nodarium"},
            },
        }
        made["security"] = [{"token": []}, {"cookie": []}, {}]
        app.openapi_schema = made
    return app.openapi_schema
