"""The numbered rules of a game, read from its `RULES.md`.

A rule is a list item `- **N-12 (book)** text`; further lines are indented. Its sources are book, ruling or data. The
items of the chapter *In short* have no numbers: they summarise the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from nodarium.core.errors import BadOption

RULE = re.compile(r"^- \*\*(?P<id>[A-Z]-\d+)(?: \((?P<sources>[^)]*)\))?\*\* (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
ITEM = re.compile(r"^- (.*(?:\n  .*)*)", re.MULTILINE)
SUMMARY_CHAPTER = "In short"


@dataclass(frozen=True)
class Rule:
    id: str
    sources: tuple[str, ...]
    text: str
    chapter: str


@dataclass(frozen=True)
class Rulebook:
    text: str
    rules: dict[str, Rule]
    summary: tuple[str, ...]  # goal, turn and end, a sentence or two each

    def find(self, rule_id: str) -> Rule:
        """Return a rule by its id, in upper or lower case."""
        rule = self.rules.get(rule_id.upper())
        if rule is None:
            near = get_close_matches(rule_id.upper(), self.rules, 1)
            hint = f"Did you mean {near[0]}?" if near else f"The first one is {min(self.rules)}."
            raise BadOption(f"Unknown rule {rule_id}. {hint}")
        return rule


def parse_rulebook(text: str) -> Rulebook:
    """Parse the rules of a `RULES.md`, in order."""
    rules: dict[str, Rule] = {}
    summary: tuple[str, ...] = ()
    chapters = re.split(r"^## ", text, flags=re.MULTILINE)
    for chapter in chapters:
        title = chapter.partition("\n")[0].strip()
        if title == SUMMARY_CHAPTER:
            summary = tuple([" ".join(item.split()) for item in ITEM.findall(chapter)])
        for found in RULE.finditer(chapter):
            sources = tuple(part.strip() for part in (found["sources"] or "").split(",") if part.strip())
            body = " ".join(line.strip() for line in found["text"].splitlines())
            assert found["id"] not in rules, f"rule {found['id']} appears twice"
            rules[found["id"]] = Rule(found["id"], sources, body, title)
    return Rulebook(text, rules, summary)
