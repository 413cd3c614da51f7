noede-summary = Anchors on the rim open lines, and nodes go where two lines cross. Join two opposite sides of the board, or three of which no two are adjacent.
noede-tagline = Cross two lines. Join two sides.
noede-facts = No luck, no secrets
noede-seat-white = White
noede-seat-black = Black
noede-option-side = the length of a side of the board, in cells
noede-option-blocked-lines = whether the opponent’s pieces block lines

# Endings.
noede-sides-joined = sides of the board are joined
noede-opposite-sides-joined = two opposite sides are joined
noede-three-sides-joined = three sides are joined, and no two of them are adjacent
noede-no-moves = neither player can move

# What to do next. $anchor is the anchor whose node is due.
noede-prepare = { $seat }: place an anchor on the rim
noede-turn = { $seat }: place an anchor, or a node where { $seat }’s lines cross
noede-place-due-node = { $seat }: place a node where a line of { $anchor } crosses another of { $seat }’s lines

# Moves.
noede-places-node = { $seat } places a node on { $cell }
noede-places-anchor = { $seat } places an anchor on { $cell }

# The board. $owner is white or black.
noede-node-on = { $owner ->
    [white] White node on { $cell }
   *[other] Black node on { $cell }
}
noede-anchor-on = { $owner ->
    [white] White anchor on { $cell }
   *[other] Black anchor on { $cell }
}
noede-empty-inner = Cell { $cell } in the inner area: empty
noede-empty-outer = Cell { $cell } on the rim: empty
noede-place-node = Place a node on { $cell }
noede-place-anchor = Place an anchor on { $cell }
noede-pieces = Pieces
noede-piece-counts = { $anchors ->
    [one] { $anchors } anchor
   *[other] { $anchors } anchors
}, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}
noede-step-anchor = Anchor
noede-step-node = Node
noede-node-only = Or leave out the anchor and place a node where two of your lines cross.

# How many pieces a player lacks to join some sides. $count is -1 if the opponent has closed all ways.
noede-missing = Cells to fill
noede-opposite-sides-away = { $count ->
    [-1] These opposite sides can’t be joined any more
    [one] At least { $count } more piece joins these opposite sides
   *[other] At least { $count } more pieces join these opposite sides
}
noede-three-sides-away = { $count ->
    [-1] These three sides can’t be joined any more
    [one] At least { $count } more piece joins these three sides
   *[other] At least { $count } more pieces join these three sides
}

# What the drawings on the board mean.
noede-legend-title = On the board
noede-legend-anchor = anchor, on the rim
noede-legend-node = node, inside
noede-legend-line = a line of an anchor
noede-legend-pointed = a line of what is pointed at
noede-legend-crossing = a node can go here
noede-legend = white □ ○   black ■ ●

# Refusals. $anchor is the anchor whose node is due, or “none”.
noede-occupied = { $owner } already has a piece here. Choose an empty cell.
noede-preparation = The preparation isn’t over yet: place an anchor on the rim.
noede-node-due = First place the node of your new anchor, in the inner area.
noede-one-direction = { $anchor ->
    [none] A node needs lines of two of your anchors that run in different directions.
   *[other] A node needs a line of { $anchor } and a line of another of your anchors, in a different direction.
}
noede-no-open-lines = { $anchor ->
    [none] No two of your anchors have lines that cross here, or your opponent’s pieces block those lines.
   *[other] A line of { $anchor } doesn’t cross a line of another of your anchors here, or your opponent’s pieces block one of them.
}
noede-no-crossing = { $anchor ->
    [none] A node goes where lines of two of your anchors cross.
   *[other] A node goes where a line of { $anchor } crosses a line of another of your anchors.
}

# Moves and positions as text.
noede-two-moves = “{ $text }” is a turn of two moves. Make them one after the other.
noede-not-a-cell = “{ $text }” isn’t a cell of this board. A cell is a letter and a number; { $middle } is in the middle.
noede-empty-deal = Nøde leaves nothing to chance, so its deal is {"{}"}.
noede-four-parts = A position of Nøde has four parts, separated by “|”.
noede-position-side = A position starts with the length of a side, from { $least } to { $most }.
noede-same-cell = Two pieces are on the same cell.
noede-unknown-cell = This board has no cell { $cell }.
noede-impossible-turn = “{ $text }” can’t come next in this position.

# Diagrams in the rules.
noede-diagram-o5 = White could place an anchor on c7. The diagram shows its lines and the cells where they cross the lines of g2: the node can go on any of these cells.
noede-diagram-o10 = White’s chain joins three sides, and no two of them are adjacent.
