"""The name of a device for the list of sessions, from a browser's `User-Agent` header."""

from __future__ import annotations

from ua_parser import parse

MAX_LENGTH = 40  # of the name
MAX_HEADER = 300
UNKNOWN = "Unknown device"


def device_name(user_agent: str) -> str:
    """A name like `Firefox on Windows`, or `curl`."""
    found = parse(user_agent[:MAX_HEADER])
    browser = found.user_agent.family if found.user_agent else user_agent.partition("/")[0].strip()[:20]
    system = found.os.family if found.os else ""
    name = " on ".join(part for part in (browser, system) if part) or UNKNOWN
    return "".join(letter for letter in name if letter.isprintable())[:MAX_LENGTH]
