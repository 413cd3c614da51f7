colonies-summary = Explore new Nodes, put Colonies on them and invade your opponents. The player who controls the most Nodes wins.
colonies-tagline = Play a card. Take the map.
colonies-facts = Hidden hands
colonies-seat-orange = Orange
colonies-seat-purple = Purple
colonies-seat-teal = Black
colonies-seat-rose = Rose
colonies-option-players = the number of players
colonies-option-layout = the starting board
colonies-option-layout-hint = or a drawing such as ooo/o.o/ooo, or a .toml file
colonies-option-movement = how far a Colony moves, and whether it may turn on the way
colonies-choice-layout-grid = grid
colonies-choice-layout-plus = plus
colonies-choice-layout-ring = ring
colonies-choice-layout-diamond = diamond
colonies-choice-movement-line = in a straight line
colonies-choice-movement-path = along any path
colonies-choice-movement-step = one step

# Endings.
colonies-depleted = the deck has run out
colonies-trapped = the player to act can’t do anything
colonies-domination = one player controls all Nodes
colonies-eradication = a player has lost all their Nodes

# Cards. $type is culture, military or economy.
colonies-node = Node
colonies-card = { $type ->
    [culture] Culture { $level }
    [military] Military { $level }
   *[economy] Economy { $level }
}
colonies-colony = { $seat }’s { $card }
colonies-card-power = { $card }: { $power }
colonies-type = { $type ->
    [culture] Culture
    [military] Military
   *[economy] Economy
}

# What each Colony prevails over, and what prevails over it.
colonies-power-c1 = beats Military 1, loses to Culture 2–3 and Economy 1–3
colonies-power-c2 = beats Culture 1 and Military 1–2, loses to Culture 3 and Economy 2–3
colonies-power-c3 = beats Culture 1–2 and Military 1–3, loses to Economy 3
colonies-power-m1 = beats Economy 1, loses to Military 2–3 and Culture 1–3
colonies-power-m2 = beats Military 1 and Economy 1–2, loses to Military 3 and Culture 2–3
colonies-power-m3 = beats Military 1–2 and Economy 1–3, loses to Culture 3
colonies-power-e1 = beats Culture 1, loses to Economy 2–3 and Military 1–3
colonies-power-e2 = beats Economy 1 and Culture 1–2, loses to Economy 3 and Military 2–3
colonies-power-e3 = beats Economy 1–2 and Culture 1–3, loses to Military 3

# What to do next. $steps is a list of the four steps, with “or”.
colonies-steps = { $seat }: { $steps }
colonies-step-explore = explore
colonies-step-colonise = colonise
colonies-step-move = move
colonies-step-end = end the turn

# What to do next. $cards is what you can play: node, colony, any or none.
colonies-choose-card = { $cards ->
    [node] { $seat }: play a Node
    [colony] { $seat }: play a Colony
   *[any] { $seat }: play a card
}
colonies-choose-card-or-colony = { $cards ->
    [node] { $seat }: play a Node or move a Colony
    [colony] { $seat }: play a Colony or move one
    [none] { $seat }: move a Colony
   *[any] { $seat }: play a card or move a Colony
}
colonies-choose-or-end = { $cards ->
    [colony] { $seat }: play, move or end your turn
   *[none] { $seat }: move a Colony or end your turn
}
colonies-then-lay = Lay the Node next to a Node you control
colonies-then-place = Place { $card } on a marked Node
colonies-then-move = Move { $card } from Node { $node } to a marked Node
colonies-choose-card-first = First choose a card from your hand or one of your Colonies, then where it goes.
colonies-choose-colony-first = First choose one of your Colonies, then where it moves.
colonies-play-node = Play a Node
colonies-play-colony = Play { $card }: { $power }
colonies-can-invade = { $spot }. You can invade with { $cards } (C-2)
colonies-end-turn = End your turn

# Moves.
colonies-explores = { $side ->
    [left] { $seat } lays Node { $number } left of Node { $node }
    [right] { $seat } lays Node { $number } right of Node { $node }
    [above] { $seat } lays Node { $number } above Node { $node }
   *[below] { $seat } lays Node { $number } below Node { $node }
}
colonies-colonises = { $seat } plays { $card } on Node { $node }
colonies-moves = { $seat } moves { $card } from Node { $start } to Node { $end }
colonies-invades = { $seat } invades Node { $end } with { $card } from Node { $start }
colonies-ends-turn = { $seat } ends the turn

# The board. $top is the topmost Colony, $below a list of those below it, the highest first.
colonies-spot-empty = { $side ->
    [left] Empty spot left of Node { $node }
    [right] Empty spot right of Node { $node }
    [above] Empty spot above Node { $node }
   *[below] Empty spot below Node { $node }
}
colonies-node-with = Node { $node } with { $top }
colonies-spot-away = Empty spot
colonies-spot-unoccupied = Node { $node }, unoccupied
colonies-spot-colony = Node { $node } with { $top }, which { $power }
colonies-spot-stack = Node { $node } with { $top } on top of { $below }. It { $power }

# Warnings.
colonies-can-eliminate = { $attacker } on Node { $start } can take your only Node: you would be out (C-13).
colonies-last-node-rule = If you lose your only Node later, you are out (C-13).

