starduel-summary = Both players program in secret, then activate nodes and attack each other. Bring your opponent’s influence down to 0.
starduel-tagline = Aim in secret. Reveal together.
starduel-facts = Bluff and timing
starduel-seat-kurth = Kurth
starduel-seat-enate = Enate
starduel-option-map = the map between the home worlds
starduel-option-map-hint = or your own map as a .toml file
starduel-option-cards = the set of planet cards
starduel-option-cards-hint = or your own cards as a .toml file
starduel-choice-map-hexagon = hexagon
starduel-choice-map-block = block
starduel-choice-cards-standard-1 = standard cards, version 1
starduel-choice-cards-standard-2 = standard cards, version 2
starduel-choice-cards-standard-3 = standard cards, version 3

# Endings. $reason is one of the first five; $track is influence, population or minerals.
starduel-no-influence = one player has no influence left
starduel-no-population = one player has no population left
starduel-all-nodes = all nodes left in the game belong to one player
starduel-quiet-end = nothing was activated or attacked for six rounds
starduel-last-round = all 40 rounds have been played
starduel-loser-without-influence = { $loser } has no influence left
starduel-loser-without-population = { $loser } has no population left
starduel-track-decides = { $track ->
    [influence] { $reason }, and influence is { $more } to { $less }
    [population] { $reason }, influence is equal, and population is { $more } to { $less }
   *[minerals] { $reason }, influence and population are equal, and minerals are { $more } to { $less }
}
starduel-all-equal = { $reason }, and influence, population and minerals are all equal

# What to do next. $steps is a list of the next group; $reason is a refusal.
starduel-choose-program = { $seat }: program a target in secret
starduel-await-programs = { $count ->
    [one] { $seats } is still choosing a program
   *[other] { $seats } are choosing their programs
}
starduel-turn = { $count ->
    [one] { $seat } can only { $steps }
   *[other] { $seat }: { $steps }
}
starduel-program-fails = { $count ->
    [one] { $seat }: your program does nothing. { $reason } You can only { $steps }
   *[other] { $seat }: your program does nothing for now. { $reason } You can { $steps }
}
starduel-can-activate = activate { $space }
starduel-can-attack = attack { $space }
starduel-can-replace = replace a node
starduel-can-gain-energy = gain { $count } energy
starduel-can-exhaust = exhaust a node
starduel-can-move = move a node
starduel-can-end = end the turn

# Moves. $payment is a list of amounts.
starduel-programs = { $seat } programs { $program }: { $goal }
starduel-activates = { $seat } activates { $place }
starduel-tries-to-activate = { $seat } tries to activate a face-down card
starduel-attacks = { $seat } attacks { $place } and pays { $payment }
starduel-gains-energy = { $seat } gains { $count } energy
starduel-replaces = { $seat } replaces { $place }
starduel-exhausts = { $seat } exhausts { $place }
starduel-moves = { $seat } moves { $node } to { $goal }
starduel-swaps = { $seat } swaps { $first } and { $second }
starduel-ends-turn = { $seat } ends the turn

# Amounts.
starduel-energy = { $count } energy
starduel-population = { $count } population
starduel-minerals = { $count ->
    [one] { $count } mineral
   *[other] { $count } minerals
}
starduel-nothing = nothing
starduel-none = none
starduel-of = { $count } of { $most }

