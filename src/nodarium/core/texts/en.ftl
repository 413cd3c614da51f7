# Suggestions at the end of an error.
core-did-you-mean = Did you mean { $name }?
core-available = Available: { $names }.
core-none-available = None are available.

core-unknown-game = Unknown game “{ $name }”. { $hint }
core-unknown-option = Unknown option { $name }. { $hint }
core-unknown-rule = Unknown rule { $rule }. { $hint }
core-first-rule = The first one is { $rule }.
core-unknown-theme = Unknown theme { $theme }. Available: { $themes }.
core-bad-choice = { $option } must be one of { $choices }, not { $value }.
core-bad-choice-or-own = { $option } must be one of { $choices }, or a value of your own, not { $value }.
core-file-as-text = { $option }: pass a file as a pathlib.Path, not as the text “{ $value }”.
core-not-compiled = The game { $game } isn’t compiled. Add { $module }.pxd next to its { $module }.py and run “make build”, or set NODARIUM_PURE=1 to run everything in plain Python.
core-bad-seed = A seed must be an integer from 0 to 2**{ $bits } - 1, not { $seed }.
core-other-game = Expected a state of { $expected }, not of { $given }.

# Seats and turns.
core-game-over = The game is over: { $reason }.
core-no-seat-to-act = The game is over, so no seat can act. Specify a seat.
core-seats-can-act = { $count ->
    [2] Seats { $seats } can both act. Specify a seat.
   *[other] Seats { $seats } can all act. Specify a seat.
}
core-not-your-turn = It’s not { $seat }’s turn. { $able } can act now.
core-unknown-seat = Unknown seat { $seat }. The seats are 0 to { $last }.
core-no-such-action = { $game } has no action { $action }.
core-action-not-integer = An action must be an integer, not { $action }.

# Outcomes. The rule in brackets at the end becomes a link.
core-won = { $count ->
    [one] { $winners } wins: { $reason }
   *[other] { $winners } win together: { $reason }
}
core-drawn = A draw: { $reason }
core-by-rule = { $reason } ({ $rule })

# Why JSON can't be decoded.
core-field-missing = The field { $field } is missing.
core-field-unknown = Unknown field { $field }.
core-not-one-of = Must be one of { $choices }, not { $value }.
core-type-expected = Expected { $types }, got { $given }.
core-pattern-expected = Must be of the form { $pattern }.
core-too-short = Must have a length of at least { $least }.
core-too-long = Must have a length of at most { $most }.
core-length-expected = Must have a length of { $length }.
core-number-too-small = Must be at least { $least }.
core-number-too-large = Must be at most { $most }.
core-json-malformed = The JSON is malformed: { $problem }.
core-json-truncated = The JSON ends too early.
core-not-decodable = { $problem }.
core-type-str = a string
core-type-int = an integer
core-type-float = a number
core-type-bool = true or false
core-type-array = an array
core-type-object = an object
core-type-null = null
