"""`nodarium games` and `nodarium rules`."""

from __future__ import annotations

import re
from argparse import Namespace

from rich.text import Text

from nodarium.cli.command import GAME_HELP, Command, Parser, flag, format_value
from nodarium.cli.terminal import Terminal
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.rulebook import RULE, Rule, Rulebook

SOURCE_STYLES = {"book": "text dim", "ruling": "text yellow strong", "data": "text blue strong"}
# **bold**, *italic*, `code`
INLINE = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>[^*]+)\*|`(?P<code>[^`]+)`")


# ---- nodarium games ----


def list_games(args: Namespace) -> int:
    terminal = Terminal()
    for number, game in enumerate(map(find_game, game_ids())):
        if number:
            terminal.print()
        describe(terminal, game)
        list_options(terminal, game)
    terminal.print("\nA star marks the default.", "text dim")
    return 0


def describe(terminal: Terminal, game: Game) -> None:
    by = f", by {game.designer}" if game.designer else ""
    head = f"  {game.title}{by}: {players(game)} players, {game.minutes} minutes"
    terminal.console.print(terminal.text(game.id, "text strong").append(head, terminal.style("text")))
    terminal.print_columns((), 2, terminal.text(game.summary))


def list_options(terminal: Terminal, game: Game) -> None:
    """Print the choices of each option, with a star after the default."""
    column = max((len(option.name) for option in game.options), default=0) + 6
    for option in game.options:
        name = terminal.text(f"  {flag(option.name)}", "text strong")
        choices = [format_value(choice) + ("*" if choice == option.default else "") for choice in option.choices]
        terminal.print_columns(
            [name], column, terminal.text(f"{' '.join(choices)}\n{option.help} ({option.rule})", "text dim")
        )


def players(game: Game) -> str:
    """Return the range of seats over all options."""
    chosen = [{option.name: choice} for option in game.options for choice in option.choices]
    seats = {game.state_class(**game.resolve_options(options)).seats for options in [{}, *chosen]}
    return str(min(seats)) if len(seats) == 1 else f"{min(seats)} to {max(seats)}"


# ---- nodarium rules ----


def show_rules(args: Namespace) -> int:
    terminal = Terminal()
    book = find_game(args.game).rulebook
    if args.id:
        show_rule(terminal, book.find(args.id))
    else:
        show_book(terminal, book)
    return 0


def show_book(terminal: Terminal, book: Rulebook) -> None:
    """Print the whole text: headings, rules, and paragraphs between them."""
    for number, block in enumerate(re.split(r"\n\n+|\n(?=- )", book.text.strip())):
        if number:
            terminal.print()
        rule = RULE.match(block)
        if rule:
            show_rule(terminal, book.rules[rule["id"]])
        elif block.startswith("#"):
            terminal.print(block.lstrip("# "), "text strong")
        else:
            terminal.print_columns((), 0, inline(terminal, " ".join(block.split())))


def show_chapters(terminal: Terminal, book: Rulebook) -> None:
    """Print the range of rule ids in each chapter."""
    chapters: dict[str, list[str]] = {}
    for rule in book.rules.values():
        chapters.setdefault(rule.chapter, []).append(rule.id)
    for chapter, ids in chapters.items():
        terminal.print(f"{ids[0]} to {ids[-1]}".ljust(14) + chapter)


def show_rule(terminal: Terminal, rule: Rule) -> None:
    """Print a rule's id and sources on the left, and its text on the right."""
    sources = [terminal.text(source, SOURCE_STYLES.get(source, "text")) for source in rule.sources]
    terminal.print_columns([terminal.text(rule.id, "text strong"), *sources], 8, inline(terminal, rule.text))


def inline(terminal: Terminal, text: str) -> Text:
    """Style the Markdown that `RULES.md` uses."""
    styled = Text(style=terminal.style("text"))
    end = 0
    for mark in INLINE.finditer(text):
        styled.append(text[end : mark.start()])
        kind = mark.lastgroup or ""
        inside = mark[kind]
        style = SOURCE_STYLES.get(inside.strip("()"), "text strong")
        styled.append(inside, "italic" if kind == "italic" and inside not in SOURCE_STYLES else terminal.style(style))
        end = mark.end()
    return styled.append(text[end:])


def _games_arguments(parser: Parser) -> None:
    parser.add_help_argument()


def _rules_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument("id", metavar="ID", nargs="?", help="id of a rule (default: show all rules)")
    parser.add_help_argument()


GAMES = Command("games", "list all games and their options", "", _games_arguments, list_games, ("",))
RULES = Command(
    "rules",
    "show the rules of a game, or one rule",
    "GAME [ID]",
    _rules_arguments,
    show_rules,
    ("{game}", "{game} {rule}"),
)