# The map. $space and $number are the viewer’s coordinate, $place and $planets are planets; $required, $activation and $exhaustion are lists of amounts.
starduel-home-world = { $owner }’s home world
starduel-place-face-down = the face-down card on { $space }
starduel-place-open = the open space { $space }
starduel-number-of = { $owner }’s { $number }
starduel-face-down = face-down { $tier }
starduel-open = open space
starduel-goal-replace = replace a node
starduel-goal-energy = gain { $count } energy
starduel-middle-row = the middle row
starduel-row-of = { $owner }’s row { $row }
starduel-row-next-to = { $row }, next to { $planets }
starduel-space-open = Open space { $space }
starduel-space-face-down = Face-down card of tier { $tier } on { $space }
starduel-space-owned = { $card }, { $owner }’s node; defence { $defense }; exhausting it gives { $exhaustion }
starduel-space-inactive = { $card }, inactive; requires { $required }; defence { $defense }; activating it gives { $activation }; exhausting it gives { $exhaustion }
starduel-new = new
starduel-unaffordable = { $count } energy, more than you have
starduel-card-sheet = All cards by tier: what they require (lock), give when activated (plus) and when exhausted (cross). The shield is the defence.

# What you can click. $what is the label of the space or button.
starduel-away = { $what }; { $cost } energy away
starduel-program-at = { $number }: { $what }
starduel-first-digit = First digit { $digit }
starduel-second-digit = Second digit { $digit }
starduel-lock-in = Lock in { $program }
starduel-then-second-digit = now the second digit
starduel-then-lock-in = lock it in, or choose another one
starduel-then-lock-target = { $place }, { $cost } energy: lock it in?
starduel-then-lock-useless = { $place } would do nothing now. Lock it in anyway?
starduel-then-pay = choose what you pay
starduel-then-exhaust-or-move = exhaust it, or choose where it goes
starduel-does-nothing = { $what }; would do nothing now
starduel-loses = { $what }; this loses the game
starduel-program-14 = Program 14: replace a node
starduel-program-15 = Program 15: gain { $count } energy
starduel-gain-energy = Gain { $count } energy
starduel-activate-target = Activate { $target } for { $cost } energy
starduel-attack-target = Attack { $target } for { $cost } energy
starduel-pay = Pay { $payment }
starduel-exhaust-card = Exhaust { $card }: lose 1 influence, gain { $gain }
starduel-end-turn = End your turn

# Panels. The rule in brackets at the end becomes a link.
starduel-influence = ★ { $count }
starduel-track-energy = Energy
starduel-track-population = Population
starduel-track-minerals = Minerals
starduel-track-influence = Influence
starduel-program = Program
starduel-14-replace = 14 replace
starduel-15-energy = 15 +{ $count } energy
starduel-program-and-goal = { $program }: { $goal }
starduel-locked-in = locked in
starduel-set-the-dial = set the dial
starduel-choosing = choosing
starduel-dial = Your secret program
starduel-first-digits = First digit
starduel-second-digits = Second digit
starduel-step-program = Program
starduel-step-execute = Execute
starduel-step-exhaust = Exhaust
starduel-step-move = Move
starduel-hint-program = Round { $round }. The lower number acts first; if equal, { $seat }.
starduel-hint-turn = Round { $round }. Each part once, in any order.
starduel-lower-program = { $program } is lower: { $seat } acts first.
starduel-equal-programs = Both programs are { $program }: this time, { $seat } acts first.
starduel-acts-first = acts first
starduel-acts-second = acts second
starduel-signs = Signs
starduel-means-needs = needed, not spent
starduel-means-gains = gained when activated
starduel-means-spent = gained when exhausted
starduel-means-shield = defence: cost of an attack
starduel-means-cost = energy to reach it
starduel-round = Round
starduel-quiet-rounds = Quiet rounds
starduel-first-if-equal = First if equal
starduel-spares = Spares
starduel-spares-left = { $tier2 } of tier II, { $tier3 } of tier III
starduel-unseen-tier-2 = Unseen in tier 2
starduel-unseen-tier-3 = Unseen in tier 3
starduel-all-cards = All cards
starduel-all-cards-rule = and what they say (S-3)

# In a terminal, 80 columns wide.
starduel-legend = Name and defence, ≥ required, + activation, × exhaustion, ↑ energy to target it
starduel-owner-new = { $owner }, new
starduel-hidden = hidden
starduel-terminal-program = Program { $program }
starduel-rounds = Round { $round } of { $rounds }. Quiet rounds: { $quiet }. Spares: { $spares }
starduel-acts-first-if-equal = If the programs are equal, { $seat } acts first

