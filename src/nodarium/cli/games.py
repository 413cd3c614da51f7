"""`nodarium games` and `nodarium rules`."""

from __future__ import annotations

import re
from argparse import Namespace

from rich.text import Text

from nodarium.cli.command import GAME_HELP, Command, Parser, flag, format_value, help_text, metavar
from nodarium.cli.terminal import Terminal
from nodarium.core.discovery import find_game, game_ids
from nodarium.core.game import Game
from nodarium.core.language import current_language
from nodarium.core.message import Message, say
from nodarium.core.message import Text as Words
from nodarium.core.options import Option, Value
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
    terminal.print()
    terminal.print(say("cli-star-marks-default"), "text dim")
    return 0


def describe(terminal: Terminal, game: Game) -> None:
    head = terminal.text(game.id, "text strong")
    terminal.console.print(head.append("  ").append(terminal.text(facts(game))))
    terminal.print_columns((), 2, terminal.text(game.summary))


def list_options(terminal: Terminal, game: Game) -> None:
    """Print the choices of each option, with a star after the default."""
    column = max((len(option.name) for option in game.options), default=0) + 6
    for option in game.options:
        name = terminal.text(f"  {flag(option.name)}", "text strong")
        stars = [describe_choice(game, option, choice) for choice in option.choices]
        choices: Words = (", " if any("(" in star for star in stars) else " ").join(stars)
        if option.parse_custom:
            choices = say("cli-choices-with-hint", choices=choices, hint=game.option_hint(option))
        title = say("cli-option-in-list", title=game.option_title(option), rule=option.rule)
        terminal.print_columns([name], column, terminal.text(f"{choices}\n{title}", "text dim"))


def describe_choice(game: Game, option: Option, choice: Value) -> str:
    """Write a choice as it is typed, with a star after the default, and what it means."""
    code, title = format_value(choice), game.choice_title(option, choice)
    star = "*" if choice == option.default else ""
    if title is None or str(title) == code:
        return code + star
    return str(say("cli-choice-with-title", choice=code + star, title=title))


def facts(game: Game) -> Message:
    """Say who made a game, for how many players it is over all options, and how long it takes."""
    chosen = [{option.name: choice} for option in game.options for choice in option.choices]
    seats = {game.state_class(**game.resolve_options(options)).seats for options in [{}, *chosen]}
    players = str(min(seats)) if len(seats) == 1 else say("cli-range", first=str(min(seats)), last=str(max(seats)))
    if game.designer:
        return say("cli-game-by", game=game.title, designer=game.designer, players=players, minutes=game.minutes)
    return say("cli-game", game=game.title, players=players, minutes=game.minutes)


# ---- nodarium rules ----


def show_rules(args: Namespace) -> int:
    terminal = Terminal()
    book = find_game(args.game).rulebook(current_language())
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
        elif block.startswith("- "):
            item = inline(terminal, " ".join(block.removeprefix("- ").split()))
            terminal.print_columns([terminal.text("–")], 2, item)
        else:
            terminal.print_columns((), 0, inline(terminal, " ".join(block.split())))


def show_chapters(terminal: Terminal, book: Rulebook) -> None:
    """Print the range of rule ids in each chapter."""
    chapters: dict[str, list[str]] = {}
    for rule in book.rules.values():
        chapters.setdefault(rule.chapter, []).append(rule.id)
    ranges = {
        chapter: str(say("cli-range", first=ids[0], last=ids[-1])) if len(ids) > 1 else ids[0]
        for chapter, ids in chapters.items()
    }
    column = max(map(len, ranges.values())) + 2
    for chapter, written in ranges.items():
        terminal.print_columns([terminal.text(written)], column, terminal.text(chapter))


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
    parser.add_argument("game", metavar=metavar("GAME"), help=help_text(GAME_HELP))
    parser.add_argument("id", metavar="ID", nargs="?", help=help_text(say("cli-rules-help-id")))
    parser.add_help_argument()


GAMES = Command("games", say("cli-games-summary"), "", _games_arguments, list_games, ("",))
RULES = Command(
    "rules",
    say("cli-rules-summary"),
    "GAME [ID]",
    _rules_arguments,
    show_rules,
    ("{game}", "{game} {rule}"),
)