# The panels. $winning is a card, $losing a list of cards.
colonies-hand = Hand
colonies-your-hand = Your hand
colonies-deck = Deck
colonies-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
colonies-nodes = { $count ->
    [one] { $count } Node
   *[other] { $count } Nodes
}
colonies-controls = Nodes
colonies-copies = { $count } × { $card }
colonies-round = Round
colonies-first = First player
colonies-duel = { $rounds ->
    [1] Duel
   *[other] Duel, round { $rounds }
}
colonies-duel-result = { $winning } against { $losing }
colonies-trumps = Trumps
colonies-type-beats = { $type ->
    [culture] Culture beats
    [military] Military beats
   *[economy] Economy beats
}
colonies-trump-note = of the same or a lower level

# The parts of a turn.
colonies-part-draw = Draw
colonies-part-explore = Explore
colonies-part-colonise = Colonise
colonies-part-move = Move

# Refusals.
colonies-nothing-done = Explore, colonise or move before you end your turn.
colonies-explore-late = { $phase ->
    [explored] You have already explored this turn.
   *[colonised] You have already colonised this turn. Exploring comes before that.
}
colonies-no-node-in-hand = You don’t have a Node in your hand.
colonies-explore-where = A new Node goes on an empty spot next to a Node you control.
colonies-colonise-once = You have already colonised this turn.
colonies-not-in-hand = You don’t have { $card } in your hand.
colonies-only-invade = { $seat } controls this Node. You can take it only by invading.
colonies-colonise-where = After the first round, a Colony goes on a Node you control or on an unoccupied Node next to one.
colonies-not-controlled = You don’t control this Node, so you can’t move from it.
colonies-just-placed = You played this Colony this turn, so it can’t move yet.
colonies-same-node = A Colony must move to another Node.
colonies-too-weak = { $mover } doesn’t prevail over { $defender }, so it can’t move there.
colonies-one-step = A Colony moves only one step, and never diagonally.
colonies-straight-line = A Colony moves over Nodes in a straight line, never diagonally.
colonies-way-blocked = The way is blocked by a gap or by a Colony that { $mover } doesn’t prevail over.
colonies-no-node-here = No Node lies there, so you can’t play a Colony.
colonies-node-here = A Node already lies there. Choose an empty spot.
colonies-apart = This spot isn’t next to any Node. Choose one next to a Node you control.
colonies-node-to-node = A Colony moves from one Node to another, but one of these spots has no Node.

# Moves, deals and positions as text. Cards are written as C2 or N here.
colonies-not-a-move = “{ $text }” isn’t a move. Play a Node with N@1,-2, play a Colony with C2@0,1, move one with 0,1>2,1, or write “end” to end your turn.
colonies-deal-fields = A deal must have the fields players, layout, first, hands and deck, and may have duel.
colonies-deal-players = The deal is for { $given } players, but this game has { $expected }.
colonies-deal-layout = The deal is for the layout { $given }, but this game has { $expected }.
colonies-deal-first = The first player must be a seat from 0 to { $last }, not { $given }.
colonies-hand-count = There must be one hand for each of the { $players } players.
colonies-hand-size = Each hand must have { $count } cards at the start.
colonies-card-list = Cards must be a list of names such as C2 and N, not { $given }.
colonies-unknown-card = Unknown card { $card }. Available: { $names }.
colonies-card-count = The game has { $copies } copies of { $card }, not { $count }.
colonies-duel-list = A duel must be a list of at most { $most } rounds.
colonies-duel-draws = In round { $round } of the duel, each player must draw one card.
colonies-duel-cards = In round { $round } of the duel, the players can’t draw these cards: the deck doesn’t have them.
colonies-duel-winner = Round { $round } of the duel is impossible. Only the last round has a winner, and that is the first player.
colonies-seven-parts = A position of Nodes & Colonies has seven parts, separated by “|”.
colonies-position-start = A position starts with players, layout and movement, such as “2 grid line”, not “{ $text }”.
colonies-position-first = The second part of a position starts with the first player, one of { $seats }.
colonies-unknown-layout = Unknown layout “{ $layout }”.
colonies-new-node = A new Node must lie on an empty spot next to another Node.
colonies-unknown-spot = “{ $text }” isn’t a spot.
colonies-impossible-colony = “{ $text }” can’t be a Colony in this position.
colonies-colony-count = The game has only { $count } Colonies.
colonies-no-stack = The Colonies on { $spot } don’t form a stack. Write +1 after the second from the bottom, +2 after the third and so on.
colonies-no-draw = The deck has too many cards: the first player has already drawn one.
colonies-played-count = { $seat } can’t have played this number of cards.
colonies-impossible-turn = “{ $text }” can’t come next in this position.

# Layouts.
colonies-bad-drawing = “{ $drawing }” isn’t a layout. Draw rows of equal length, with o for a Node and a dot for a gap.
colonies-layout-size = A layout has { $least } to { $most } Nodes, not { $count }.
colonies-layout-apart = All Nodes of a layout must be joined by their sides.
colonies-layout-unreadable = The layout in { $file } can’t be read: { $problem }.
colonies-layout-file = A layout file must contain one drawing, NAME = '''…'''. { $file } doesn’t.

# Diagrams in the rules.
colonies-diagram-c9 = Orange controls two Nodes and Purple controls one. The fourth is unoccupied.
colonies-diagram-c10 = Orange has invaded Node 2 from Node 4 with Military 2, which now lies on top of Purple’s Colonies. Orange still controls Node 4, because its Military 1 lay below.
