"""The numbered rules of a game, read from its `RULES.md`.

A rule is a list item `- **N-12 (book)** text`; further lines are indented. Its sources are book, ruling or data, in
every language. The items of the first chapter have no numbers: they summarise the game. The last chapter is a glossary:
its items are `- **term** meaning`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from nodarium.core.errors import BadOption
from nodarium.core.message import say

RULE = re.compile(r"^- \*\*(?P<id>[A-Z]-\d+)(?: \((?P<sources>[^)]*)\))?\*\* (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
ITEM = re.compile(r"^- (.*(?:\n  .*)*)", re.MULTILINE)
GLOSSARY_ITEM = re.compile(r"^- \*\*(?P<term>[^*]+)\*\*:? (?P<text>.*(?:\n  .*)*)", re.MULTILINE)


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
    summary_title: str
    summary: tuple[str, ...]  # goal, turn and end, a sentence or two each
    glossary_title: str
    glossary: dict[str, str]  # the meaning of each term

    def find(self, rule_id: str) -> Rule:
        """Return a rule by its id, in upper or lower case."""
        rule = self.rules.get(rule_id.upper())
        if rule is None:
            near = get_close_matches(rule_id.upper(), self.rules, 1)
            hint = (
                say("core-did-you-mean", name=near[0]) if near else say("core-first-rule", rule=next(iter(self.rules)))
            )
            raise BadOption(say("core-unknown-rule", rule=rule_id, hint=hint))
        return rule


def parse_rulebook(text: str) -> Rulebook:
    """Parse the rules of a `RULES.md`, in order."""
    rules: dict[str, Rule] = {}
    head, *chapters = re.split(r"^## ", text, flags=re.MULTILINE)
    for chapter in (head, *chapters):
        title = _title(chapter)
        for found in RULE.finditer(chapter):
            sources = tuple(part.strip() for part in (found["sources"] or "").split(",") if part.strip())
            assert found["id"] not in rules, f"rule {found['id']} appears twice"
            rules[found["id"]] = Rule(found["id"], sources, " ".join(found["text"].split()), title)
    unnumbered = [chapter for chapter in chapters if not RULE.search(chapter)]
    first = next((chapter for chapter in unnumbered if chapter is chapters[0]), "")
    last = next((chapter for chapter in unnumbered if chapter is chapters[-1] and chapter is not first), "")
    summary = tuple([" ".join(item.split()) for item in ITEM.findall(first)])
    glossary = {found["term"]: " ".join(found["text"].split()) for found in GLOSSARY_ITEM.finditer(last)}
    return Rulebook(text, rules, _title(first), summary, _title(last), glossary)


def _title(chapter: str) -> str:
    return chapter.partition("\n")[0].strip()
