node-summary = Build a network across squares that run dry or get captured. The first to ten points wins.
node-tagline = Grow your network. Starve theirs.
node-facts = Trade and build
node-seat-orange = Orange
node-seat-purple = Purple
node-option-variant = which squares are dealt, and whether ten points win or lose
node-option-supply = whether the bank can run out of cubes
node-choice-variant-first-game = for a first game: no trading post
node-choice-variant-classic = classic: 13 of the 14 squares
node-choice-variant-example = example: always the same layout
node-choice-variant-advanced = advanced: ten points lose
node-choice-supply-limited = ten cubes of each colour
node-choice-supply-unlimited = as many cubes as you need

# Endings.
node-ten-points = ten points
node-too-many-points = the other player reached ten points
node-no-income = no square pays any node, and neither player has two cubes
node-standstill = forty turns in a row without a new piece

# What to do next.
node-prompt-node = { $seat }: place a node
node-prompt-branch = { $seat }: place a branch at the new node
node-prompt-trade-or-build = { $seat }: trade, build or end the turn
node-prompt-trade = { $seat }: trade or end the turn
node-prompt-build = { $seat }: build or end the turn
node-prompt-end = { $seat }: end the turn
node-hint = Branch: { $branch }. Node: { $node }.
node-hint-setup = Each player places two nodes, each with a branch.
node-step-node = Node
node-step-branch = Branch
node-step-collect = Collect
node-step-act = Trade and build
node-step-end = End

# Moves. $given is a list of cubes; $colour is the colour of a piece, orange or purple.
node-ends-turn = { $seat } ends the turn
node-trades = { $seat } trades { $given } for { $taken }
node-sets-up-node = { $seat } places a node on { $corner }
node-sets-up-branch = { $seat } places a branch on { $edge }
node-builds-node = { $seat } builds a node on { $corner }
node-builds-branch = { $seat } builds a branch on { $edge }
node-builds-other-node = { $colour ->
    [orange] { $seat } builds an orange node on { $corner }
   *[purple] { $seat } builds a purple node on { $corner }
}
node-builds-other-branch = { $colour ->
    [orange] { $seat } builds an orange branch on { $edge }
   *[purple] { $seat } builds a purple branch on { $edge }
}

# The board. $owner is orange or purple; $colour is the colour of a square; $kind is one too, or vacant, or post.
node-node-on = { $owner ->
    [orange] Orange node on { $corner }
   *[purple] Purple node on { $corner }
}
node-branch-on = { $owner ->
    [orange] Orange branch on { $edge }
   *[purple] Purple branch on { $edge }
}
node-empty-corner = Corner { $corner }: empty
node-empty-edge = Edge { $edge }: empty
node-square-open = Square { $square }: { $colour ->
    [red] red
    [yellow] yellow
    [blue] blue
   *[green] green
}, limit { $limit }, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}
node-square-exhausted = Square { $square }: { $colour ->
    [red] red
    [yellow] yellow
    [blue] blue
   *[green] green
}, limit { $limit }, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}: exhausted, pays nobody until it is captured
node-square-captured = Square { $square }: { $kind ->
    [red] red
    [yellow] yellow
    [blue] blue
    [green] green
    [vacant] vacant
   *[post] trading post
}, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, captured by { $seat }
node-square-vacant = Square { $square }: vacant
node-square-post = Square { $square }: trading post, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}

# What you can click. $colour is the colour of a cube.
node-end-turn = End your turn
node-place-node = Place a node on { $corner }
node-place-branch = Place a branch on { $edge }
node-place-other = { $colour ->
    [orange] Place an orange piece
   *[purple] Place a purple piece
}
node-choose-place = { $colour ->
    [orange] Now choose a place for the orange piece.
   *[purple] Now choose a place for the purple piece.
}
node-given = { $count } of { $size } given. Give another cube.
node-given-two = 2 given. Take one (2:1) or give a third (3:1).
node-given-all = { $size } of { $size } given. Now take another colour.
node-give-cube = { $colour ->
    [red] Give a red cube
    [yellow] Give a yellow cube
    [blue] Give a blue cube
   *[green] Give a green cube
}
node-take-cube = { $colour ->
    [red] Take a red cube
    [yellow] Take a yellow cube
    [blue] Take a blue cube
   *[green] Take a green cube
}
node-take-cube-from = { $colour ->
    [red] Take a red cube from { $seat }
    [yellow] Take a yellow cube from { $seat }
    [blue] Take a blue cube from { $seat }
   *[green] Take a green cube from { $seat }
}

