"""Make matches: new ones, and those in files."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from nodarium.core.discovery import find_game
from nodarium.core.errors import BadOption, BadRecord
from nodarium.core.message import say
from nodarium.core.options import Value
from nodarium.record.commitment import DEAL_BITS, new_salt
from nodarium.record.files import JSONL_SUFFIX, record_context
from nodarium.record.match import Match
from nodarium.record.record import Player, parse_record


def new(
    game_id: str,
    *,
    seed: int | None = None,
    deal: Mapping[str, Any] | None = None,
    player_names: Sequence[str | Player] | None = None,
    **options: Value,
) -> Match:
    """Start a match with a random deal, the deal of a seed, or a given deal. Pass the game's options by name."""
    if seed is not None and deal is not None:
        raise BadOption(say("record-seed-and-deal"))
    game = find_game(game_id)
    named = deal if isinstance(deal, Mapping) else {}  # a deal can name the options it was drawn with
    implied = {o.name: named[o.name] for o in game.options if isinstance(named.get(o.name), str | int)}
    resolved = game.resolve_options(implied | options)
    if deal is None:
        start = game.new_state(resolved, secrets.randbits(DEAL_BITS) if seed is None else seed)
    else:
        start = game.state_from_deal(resolved, deal)
    started = datetime.now(UTC).replace(microsecond=0)
    return Match(game, resolved, start, players=player_names, started=started, salt=new_salt())


def load(path: str | Path) -> Match:
    """Load a match from a file with one record, replaying and checking every move."""
    if Path(path).suffix == JSONL_SUFFIX:
        raise BadRecord(say("record-many-records", suffix=JSONL_SUFFIX))
    return Match.from_record(parse_record(Path(path).read_bytes()))


def load_all(path: str | Path) -> Iterator[Match]:
    """Load all matches of a file, one per line if its name ends in .jsonl. An error names the line."""
    if Path(path).suffix != JSONL_SUFFIX:
        yield load(path)
        return
    with Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                record = parse_record(line, number)
                with record_context(say("record-line", line=str(number))):
                    match = Match.from_record(record)
                yield match
