"""The OpenAPI description is complete: it holds every route and every struct once."""

from __future__ import annotations

import json
from typing import Any

from nodarium.server import events
from nodarium.server.app import make_app
from nodarium.server.settings import ServerSettings

DESCRIPTION: dict[str, Any] = make_app(ServerSettings(database="sqlite:///unused")).openapi()


def operations() -> list[dict[str, Any]]:
    return [operation for path in DESCRIPTION["paths"].values() for operation in path.values()]


def test_every_operation_has_a_unique_name_and_a_description() -> None:
    names = [operation["operationId"] for operation in operations()]
    assert len(set(names)) == len(names)
    assert all(operation["description"].endswith(".") for operation in operations())


def test_every_reference_resolves() -> None:
    text = json.dumps(DESCRIPTION)
    named = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= set(DESCRIPTION["components"]["schemas"])


def test_every_operation_describes_its_refusals() -> None:
    for operation in operations():
        schema = operation["responses"]["4XX"]["content"]["application/json"]["schema"]
        assert schema == {"$ref": "#/components/schemas/Problem"}


def test_all_table_requests_are_described() -> None:
    schema = DESCRIPTION["paths"]["/api/tables/{table}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/TableRequest"}
    schemas = DESCRIPTION["components"]["schemas"]
    requests = set(schemas["TableRequest"]["discriminator"]["mapping"])
    assert set(schemas["SocketRequest"]["discriminator"]["mapping"]) == {*requests, "view"}
    assert requests == {
        "move",
        "sit",
        "stand",
        "abort",
        "resign",
        "propose",
        "accept",
        "decline",
        "claim",
        "say",
    }


def test_events_are_a_tagged_union() -> None:
    schemas = DESCRIPTION["components"]["schemas"]
    kinds = schemas["PublicEvent"]["discriminator"]["mapping"]
    assert len(kinds) == len(schemas["PublicEvent"]["anyOf"])
    assert set(kinds) == {struct.__struct_config__.tag for struct in events.Event.__args__}
    assert set(schemas["LogEntry"]["properties"]) < set(schemas["Moved"]["properties"])