# Refusals. $held and $required are lists of amounts.
starduel-unknown-space = This map has no such space.
starduel-program-first = Both players have to choose a program first: a space, 14 or 15.
starduel-programs-revealed = The programs of this round are already revealed. You choose again next round.
starduel-executed-already = You have already executed your program this turn.
starduel-exhausted-already = You have already exhausted a node this turn.
starduel-moved-already = You have already moved a node this turn.
starduel-only-14-replaces = Only program 14 replaces a node. Your program is { $program }.
starduel-only-15-gains = Only program 15 gains energy. Your program is { $program }.
starduel-14-only-replaces = Your program is 14, which only replaces a node.
starduel-15-only-gains = Your program is 15, which only gains energy.
starduel-other-target = Your program is { $program }, so you can’t activate or attack any other space this turn.
starduel-own-node = { $place } is already yours.
starduel-open-space = Space { $space } is open: no node to activate or attack is there.
starduel-attack-it = You can only attack { $place }: it belongs to { $owner }.
starduel-activate-it = You can only activate { $place }: it is inactive.
starduel-no-path-from-home = No path of open spaces and your own nodes leads from your home world to { $place }.
starduel-too-little-energy = The path to { $place } costs { $cost } energy. You have { $energy }.
starduel-requirement-unmet = { $card } requires { $required }. You have { $held }.
starduel-defense-unpaid = To attack { $card }, you must pay its defence of { $defense } in population and minerals. You have { $held }.
starduel-wrong-payment = The node’s defence is { $defense }. Pay exactly that, not { $paid }.
starduel-no-attack = Your program isn’t aimed at a node that you can attack.
starduel-nothing-to-replace = No inactive, face-up node has a spare of its tier.
starduel-not-replaceable = You can’t replace { $place }: only an inactive, face-up node can be replaced.
starduel-no-spare = No spare of this node’s tier is left.
starduel-activated-this-turn = You activated { $place } this turn, so you can’t exhaust it yet.
starduel-not-your-node = You can’t use { $place }: it isn’t your node.
starduel-choose-node-first = To move a node, choose the node first, then the space.
starduel-swap-instead = On your way is your own node { $end }. You can swap it with { $start }.
starduel-not-open = You can’t move to { $place }. Choose an open space.
starduel-no-path = No path of open spaces and your own nodes leads from { $start } to { $end }.

# Moves as text.
starduel-not-a-move = “{ $text }” isn’t a move. Write a program as 22, then activate, attack 2P1M, energy, replace 23, exhaust 12, move 12>33, swap 12<>13 or end. Use the numbers of this map’s spaces.

# Deals.
starduel-deal-too-late = A deal can only be written down before the first move.
starduel-deal-form = A deal of Star Duel must be written as { $example }.
starduel-deal-other-map = The deal is for the map { $given }, but the match is played on { $map }. Choose the same map.
starduel-deal-spaces = A deal must put a card on each of the spaces { $spaces }, and on no others.
starduel-deal-spares = The spares must be written as { $example }.
starduel-spare-count = A deal has { $count } spares of tier { $tier }.
starduel-misplaced-card = The card { $card } can’t lie on { $space }.
starduel-misplaced-spare = The card { $card } can’t be a spare of tier { $tier }.
starduel-unknown-card = Unknown card { $card }.
starduel-card-twice = Card { $card } appears twice, but only one exists.
starduel-bad-initiative = initiative: must be a seat, 0 or 1, not { $value }.

