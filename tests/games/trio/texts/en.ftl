trio-summary = Put three of your marks in a row.
trio-tagline = Three in a row, before they do.
trio-facts = No luck, no secrets
trio-seat-cross = Cross
trio-seat-nought = Nought

# Endings.
trio-three-in-a-row = three in a row
trio-full-board = the board is full

# The picture.
trio-turn = { $seat }: put a mark on an empty cell
trio-put-mark = Put your mark on { $cell }
trio-mark-on = { $seat } on { $cell }
trio-marks = Marks

# Moves.
trio-puts-mark = { $seat } takes { $cell }
trio-taken = This cell is taken.

# Moves and positions as text.
trio-not-a-cell = “{ $text }” isn’t a cell. Cells run from a1 to c3.
trio-empty-deal = Trio has no chance, so its deal is {"{}"}.
trio-position-form = A position of Trio looks like this: x../.o./...
trio-turns-alternate = The turns alternate, and Cross begins.
trio-ended-before = The game would have ended before the last mark.

# Diagrams in the rules.
trio-diagram-t4 = Cross has three marks on a diagonal and wins.
