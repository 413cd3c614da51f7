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
starduel-choose-program = { $seat }: program a space, 14 (replace a node) or 15 (gain energy)
starduel-await-programs = { $count ->
    [one] { $seats } is still choosing a program
   *[other] { $seats } are choosing their programs
}
starduel-turn = { $count ->
    [one] { $seat }: you can only { $steps }
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
starduel-can-end = end your turn

# Moves. $payment is a list of amounts.
starduel-programs = { $seat } programs { $program }
starduel-activates = { $seat } activates the node on { $space }
starduel-tries-to-activate = { $seat } tries to activate the face-down card on { $space }
starduel-attacks = { $seat } attacks the node on { $space } and pays { $payment }
starduel-gains-energy = { $seat } gains { $count } energy
starduel-replaces = { $seat } replaces the node on { $space }
starduel-exhausts = { $seat } exhausts the node on { $space }
starduel-moves = { $seat } moves a node from { $start } to { $end }
starduel-swaps = { $seat } swaps the nodes on { $first } and { $second }
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

# The map. A space has a number for each player; $required, $activation and $exhaustion are lists of amounts.
starduel-two-numbers = { $number } ({ $owner }’s { $other })
starduel-your-number = { $number } (your { $yours })
starduel-home-world = { $owner }’s home world
starduel-space-open = { $space }: open
starduel-space-face-down = { $space }: face-down card of tier { $tier }
starduel-space-owned = { $space }: { $card }, { $owner }’s node; defence { $defense }; exhausting it gives { $exhaustion }
starduel-space-inactive = { $space }: { $card }, inactive; requires { $required }; defence { $defense }; activating it gives { $activation }; exhausting it gives { $exhaustion }
starduel-new = new
starduel-programmed = { $seat } programmed { $program }
starduel-unaffordable = { $count } energy, more than you have
starduel-card-sheet = All cards by tier. The number on the shield is the defence. ≥ required, + gained when activated, × gained when exhausted; E energy, P population, M minerals.

# What you can click. $what is the label of the space or button.
starduel-away = { $what }; { $cost } energy away
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
starduel-influence = Influence { $count }
starduel-resources = Resources
starduel-program = Program
starduel-14-replace = 14 replace
starduel-15-energy = 15 energy
starduel-program-hidden = Chosen, but still hidden
starduel-program-missing = Not chosen yet
starduel-still-possible = Still possible
starduel-step-execute = execute
starduel-step-exhaust = exhaust
starduel-step-move = move
starduel-round = Round
starduel-on-cards = On the cards
starduel-card-signs = ≥ required, + gained when activated, × gained when exhausted. All cards: (S-3)
starduel-log-numbers = Numbers in the log
starduel-log-numbers-yours = are those of the acting player: { $other }’s 52 is your 12 (S-22)
starduel-log-numbers-both = are those of the acting player: { $other }’s 52 is { $viewer }’s 12 (S-22)
starduel-quiet-rounds = Quiet rounds
starduel-first-if-equal = First if programs are equal
starduel-spares = Spares
starduel-spares-left = { $tier2 } in tier 2, { $tier3 } in tier 3
starduel-unseen-tier-2 = Unseen in tier 2
starduel-unseen-tier-3 = Unseen in tier 3

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
starduel-own-node = The node on { $space } is already yours.
starduel-open-space = Space { $space } has no node to activate or attack.
starduel-attack-it = The node on { $space } belongs to { $owner }. You can only attack it.
starduel-activate-it = The node on { $space } is inactive. You can only activate it.
starduel-no-path-from-home = No path of open spaces and your own nodes leads from your home world to { $space }.
starduel-too-little-energy = The path to { $space } costs { $cost } energy. You have { $energy }.
starduel-requirement-unmet = { $card } requires { $required }. You have { $held }.
starduel-defense-unpaid = To attack { $card }, you must pay its defence of { $defense } in population and minerals. You have { $held }.
starduel-wrong-payment = The node’s defence is { $defense }. Pay exactly that, not { $paid }.
starduel-no-attack = Your program isn’t aimed at a node that you can attack.
starduel-nothing-to-replace = No inactive, face-up node has a spare of its tier.
starduel-not-replaceable = Space { $space } has no inactive, face-up node to replace.
starduel-no-spare = No spare of this node’s tier is left.
starduel-activated-this-turn = You activated the node on { $space } this turn, so you can’t exhaust it yet.
starduel-not-your-node = You have no node on { $space }.
starduel-choose-node-first = To move a node, choose the node first, then the space.
starduel-swap-instead = Your own node is on { $end }. You can swap it with the node on { $start }.
starduel-not-open = Space { $space } isn’t open. Choose an open one.
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
