# Endings by the players.
record-agreement = the players agreed to a draw
record-resignation = resignation
record-out-of-time = out of time
record-abandoned = the other player left

# Playing.
record-bad-clock = A clock must show a finite number of seconds, not { $clock }.
record-bad-comment = A comment must be text that UTF-8 can encode, not { $comment }.
record-bad-name = A player’s name must be text that UTF-8 can encode, not { $name }.
record-no-move = “{ $text }” contains no move.
record-turn-ended = { $move }: the seat’s turn ended before this move.
record-undo-range = You can take back 0 to { $most } steps, not { $steps }.
record-redo-range = You can replay 0 to { $most } steps, not { $steps }.
record-player-count = With these options, { $game } needs { $seats } players, not { $given }.
record-seed-and-deal = Pass a seed or a deal, not both.
record-series-over = The series is over. { $winner } has won it.
record-series-unfinished = Finish the previous match first.

# What is wrong with a record, and where.
record-at = { $where }: { $problem }
record-line = Line { $line }
record-move = Move { $number }
record-move-field = Move { $number }, { $field }
record-illegal-move = { $move }: { $reason }
record-bad-format = format: this program reads { $known }, not { $written }.
record-not-utf8 = The record isn’t valid UTF-8.
record-too-deep = The record is nested too deeply.
record-many-records = A { $suffix } file holds many records. Read them with load_all.
record-other-rules = rules_version: the match was played with version { $played } of the rules of { $game }. This program has version { $known }.
record-sealed = The record is sealed. You can replay it once it contains its deal.
record-other-data = data_sha256: the match was played with data for { $game } ({ $options }) that differs from this program’s.
record-deal-form = deal: must be written as { $deal }.
record-other-outcome = outcome: the record says “{ $recorded }”, but its moves give “{ $actual }”.
record-no-end = no outcome
record-draw = a draw, { $reason }
record-win = { $count ->
    [one] a win for seat { $seats }, { $reason }
   *[other] a win for seats { $seats }, { $reason }
}

# Whether a deal is the one that was committed to.
record-no-commitment = The record has no commitment, so nothing proves that the deal wasn’t changed.
record-other-commitment = The record’s commitment, { $sha256 }, isn’t the published one.
record-sealed-deal = The record is sealed. You can check the deal once the record contains it.
record-no-salt = The record lacks the salt that is needed to check the deal.
record-deal-changed = The deal isn’t the one that was committed to: it or its salt was changed.
record-deal-verified = The deal is the one that was committed to at the start.
record-deal-matches = The deal matches the record’s commitment. Compare it with the published one: { $sha256 }.
record-verdict = { $deal } { $draw }
record-not-drawn-again = The deal can’t be drawn again: { $problem }
record-deal-does-not-follow = The deal doesn’t follow from the server’s secret and the players’ contributions.
record-deal-follows = { $count ->
    [0] It follows from the server’s secret, whose published hash was { $sha256 }. There were no contributions.
   *[other] It follows from the contributions { $contributions } and the server’s secret, whose published hash was { $sha256 }.
}
