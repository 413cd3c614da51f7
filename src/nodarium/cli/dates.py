"""Dates and times for people, in the current language."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_date, format_datetime

from nodarium.core.language import LOCALES, current_language


def day(time: int) -> str:
    """The day of a time in milliseconds, in UTC."""
    return format_date(datetime.fromtimestamp(time / 1000, UTC), "medium", _locale())


def minute(time: int) -> str:
    """A time in milliseconds, up to the minute, in UTC."""
    moment = datetime.fromtimestamp(time / 1000, UTC)
    return f"{format_date(moment, 'medium', _locale())} {format_datetime(moment, 'HH:mm', locale=_locale())}"


def _locale() -> str:
    language = current_language()
    return LOCALES.get(language, language).replace("-", "_")
