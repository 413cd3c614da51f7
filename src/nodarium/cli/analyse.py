"""`nodarium analyse`: a bot's evaluation of a match."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from nodarium.cli.command import Command, Parser, check_writable, help_text, metavar
from nodarium.cli.records import load_match, match_arguments
from nodarium.cli.terminal import Terminal, write_utf8
from nodarium.core.message import Message, say
from nodarium.core.theme import THEMES
from nodarium.lab.analysis import Analysis, MoveReview, analyse, make_analysis_bot
from nodarium.lab.chart import describe_swing, draw, percent
from nodarium.record.match import Match
from nodarium.search.bots import LEVELS

DEFAULT_BOT = f"{LEVELS[-1]}:seconds=0.5"
POOR_LOSS, BAD_LOSS = 0.05, 0.15  # from which a move is coloured
LEFT_COLUMNS = (1, 2, 6)  # aligned on the left


def run(args: Namespace) -> int:
    match = load_match(args)
    make_analysis_bot(match.game, args.bot)
    check_writable(args.svg)
    analysis = analyse_with_progress(match, args.bot)
    if args.svg is not None:
        Path(args.svg).write_text(draw(analysis, args.theme or "light"), "utf-8")
    if args.json:
        data = plain(analysis) | {"swings": [review.number for review in analysis.swings]}
        write_utf8(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
    else:
        print_analysis(Terminal(args.theme), analysis)
    return 0


def plain(value: Any) -> Any:
    """Return dataclasses as dictionaries, and messages in the current language."""
    if isinstance(value, Message):
        return str(value)
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def analyse_with_progress(match: Match, bot: str) -> Analysis:
    """Analyse a match, and show a progress bar on a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(str(say("cli-bot-thinks", bot=bot.partition(":")[0])))
        return analyse(match, bot, lambda done, total: progress.update(task, completed=done, total=total))


def print_analysis(terminal: Terminal, analysis: Analysis) -> None:
    """Print every move with its values, and the largest swings."""
    terminal.print(say("cli-analysed-by", game=analysis.game, bot=analysis.bot), "text strong")
    if not analysis.bot.startswith(LEVELS[-1]):
        terminal.print(say("cli-weak-analyst", best=LEVELS[-1]))
    if analysis.imperfect_information:
        terminal.print(say("cli-evaluated-from-own-view"))
    if not analysis.moves:
        terminal.print(say("cli-no-moves-yet"))
        return
    terminal.print(say("cli-analysis-columns"))
    terminal.print()
    print_reviews(terminal, analysis)
    terminal.print()
    if analysis.outcome_text:
        terminal.print(say("cli-outcome-sentence", outcome=analysis.outcome_text))
    if analysis.swings:
        terminal.print(say("cli-largest-swings"), "text strong")
    for number, review in enumerate(analysis.swings, 1):
        terminal.print(f"  {number}. {describe_swing(analysis, review)}")


def print_reviews(terminal: Terminal, analysis: Analysis) -> None:
    """Print one line for each move, in columns that are as wide as their texts."""
    rows = [review_cells(analysis, review) for review in analysis.moves]
    widths = [max(len(row[column]) for row in [headings(), *rows]) for column in range(len(headings()))]
    for review, row in zip([None, *analysis.moves], [headings(), *rows], strict=True):
        styles = ["text dim"] * len(row) if review is None else review_styles(review)
        line = terminal.text("")
        for column, (cell, width, style) in enumerate(zip(row, widths, styles, strict=True)):
            aligned = cell.ljust(width) if column in LEFT_COLUMNS else cell.rjust(width)
            line.append("  " * bool(column)).append(terminal.text(aligned, style))
        line.rstrip()
        terminal.console.print(line, soft_wrap=True)


def headings() -> list[str]:
    names = (
        say("cli-column-number"),
        say("cli-column-seat"),
        say("cli-column-played"),
        say("cli-column-before"),
        say("cli-column-after"),
        say("cli-column-lost"),
        say("cli-column-better"),
    )
    return [str(name) for name in names]


def review_cells(analysis: Analysis, review: MoveReview) -> Sequence[str]:
    return (
        str(review.number),
        str(analysis.seat_titles[review.seat]),
        review.move,
        str(percent(review.before)),
        str(percent(review.after)),
        format_loss(review),
        better_move(review),
    )


def review_styles(review: MoveReview) -> list[str]:
    return ["text", f"text seat-{review.seat}", "text", "text", "text", loss_style(review), "text"]


def format_loss(review: MoveReview) -> str:
    return "?" if review.value_loss is None else str(percent(review.value_loss)) if review.value_loss >= 0.005 else ""


def loss_style(review: MoveReview) -> str:
    loss = review.value_loss or 0
    return "text red strong" if loss >= BAD_LOSS else "text yellow" if loss >= POOR_LOSS else "text"


def better_move(review: MoveReview) -> str:
    """Return the bot's choice and its value, if it is better than the move."""
    better = review.better
    return f"{better.move} {percent(better.value)}" if better else ""


def _arguments(parser: Parser) -> None:
    match_arguments(parser)
    text = help_text(say("cli-analyse-help-bot", default=DEFAULT_BOT))
    parser.add_argument("--bot", metavar="BOT", default=DEFAULT_BOT, help=text)
    parser.add_argument("--svg", metavar=metavar("CHART"), help=help_text(say("cli-analyse-help-svg")))
    parser.add_argument("--json", action="store_true", help=help_text(say("cli-analyse-help-json")))
    parser.add_argument("--theme", choices=THEMES, help=help_text(say("cli-analyse-help-theme")))
    parser.add_help_argument()


ANALYSE = Command(
    "analyse",
    say("cli-analyse-summary"),
    "FILE [options]",
    _arguments,
    run,
    ("game.json", "game.json --bot casual --svg chart.svg", "game.json --bot novice --json"),
)
