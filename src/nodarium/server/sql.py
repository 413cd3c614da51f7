"""Helpers to run one statement through the store."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, Select, UpdateBase


def first(connection: Connection, wanted: Select[Any]) -> Row[Any] | None:
    return connection.execute(wanted).first()


def execute(connection: Connection, change: UpdateBase) -> int:
    """Execute a statement and return the number of changed rows."""
    return connection.execute(change).rowcount
