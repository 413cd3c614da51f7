"""`nodarium show`, `svg` and `verify`: what can be done with the record of a match."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from pathlib import Path

from nodarium.cli.command import Command, Parser, number, seat_of
from nodarium.cli.screen import Screen, write_for_programs
from nodarium.core.errors import BadOption, BadRecord
from nodarium.core.svg import render
from nodarium.core.theme import THEMES
from nodarium.record.commitment import verify
from nodarium.record.factory import load
from nodarium.record.files import JSONL_SUFFIX, record_context
from nodarium.record.match import Match
from nodarium.record.record import Record, read_record

GOOD, NOT_GOOD = 0, 1
KEYS = "Enter: next, b: back, a number: after that move, end: the last one, q: leave"


# ---- nodarium show ----


def show(args: Namespace) -> int:
    """Step through a record on a terminal; elsewhere, or with a move's number, print positions."""
    screen = Screen(args.theme)
    match = chosen_match(args)
    seat = chosen_seat(args, match)
    positions = list(match.replay())
    if args.move is not None:
        show_position(screen, positions, chosen_move(args.move, positions), seat)
    elif sys.stdin.isatty() and screen.console.is_terminal:
        step_through(screen, positions, seat)
    else:
        for at in range(len(positions)):
            show_position(screen, positions, at, seat)
    return GOOD


def step_through(screen: Screen, positions: list[Match], seat: int | None) -> None:
    last = len(positions) - 1
    screen.say(KEYS, "text dim")
    at = 0
    show_position(screen, positions, at, seat)
    while True:
        try:
            typed = screen.ask(f"{at} of {last}> ").lower()
        except (EOFError, KeyboardInterrupt):
            screen.say()
            return
        if typed in {"q", "quit"}:
            return
        places = {"": min(at + 1, last), "b": max(at - 1, 0), "end": last, **{str(n): n for n in range(last + 1)}}
        if typed in places:
            at = places[typed]
            show_position(screen, positions, at, seat)
        else:
            screen.say(KEYS, "text dim")


def show_position(screen: Screen, positions: list[Match], at: int, seat: int | None) -> None:
    """The board after a move, and the move above it."""
    match = positions[at]
    screen.say()
    screen.say(title(positions, at), "text strong")
    screen.draw(match.canvas(seat))


def title(positions: list[Match], at: int) -> str:
    match = positions[at]
    history = match.history
    if at == 0 or len(history) == len(positions[at - 1].history):  # the start, or an end by the players
        return f"{match.game.title}, {at} of {len(positions) - 1}"
    move = history[-1]
    clock = "" if move.clock is None else f"  {int(move.clock) // 60}:{int(move.clock) % 60:02}"
    comment = f"  {move.comment}" if move.comment else ""
    return f"Move {at} of {len(positions) - 1}: {match.game.seat_names[move.seat]} {move.move}{clock}{comment}"


# ---- nodarium svg ----


def svg(args: Namespace) -> int:
    match = chosen_match(args)
    seat = chosen_seat(args, match)
    positions = list(match.replay())
    at = len(positions) - 1 if args.move is None else chosen_move(args.move, positions)
    picture = render(positions[at].scene(seat), args.theme)
    if args.output is None:
        write_for_programs(picture)
    else:
        Path(args.output).write_text(picture, "utf-8")
    return GOOD


# ---- nodarium verify ----


def verify_file(args: Namespace) -> int:
    """Check every record of a file: its deal against its commitment, its moves against the rules."""
    screen = Screen()
    published = args.commitment
    if published is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", published):
        raise BadOption("A commitment is a SHA-256: 64 digits from 0 to f.")
    found = documents(Path(args.file))
    if not found:
        raise BadOption(f"{args.file} holds no record.")
    code = GOOD
    for place, line, data in found:
        try:
            judge(screen, place, read_record(data, line), published)
        except BadRecord as error:
            code = NOT_GOOD
            screen.say(f"{place}: not good. {error}", "text red")
    return code


def judge(screen: Screen, place: str, record: Record, published: str | None) -> None:
    """Tell that a record is good, or BadRecord."""
    deal = verify(record, published)
    if not deal.valid:
        raise BadRecord(deal.message)
    match = Match.from_record(record)
    end = match.outcome_text or "not ended"
    moves = len(record.moves)
    screen.say(f"{place}: good. {match.game.title}, {moves} moves, all by the rules; {end}. {deal.message}")


def documents(path: Path) -> list[tuple[str, int | None, bytes]]:
    """The records of a file, unread, and where each stands."""
    data = path.read_bytes()
    if path.suffix != JSONL_SUFFIX:
        return [(str(path), None, data)]
    return [
        (f"{path}, line {line}", line, document)
        for line, document in enumerate(data.split(b"\n"), 1)
        if document.strip()
    ]


# ---- arguments ----


def chosen_match(args: Namespace) -> Match:
    """The match in the file, the one with the given number if it holds many."""
    if not args.file.endswith(JSONL_SUFFIX):
        if args.record is not None:
            raise BadOption(f"{args.file} holds one record; --record is for files that end in {JSONL_SUFFIX}.")
        with record_context(args.file):
            return load(args.file)
    if args.record is None:
        raise BadOption(f"{args.file} holds many records: say which one with --record N.")
    found = documents(Path(args.file))
    if not 1 <= args.record <= len(found):
        raise BadOption(f"{args.file} has no record {args.record}.")
    place, _, data = found[args.record - 1]
    with record_context(place):
        return Match.from_record(read_record(data, None))


def chosen_seat(args: Namespace, match: Match) -> int | None:
    return None if args.seat is None else seat_of(match.game, match.state.seats, args.seat)


def chosen_move(move: int, positions: list[Match]) -> int:
    if not 0 <= move < len(positions):
        raise BadOption(f"There is no move {move}: the record goes from 0, the start, to {len(positions) - 1}.")
    return move


def match_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, as `nodarium play` writes it")
    parser.add_argument("--record", metavar="N", type=number, help=f"which record of a {JSONL_SUFFIX} file")


def _record_arguments(parser: Parser) -> None:
    match_arguments(parser)
    parser.add_argument("--move", metavar="N", type=number, help="the position after this move; 0 is the start")
    parser.add_argument("--seat", metavar="SEAT", help="as this seat sees it, a number or a name; usually a spectator")


def _show_arguments(parser: Parser) -> None:
    _record_arguments(parser)
    parser.add_argument("--theme", choices=THEMES, help="for a terminal with this background")


def _svg_arguments(parser: Parser) -> None:
    _record_arguments(parser)
    parser.add_argument("--theme", choices=THEMES, default="light", help="usually light")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write; usually the standard output")


def _verify_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help=f"a record, or many in a file that ends in {JSONL_SUFFIX}")
    parser.add_argument("--commitment", metavar="SHA256", help="what was published when the match began")


SHOW = Command(
    "show", "step through the record of a match", _show_arguments, show, ("game.json", "game.json --move 2 --seat 1")
)
SVG = Command(
    "svg",
    "draw a position of a record",
    _svg_arguments,
    svg,
    ("game.json -o game.svg", "game.json --move 2 --theme dark -o game.svg"),
)
VERIFY = Command(
    "verify",
    "check that a record is by the rules and its deal unchanged",
    _verify_arguments,
    verify_file,
    ("game.json",),
)
