"""The name of a device for the list of sessions, from a browser's `User-Agent` header."""

from __future__ import annotations

from ua_parser import parse

from nodarium.core.message import Text, say

MAX_LENGTH = 40  # of the name
MAX_HEADER = 300
UNKNOWN = "Unknown device"


def device_name(user_agent: str) -> str:
    """A name like `Firefox on Windows`, or `curl`, to store."""
    found = parse(user_agent[:MAX_HEADER])
    browser = found.user_agent.family if found.user_agent else user_agent.partition("/")[0].strip()[:20]
    system = found.os.family if found.os else ""
    name = " on ".join(part for part in (browser, system) if part) or UNKNOWN
    return "".join(letter for letter in name if letter.isprintable())[:MAX_LENGTH]


def device_text(name: str) -> Text:
    """The stored name of a device, for people."""
    browser, on, system = name.rpartition(" on ")
    if on:
        return say("server-device", browser=browser, system=system)
    return say("server-unknown-device") if name == UNKNOWN else name
