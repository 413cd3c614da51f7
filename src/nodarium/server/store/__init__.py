"""Storage: SQLite or PostgreSQL behind one interface."""

from nodarium.server.store.store import EventConflict, Store, UnreadableEvents, insert_event, insert_rows, parse_url

__all__ = ["EventConflict", "Store", "UnreadableEvents", "insert_event", "insert_rows", "parse_url"]