# Panels. $network is the points for the larger network. $trades is a list such as “1 × 3:1 and 2 × 2:1”.
node-points = Points
node-points-of = { $score } of { $goal } points
node-score = { $score } of { $goal }
node-points-sum = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} + { $captured } captured
node-points-sum-with-network = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
} + { $captured } captured + { $network } network
node-point-parts = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, { $captured } captured, network { $own }:{ $other }
node-point-parts-with-network = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, { $captured } captured, network +{ $network }
node-point-node = a node
node-point-captured = a captured square
node-point-network = the larger network
node-point-open = open
node-point-wins = the tenth point, which wins
node-point-loses = the tenth point, which loses
node-cubes = Cubes
node-own-cubes = Your cubes
node-income = Income
node-income-of = income: { $cubes }
node-no-income-now = no income
node-branches = Branches
node-branch-counts = { $left } left, largest network { $largest }
node-networks = Largest network
node-branches-left = Branches left
node-hand = Your cubes
node-trade = Trade { $trades }
node-no-trade = No trade now
node-trades-row = Trades
node-trades-left = { $trades } left
node-no-trades-left = none left
node-give-place = place { $place } for a cube to give
node-bank = Bank
node-prices = Prices
node-price-list = branch { $branch }, node { $node }
node-price-branch = Branch
node-price-node = Node
node-price-held = { $colour ->
    [red] red
    [yellow] yellow
    [blue] blue
   *[green] green
}
node-price-missing = { $colour ->
    [red] red, missing
    [yellow] yellow, missing
    [blue] blue, missing
   *[green] green, missing
}
node-enough-for = enough for { $count }
node-short = { $cubes } short
node-short-in-all = { $count } short
node-no-place = no place for one
node-cubes-of = { $colour ->
    [red] { $count } red
    [yellow] { $count } yellow
    [blue] { $count } blue
   *[green] { $count } green
}
node-cubes-unlimited = { $colour ->
    [red] Red: unlimited
    [yellow] Yellow: unlimited
    [blue] Blue: unlimited
   *[green] Green: unlimited
}

# The signs on the squares.
node-legend = On the squares
node-legend-taken = dot taken by a node
node-legend-free = dot still free
node-legend-exhausted = exhausted: pays nobody
node-legend-captured = captured: pays one only
node-legend-paid = just paid
node-legend-post = trade 2:1 for each node
node-on-dots = { $nodes } on { $dots }
node-paid = Square { $square } paid { $seat } { $colour ->
    [red] { $count } red
    [yellow] { $count } yellow
    [blue] { $count } blue
   *[green] { $count } green
}

