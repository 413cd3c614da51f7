"""`nodarium show`, `nodarium svg` and `nodarium verify`: commands that read records."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from pathlib import Path

from nodarium.cli.command import THEME_HELP, Command, Parser, check_writable, integer, seat_of
from nodarium.cli.terminal import Terminal, write_utf8
from nodarium.core.errors import BadOption, BadRecord
from nodarium.core.svg import render
from nodarium.core.theme import THEMES
from nodarium.record.commitment import verify
from nodarium.record.factory import load
from nodarium.record.files import JSONL_SUFFIX, record_context
from nodarium.record.match import Match
from nodarium.record.record import Record, parse_record

EXIT_OK, EXIT_INVALID = 0, 1
KEYS = "Enter: next, b: back, a number: after that move, end: last position, q: quit"


# ---- nodarium show ----


def show(args: Namespace) -> int:
    """Step through a record on a terminal; otherwise, or with --move, print positions."""
    terminal = Terminal(args.theme)
    match = load_match(args)
    seat = chosen_seat(args, match)
    positions = list(match.replay())
    if args.move is not None:
        show_position(terminal, positions, chosen_move(args.move, positions), seat)
    elif sys.stdin.isatty() and terminal.console.is_terminal:
        step_through(terminal, positions, seat)
    else:
        for at in range(len(positions)):
            show_position(terminal, positions, at, seat)
    return EXIT_OK


def step_through(terminal: Terminal, positions: list[Match], seat: int | None) -> None:
    last = len(positions) - 1
    terminal.print(KEYS, "text dim")
    at = 0
    show_position(terminal, positions, at, seat)
    while True:
        try:
            typed = terminal.ask(f"{at} of {last}> ").lower()
        except (EOFError, KeyboardInterrupt):
            terminal.print()
            return
        if typed in {"q", "quit"}:
            return
        targets = {"": min(at + 1, last), "b": max(at - 1, 0), "end": last, **{str(n): n for n in range(last + 1)}}
        if typed in targets:
            at = targets[typed]
            show_position(terminal, positions, at, seat)
        else:
            terminal.print(KEYS, "text dim")


def show_position(terminal: Terminal, positions: list[Match], at: int, seat: int | None) -> None:
    """Print a move and the board after it."""
    match = positions[at]
    terminal.print()
    terminal.print(title(positions, at), "text strong")
    terminal.draw(match.canvas(seat))


def title(positions: list[Match], at: int) -> str:
    match = positions[at]
    history = match.history
    if at == 0 or len(history) == len(positions[at - 1].history):  # the start, or a resignation or agreed draw
        return f"{match.game.title}, {at} of {len(positions) - 1}"
    move = history[-1]
    clock = "" if move.clock is None else f"  {int(move.clock) // 60}:{int(move.clock) % 60:02}"
    comment = f"  {move.comment}" if move.comment else ""
    return f"Move {at} of {len(positions) - 1}: {match.game.seat_names[move.seat]} {move.move}{clock}{comment}"


# ---- nodarium svg ----


def svg(args: Namespace) -> int:
    check_writable(args.output)
    match = load_match(args)
    seat = chosen_seat(args, match)
    positions = list(match.replay())
    at = len(positions) - 1 if args.move is None else chosen_move(args.move, positions)
    picture = render(positions[at].scene(seat), args.theme)
    if args.output is None:
        write_utf8(picture)
    else:
        Path(args.output).write_text(picture, "utf-8")
    return EXIT_OK


# ---- nodarium verify ----


def verify_file(args: Namespace) -> int:
    """Check the deal of every record against its commitment, and its moves against the rules."""
    terminal = Terminal()
    published = args.commitment
    if published is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", published):
        raise BadOption("--commitment must be a SHA-256 hash: 64 hexadecimal digits.")
    documents = read_documents(Path(args.file))
    if not documents:
        raise BadOption(f"{args.file} contains no records.")
    code = EXIT_OK
    for where, line, data in documents:
        try:
            verify_record(terminal, where, parse_record(data, line), published)
        except BadRecord as error:
            code = EXIT_INVALID
            terminal.print(f"{where}: invalid. {error}", "text red")
    return code


def verify_record(terminal: Terminal, where: str, record: Record, published: str | None) -> None:
    """Print that a record is valid, or raise BadRecord."""
    deal = verify(record, published)
    if not deal.valid:
        raise BadRecord(deal.message)
    match = Match.from_record(record)
    end = match.outcome_text or "not finished"
    moves = len(record.moves)
    terminal.print(f"{where}: valid. {match.game.title}, {moves} legal moves; {end}. {deal.message}")


def read_documents(path: Path) -> list[tuple[str, int | None, bytes]]:
    """Return the undecoded records of a file, each with its place as text and its line."""
    data = path.read_bytes()
    if path.suffix != JSONL_SUFFIX:
        return [(str(path), None, data)]
    return [
        (f"{path}, line {line}", line, document)
        for line, document in enumerate(data.split(b"\n"), 1)
        if document.strip()
    ]


# ---- arguments ----


def load_match(args: Namespace) -> Match:
    """Load the match in a file, or the one that --record chooses from many."""
    if not args.file.endswith(JSONL_SUFFIX):
        if args.record is not None:
            raise BadOption(
                f"--record needs a file that ends in {JSONL_SUFFIX}. Leave it out: {args.file} is one record."
            )
        with record_context(args.file):
            return load(args.file)
    if args.record is None:
        raise BadOption(f"{args.file} can hold many records. Choose one with --record N.")
    documents = read_documents(Path(args.file))
    if not 1 <= args.record <= len(documents):
        raise BadOption(f"{args.file} has records 1 to {len(documents)}, not {args.record}.")
    where, _, data = documents[args.record - 1]
    with record_context(where):
        return Match.from_record(parse_record(data, None))


def chosen_seat(args: Namespace, match: Match) -> int | None:
    return None if args.seat is None else seat_of(match.game, match.state.seats, args.seat)


def chosen_move(move: int, positions: list[Match]) -> int:
    if not 0 <= move < len(positions):
        raise BadOption(f"--move must be from 0 (the start) to {len(positions) - 1}, not {move}.")
    return move


def match_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help=f"a record, or a {JSONL_SUFFIX} file with one record per line")
    parser.add_argument("--record", metavar="N", type=integer, help=f"which record of a {JSONL_SUFFIX} file, from 1")


def _position_arguments(parser: Parser, default: str) -> None:
    match_arguments(parser)
    parser.add_argument(
        "--move", metavar="N", type=integer, help=f"show the position after this move; 0 is the start{default}"
    )
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        help="show what this seat may see, by number or name (default: what spectators may see)",
    )


def _show_arguments(parser: Parser) -> None:
    _position_arguments(parser, " (default: all positions)")
    parser.add_argument("--theme", choices=THEMES, help=THEME_HELP)
    parser.add_help_argument()


def _svg_arguments(parser: Parser) -> None:
    _position_arguments(parser, " (default: the last one)")
    parser.add_argument("--theme", choices=THEMES, default="light", help="colours of the picture (default: light)")
    parser.add_argument("-o", "--output", metavar="SVG", help="file to write (default: standard output)")
    parser.add_help_argument()


def _verify_arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help=f"a record, or a {JSONL_SUFFIX} file with one record per line")
    parser.add_argument(
        "--commitment", metavar="SHA256", help="the commitment that was published when the match started"
    )
    parser.add_help_argument()


SHOW = Command(
    "show",
    "step through the record of a match",
    "FILE [options]",
    _show_arguments,
    show,
    ("game.json", "game.json --move 2 --seat 1"),
)
SVG = Command(
    "svg",
    "draw a position of a record as SVG",
    "FILE [options]",
    _svg_arguments,
    svg,
    ("game.json -o game.svg", "game.json --move 2 --theme dark -o game.svg"),
)
VERIFY = Command(
    "verify",
    "check the moves and the deal of a record",
    "FILE [--commitment SHA256]",
    _verify_arguments,
    verify_file,
    ("game.json",),
    details="The moves must follow the rules, and the deal must match the commitment that\n"
    "the record or --commitment gives. The exit code is 1 if a record is invalid.",
)
