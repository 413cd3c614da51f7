"""`Canvas`: a picture made of characters, for terminals and tests. It uses the styles of a scene."""

from __future__ import annotations

from textwrap import wrap

from nodarium.core.message import Text
from nodarium.core.scene import Panel

PROMPT_WIDTH = 80  # characters


class Canvas:
    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._prompt = range(0)  # the rows of the prompt

    def put(self, x: int, y: int, text: Text, style: str = "text") -> int:
        """Write text, in the current language, from column x of row y on. Return the column after it."""
        words = str(text)
        for offset, character in enumerate(words):
            self._cells[x + offset, y] = character, style
        return x + len(words)

    def put_prompt(self, y: int, text: Text) -> None:
        """Write the prompt, wrapped, from row y on."""
        lines = wrap(str(text), PROMPT_WIDTH)
        self._prompt = range(y, y + len(lines))
        for row, line in zip(self._prompt, lines, strict=True):
            self.put(0, row, line, "text strong")

    def change_prompt(self, text: Text) -> None:
        """Replace the prompt, or add one below everything."""
        below = max((y for _, y in self._cells), default=-1) + 1
        self._cells = {(x, y): cell for (x, y), cell in self._cells.items() if y not in self._prompt}
        self.put_prompt(self._prompt.start if self._prompt else below, text)

    def put_panel(self, x: int, y: int, panel: Panel) -> int:
        """Write a panel, with labels in one column and values in another. Return the row below it."""
        self.put(x, y, f"{panel.title}  {panel.value}", "text strong")
        column = x + max((len(str(row.label)) for row in panel.rows), default=0) + 2
        for row in panel.rows:
            y += 1
            self.put(x, y, row.label, "text dim")
            at = self.put(column, y, row.text) + bool(row.text)
            for token in row.tokens:
                at = self.put(at, y, token.text, token.style) + 1
        return y + 1

    def lines(self) -> list[list[tuple[str, str]]]:
        """Return the rows from the top, each as runs of text with one style."""
        height = max((y for _, y in self._cells), default=-1) + 1
        rows = []
        for y in range(height):
            width = max((x for x, row in self._cells if row == y), default=-1) + 1
            pieces: list[tuple[str, str]] = []
            for x in range(width):
                character, style = self._cells.get((x, y), (" ", "text"))
                if pieces and pieces[-1][1] == style:
                    pieces[-1] = pieces[-1][0] + character, style
                else:
                    pieces.append((character, style))
            rows.append(pieces)
        return rows

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in row).rstrip() for row in self.lines())