# Positions as text.
starduel-eight-parts = A position of Star Duel has eight parts, separated by “|”.
starduel-contradiction = The parts of the position are malformed or contradict each other.
starduel-position-rows = The cards must lie in rows of { $lengths } spaces.
starduel-card-form = “{ $text }” isn’t a card. Write “k1”, “(k1)”, “k1:Kurth” or “k1:Kurth!”.
starduel-not-face-down = A card on { $space } can’t be face down.
starduel-position-spares = Write the spares as tier 2 / tier 3, at most { $most } of each.
starduel-position-tracks = Write the tracks as I1 E3 P0 M2, not as “{ $text }”.
starduel-track-end = A track ends at { $end }.
starduel-position-rounds = Write the rounds as “round 7 quiet 2 Enate”, not as “{ $text }”.
starduel-round-limits = A game has at most { $rounds } rounds and ends after { $quiet } quiet ones.
starduel-impossible-turn = “{ $text }” can’t come next in this position.
starduel-impossible-influence = { $nodes ->
    [one] { $seat } can’t have an influence of { $influence } with { $nodes } node.
   *[other] { $seat } can’t have an influence of { $influence } with { $nodes } nodes.
}
starduel-impossible-quiet = { $quiet ->
    [one] There can’t have been { $quiet } quiet round before round { $round }.
   *[other] There can’t have been { $quiet } quiet rounds before round { $round }.
}
starduel-lower-acts-first = The player with the lower program acts first.
starduel-second-acts-first = If the programs of the next round are equal, the player who acts second in this round acts first.
starduel-not-activated = { $seat } hasn’t activated that node this turn.

# Your own cards. $side is kurth, enate or none.
starduel-unreadable-file = Can’t read the file { $file }: { $problem }.
starduel-bad-cards = These cards can’t be used. { $problem }
starduel-card-field = { $field }: { $problem }
starduel-card-id-form = Must be a lower-case letter, followed by lower-case letters and digits.
starduel-card-name-form = Must not contain “|” or “/”, or start or end with a space.
starduel-card-name-unprintable = { $card }: the name { $name } can’t be printed. Use printable characters and single spaces.
starduel-card-id-twice = Two cards have the id { $card }.
starduel-card-side = { $card }: cards of tier 1 have a side, kurth or enate, and other cards have none.
starduel-card-tier-1-requires = { $card }: cards of tier 1 must require nothing.
starduel-card-count = { $side ->
    [none] There must be { $wanted } cards of tier { $tier }, not { $found }.
   *[other] There must be { $wanted } cards of tier { $tier } for { $side }, not { $found }.
}
starduel-card-set-form = As text, a card set is the end of the tracks followed by { $count } cards, separated by “/”.
starduel-card-line-form = “{ $text }” isn’t a card. Write it like “k1 - 2 1P1M 2E1M Karst”.
starduel-amount-form = “{ $text }” isn’t an amount. Write it like 1E2P1M.

# Your own map.
starduel-bad-map = This map can’t be used. { $problem }
starduel-map-file = Its file must contain “rows”, a list of strings, and nothing else.
starduel-map-rows = It must have { $wanted } rows, not { $found }.
starduel-map-width = All its rows must be equally long, with at most { $most } characters.
starduel-map-characters = “{ $row }” may only contain 1, 2, 3, o and dots.
starduel-map-dots = In “{ $row }”, exactly one dot must lie between a space and the next.
starduel-map-symmetry = It must look the same when rotated by 180 degrees, so that both players see the same map.
starduel-map-tier-1 = The first and the last row must each have three cards of tier 1 and nothing else.
starduel-map-tier-2 = The second and the fourth row must each have four cards of tier 2.
starduel-map-tier-3 = The middle row must have four cards of tier 3.

# Diagrams in the rules.
starduel-diagram-s4 = The start, seen from Kurth’s side: tier 1 lies face up in the players’ own rows, all other cards lie face down, and the middle is open.
starduel-diagram-s9 = Kurth aims at Enate’s node on 43. The path leads through 12, 22 and the open space 33, so it has four spaces and costs 4 energy.
starduel-diagram-s10 = Kurth has activated the node on 12, which turned over the cards next to it, on 22 and 23.
