"""The OpenAPI description, made from the structs that encode and decode the wire format."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from nodarium.core.symbols import Cover, Symbol
from nodarium.record.record import Record
from nodarium.server import wire, wire_account, wire_admin, wire_review
from nodarium.server.auth import COOKIE, SECURE_PREFIX

KINDS: tuple[Any, ...] = (
    wire.TableRequest,
    wire.SocketRequest,
    wire.Answer,
    wire.Credentials,
    wire.LogIn,
    wire.Frame,
    wire_review.Diagram,
    wire.GameInfo,
    wire.TableSummary,
    wire.Lobby,
    wire.LobbyChange,
    wire.Gallery,
    wire_review.Log,
    wire.Me,
    wire.NewName,
    wire.NewTable,
    wire.User,
    wire.Problem,
    wire_review.TargetQuery,
    wire.RuleInfo,
    wire_review.PositionView,
    wire_review.GameAnalysis,
    wire_admin.NewReport,
    wire_admin.Report,
    wire_admin.CloseReport,
    wire_admin.AnyUserAction,
    wire_admin.AnyTableAction,
    wire_admin.ModeratedUser,
    wire_admin.ModeratedTable,
    wire_admin.AuditEntry,
    Record,
    Symbol,
    Cover,
    wire_account.AccountInfo,
    wire_account.NewPassword,
    wire_account.NewEmail,
    wire_account.MailedToken,
    wire_account.RecoveryRequest,
    wire_account.MailedReset,
    wire_account.CodeReset,
    wire_account.RecoveryCodes,
    wire_account.Confirmation,
    wire_account.Session,
    wire_account.SessionToRevoke,
    wire_account.ApiToken,
    wire_account.NewApiToken,
    wire_account.ApiTokenToRevoke,
    wire_account.Passkey,
    wire_account.NewPasskey,
    wire_account.PasskeyLogin,
    wire_account.PasskeyToRemove,
    wire_account.PasskeyOptions,
)
UNIONS = {  # named, so that clients get a type
    "TableRequest": wire.TableRequest,
    "SocketRequest": wire.SocketRequest,
    "UserAction": wire_admin.AnyUserAction,
    "TableAction": wire_admin.AnyTableAction,
}
TEXT, MESSAGE = "#/components/schemas/Text", "#/components/schemas/Message"
TEXT_SCHEMA = {
    "description": "A text for people. Over HTTP it is a string in their language. Over a WebSocket it is a message, "
    "or a string that is the same in all languages.",
    "anyOf": [{"type": "string"}, {"$ref": MESSAGE}],
}
MESSAGE_SCHEMA = {
    "description": "The id of a message, and its arguments: strings, numbers, messages, and lists of them. "
    "`/api/texts/{language}` has its words.",
    "type": "array",
    "prefixItems": [{"type": "string"}, {"type": "object", "additionalProperties": True}],
    "minItems": 2,
    "maxItems": 2,
}


def components() -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    refs, found = msgspec.json.schema_components(KINDS, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(KINDS, refs, strict=True))
    for name, kind in UNIONS.items():
        found[name] = schemas[kind]
        schemas[kind] = {"$ref": f"#/components/schemas/{name}"}
    found = name_texts(found)
    found["PublicEvent"] = found["Frame"]["properties"]["events"]["items"]
    found["Frame"]["properties"]["events"]["items"] = {"$ref": "#/components/schemas/PublicEvent"}
    return schemas, found


def name_texts(found: dict[str, Any]) -> dict[str, Any]:
    """Make `core.message.Text` a component. The shape `core.scene.Text` is called `TextShape`."""
    found["TextShape"] = found.pop("Text") | {"title": "TextShape"}
    return {name: with_texts(schema) for name, schema in found.items()} | {
        "Text": TEXT_SCHEMA,
        "Message": MESSAGE_SCHEMA,
    }


def with_texts(schema: Any) -> Any:
    """A schema that refers to `Text` wherever it has a message: over HTTP every message is a string."""
    if schema == TEXT:
        return f"{TEXT}Shape"
    if schema == MESSAGE:
        return TEXT
    if isinstance(schema, list):
        return [with_texts(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: with_texts(one) for name, one in schema.items()}
    text = {"$ref": TEXT}
    if text in made.get("anyOf", ()):
        options = [one for one in made.pop("anyOf") if one not in (text, {"type": "string"})]
        made |= {"anyOf": [text, *options]} if options else text
    return made


SCHEMAS, COMPONENTS = components()


def takes(kind: Any) -> dict[str, Any]:
    """For a route: the body it reads."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": SCHEMAS[kind]}}}}


def gives(kind: Any, *, many: bool = False, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """For a route: what it returns; a refusal is always a problem."""
    schema = {"type": "array", "items": SCHEMAS[kind]} if many else SCHEMAS[kind]
    return {status: response("Success.", schema), **refusals()}


def no_content(kind: Any, *, status: int = 204) -> dict[str, Any]:
    """For a route that returns nothing: its status, the body it reads, and its refusals."""
    return {
        "status_code": status,
        "response_class": Response,
        "responses": refusals(),
        "openapi_extra": takes(kind),
    }


def refusals() -> dict[int | str, dict[str, Any]]:
    """For a route: how it refuses a request."""
    problem = SCHEMAS[wire.Problem]
    return {
        "4XX": response("The request was refused.", problem),
        "5XX": response("The server failed.", problem),
    }


def response(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def describe(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for path in made["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)  # the server answers 400 with a problem instead
        made["components"] = {
            "schemas": COMPONENTS,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "secure_cookie": {"type": "apiKey", "in": "cookie", "name": SECURE_PREFIX + COOKIE},
            },
        }
        made["security"] = [{"token": []}, {"cookie": []}, {"secure_cookie": []}, {}]
        app.openapi_schema = made
    return app.openapi_schema
