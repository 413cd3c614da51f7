coins-summary = Choose your coins at the same time as the others.
coins-tagline = Guess what they hide.
coins-facts = Everybody chooses at once
coins-seat-one = Player 1
coins-seat-two = Player 2
coins-seat-three = Player 3
coins-option-players = how many play
coins-two-rounds = two rounds were played
coins-waiting = { $count ->
    [one] Waiting for one player
   *[other] Waiting for { $count } players
}
coins-coins = Coins
coins-coin = Coin { $coin }
coins-shown = shown: { $coins }
coins-chooses = { $seat } chooses coin { $coin }
coins-not-yours = You don’t have this coin.
coins-not-a-coin = “{ $text }” isn’t a move. Write a coin as: coin 7
coins-deal-form = A deal of Coins looks like this: {"{"}"hands": [[1, 2], [3, 4]]{"}"}
coins-two-each = Every player needs two of the coins 1 to 9.
coins-not-a-position = “{ $text }” isn’t a position of Coins.
coins-impossible-position = “{ $text }” can’t be a position of Coins.
coins-largest = { $coin } is the largest coin.
coins-point = one point
