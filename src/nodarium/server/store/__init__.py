"""Storage: SQLite or PostgreSQL behind one interface."""

from nodarium.server.store.store import EventConflict, Store, insert_event, insert_rows, parse_url

__all__ = ["EventConflict", "Store", "insert_event", "insert_rows", "parse_url"]
