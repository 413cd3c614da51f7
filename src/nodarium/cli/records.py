"""`nodarium show`, `nodarium svg` and `nodarium verify`: commands that read records."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from pathlib import Path

from nodarium.cli.command import THEME_HELP, Command, Parser, check_writable, help_text, integer, metavar, seat_of
from nodarium.cli.terminal import Terminal, write_utf8
from nodarium.core.errors import BadOption, BadRecord
from nodarium.core.message import Message, Text, say
from nodarium.core.svg import render
from nodarium.core.theme import THEMES
from nodarium.record.commitment import verify
from nodarium.record.factory import load
from nodarium.record.files import JSONL_SUFFIX, record_context
from nodarium.record.match import Match
from nodarium.record.record import Record, parse_record

EXIT_OK, EXIT_INVALID = 0, 1
KEYS = say("cli-show-keys")


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
            typed = terminal.ask(say("cli-show-prompt", number=str(at), last=str(last))).lower()
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
    history, last = match.history, str(len(positions) - 1)
    if at == 0 or len(history) == len(positions[at - 1].history):  # the start, or a resignation or agreed draw
        return str(say("cli-show-position", game=match.game.title, number=str(at), last=last))
    move = history[-1]
    clock = "" if move.clock is None else f"  {int(move.clock) // 60}:{int(move.clock) % 60:02}"
    comment = f"  {move.comment}" if move.comment else ""
    seat = match.game.seat_title(move.seat)
    played = say("cli-show-move", number=str(at), last=last, seat=seat, move=move.move)
    return f"{played}{clock}{comment}"


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
        raise BadOption(say("cli-bad-commitment"))
    documents = read_documents(Path(args.file))
    if not documents:
        raise BadOption(say("cli-no-records", file=args.file))
    code = EXIT_OK
    for where, line, data in documents:
        try:
            verify_record(terminal, where, parse_record(data, line), published)
        except BadRecord as error:
            code = EXIT_INVALID
            terminal.print(say("cli-record-invalid", where=where, problem=str(error)), "text red")
    return code


def verify_record(terminal: Terminal, where: Text, record: Record, published: str | None) -> None:
    """Print that a record is valid, or raise BadRecord."""
    deal = verify(record, published)
    if not deal.valid:
        raise BadRecord(deal.message)
    match = Match.from_record(record)
    end = match.outcome_text or say("cli-not-finished")
    game, moves = match.game.title, len(record.moves)
    terminal.print(say("cli-record-valid", where=where, game=game, moves=moves, end=end, deal=deal.message))


def read_documents(path: Path) -> list[tuple[Text, int | None, bytes]]:
    """Return the undecoded records of a file, each with its place as text and its line."""
    data = path.read_bytes()
    if path.suffix != JSONL_SUFFIX:
        return [(str(path), None, data)]
    return [
        (say("cli-line-of-file", file=str(path), line=str(line)), line, document)
        for line, document in enumerate(data.split(b"\n"), 1)
        if document.strip()
    ]


# ---- arguments ----


def load_match(args: Namespace) -> Match:
    """Load the match in a file, or the one that --record chooses from many."""
    if not args.file.endswith(JSONL_SUFFIX):
        if args.record is not None:
            raise BadOption(say("cli-record-unwanted", suffix=JSONL_SUFFIX, file=args.file))
        with record_context(args.file):
            return load(args.file)
    if args.record is None:
        raise BadOption(say("cli-record-needed", file=args.file))
    documents = read_documents(Path(args.file))
    if not 1 <= args.record <= len(documents):
        raise BadOption(say("cli-record-range", file=args.file, last=len(documents), record=str(args.record)))
    where, _, data = documents[args.record - 1]
    with record_context(where):
        return Match.from_record(parse_record(data, None))


def chosen_seat(args: Namespace, match: Match) -> int | None:
    return None if args.seat is None else seat_of(match.game, match.state.seats, args.seat)


def chosen_move(move: int, positions: list[Match]) -> int:
    if not 0 <= move < len(positions):
        raise BadOption(say("cli-move-range", last=str(len(positions) - 1), move=str(move)))
    return move


def match_arguments(parser: Parser) -> None:
    _file_argument(parser)
    text = help_text(say("cli-records-help-record", suffix=JSONL_SUFFIX))
    parser.add_argument("--record", metavar="N", type=integer, help=text)


def _file_argument(parser: Parser) -> None:
    text = help_text(say("cli-records-help-file", suffix=JSONL_SUFFIX))
    parser.add_argument("file", metavar=metavar("FILE"), help=text)


def _position_arguments(parser: Parser, move_help: Message) -> None:
    match_arguments(parser)
    parser.add_argument("--move", metavar="N", type=integer, help=help_text(move_help))
    parser.add_argument("--seat", metavar=metavar("SEAT"), help=help_text(say("cli-records-help-seat")))


def _show_arguments(parser: Parser) -> None:
    _position_arguments(parser, say("cli-show-help-move"))
    parser.add_argument("--theme", choices=THEMES, help=help_text(THEME_HELP))
    parser.add_help_argument()


def _svg_arguments(parser: Parser) -> None:
    _position_arguments(parser, say("cli-svg-help-move"))
    parser.add_argument("--theme", choices=THEMES, default="light", help=help_text(say("cli-svg-help-theme")))
    parser.add_argument("-o", "--output", metavar="SVG", help=help_text(say("cli-svg-help-output")))
    parser.add_help_argument()


def _verify_arguments(parser: Parser) -> None:
    _file_argument(parser)
    parser.add_argument("--commitment", metavar="SHA256", help=help_text(say("cli-verify-help-commitment")))
    parser.add_help_argument()


SHOW = Command(
    "show",
    say("cli-show-summary"),
    "FILE [options]",
    _show_arguments,
    show,
    ("game.json", "game.json --move 2 --seat 1"),
)
SVG = Command(
    "svg",
    say("cli-svg-summary"),
    "FILE [options]",
    _svg_arguments,
    svg,
    ("game.json -o game.svg", "game.json --move 2 --theme dark -o game.svg"),
)
VERIFY = Command(
    "verify",
    say("cli-verify-summary"),
    "FILE [--commitment SHA256]",
    _verify_arguments,
    verify_file,
    ("game.json",),
    details=say("cli-verify-details"),
)