# Refusals. $colour is the colour of a piece, or of cubes in a trade.
node-other-colour = You may place pieces of your opponent’s colour only in the variant “advanced”.
node-own-colour = In the setup, you place only pieces of your own colour.
node-setup-unfinished = Finish the setup first: place a node, then its branch.
node-node-first = Place the node of your set first, then its branch.
node-branch-due = First place a branch at your new node.
node-occupied = This place is already taken. Choose an empty one.
node-no-free-edge = Every edge at this corner is taken, so the node’s branch would have nowhere to go. Choose another corner.
node-branch-at-node = The branch must touch your new node on { $corner }.
node-inside-captured = This place is inside an area that { $seat } has captured. Choose a place outside it.
node-node-at-branch = { $colour ->
    [orange] An orange node must go at the end of an orange branch.
   *[purple] A purple node must go at the end of a purple branch.
}
node-branch-at-branch = { $colour ->
    [orange] An orange branch must touch another orange branch.
   *[purple] A purple branch must touch another purple branch.
}
node-node-price = A node costs two yellow and two green cubes. You have { $yellow } yellow and { $green } green.
node-branch-price = A branch costs one red and one blue cube. You have { $red } red and { $blue } blue.
node-no-branches-left = All { $count } of { $seat }’s branches are already on the board.
node-three-made = You have already made your 3:1 trade this turn.
node-two-needs-node = For a 2:1 trade, you need a node on the trading post.
node-twos-made = You have already made your 2:1 trades this turn, one for each of your nodes on the trading post.
node-too-few-cubes = { $colour ->
    [red] This trade takes { $needed } red, but you have { $held }.
    [yellow] This trade takes { $needed } yellow, but you have { $held }.
    [blue] This trade takes { $needed } blue, but you have { $held }.
   *[green] This trade takes { $needed } green, but you have { $held }.
}
node-no-supply = { $colour ->
    [red] The bank has no red cubes left, and your opponent doesn’t have more of them than you. Take another colour.
    [yellow] The bank has no yellow cubes left, and your opponent doesn’t have more of them than you. Take another colour.
    [blue] The bank has no blue cubes left, and your opponent doesn’t have more of them than you. Take another colour.
   *[green] The bank has no green cubes left, and your opponent doesn’t have more of them than you. Take another colour.
}
node-takes-given-colour = You can’t take a colour that you give. Take another one.
node-give-first = First give three cubes, or two if you have a node on the trading post. Then take one of another colour.
node-too-few-to-trade = You have too few cubes. A trade takes three, or two at the trading post.

# Moves, layouts, deals and positions as text.
node-not-a-move = “{ $text }” isn’t a move. Write a node as c4, a branch as c4d4, a trade as RRB>G or RB>G, and “end” to end your turn.
node-layout-text = A layout is a text such as “R2 / G1 B2 R3 / …”.
node-layout-rows = A layout must have rows of 1, 3, 5, 3 and 1 squares. “{ $text }” doesn’t.
node-unknown-square = Unknown square { $square }. The squares are { $squares }.
node-square-twice = Square { $square } appears twice, but only one exists.
node-deal-form = A deal of NODE has the form {"{"}"layout": "R2 / G1 B2 R3 / …"{"}"}.
node-no-post = The variant “first-game” has no trading post.
node-example-layout = The variant “example” always has the layout { $layout }.
node-seven-parts = A position of NODE has seven parts, separated by “|”.
node-position-options = A position ends with its variant and supply, not with “{ $text }”.
node-cube-limit = Each colour has only { $count } cubes.
node-unknown-place = “{ $text }” isn’t a corner or an edge.
node-cube-letters = Write cubes with the letters { $letters }, not as “{ $text }”.
node-same-place = Two pieces are on the same corner or edge.
node-piece-limit = Each colour has only { $nodes } nodes and { $branches } branches.
node-impossible-setup = { $seat } can’t have these pieces: they don’t fit the setup.
node-stray-branches = { $seat } has branches that don’t lead back to its two starting nodes.
node-stray-node = The node on { $corner } isn’t at the end of a branch of its colour.
node-impossible-turn = “{ $text }” can’t come next in this position.
node-impossible-setup-turn = { $steps ->
    [one] After { $steps } move of the setup, “{ $text }” can’t come next.
   *[other] After { $steps } moves of the setup, “{ $text }” can’t come next.
}
node-no-node = { $seat } has no node on { $corner }.
node-cubes-in-setup = Nobody has cubes during the setup.
node-no-edge-for-branch = The last node has no free edge for its branch.
node-nothing-built = Nothing has been built yet: the board holds only the pieces of the setup.
node-already-over = In this position, the game is over: { $reason }.
node-too-many-twos = { $seat } doesn’t have enough nodes on the trading post for these 2:1 trades.
node-not-over = In this position, the game can’t have ended that way.
node-both-ten = The players can’t both have ten points.

# Diagrams in the rules.
node-diagram-n7 = After the setup, each player has placed two sets of a node and a branch.
node-diagram-n11 = The green square B4 has one dot, but two nodes stand on it. It is exhausted and pays nobody.
node-diagram-n22 = Purple has branches on all four edges of B2 and of C1, so it has captured both. Orange has captured E3: the edges on the rim need branches too.
node-diagram-n23 = Orange has closed a ring around C3, D3, C4 and D4. No purple piece is inside, so Orange captures all four at once.
