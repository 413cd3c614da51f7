lab-percent = { NUMBER($share, style: "percent", maximumFractionDigits: 0) }

# Arenas.
lab-too-few-bots = With these options, { $game } has { $seats } seats. Name at least { $seats } bots, not { $given }.
lab-too-few-games = The number of games must be at least 1, not { $games }.
lab-uneven-games = The number of games must be a multiple of { $seats }, not { $games }: each deal is played in every seating.
lab-process-died = The process that played game { $game } died twice, with exit code { $code }.
lab-bad-sprt = An SPRT needs two Elo differences between -{ $most } and { $most }, the smaller one first, not { $first } and { $second }.

# Directories of arenas.
lab-not-an-arena = { $folder } exists but isn’t the directory of an arena. Choose a new or empty directory.
lab-bad-manifest = { $file } isn’t the manifest of an arena. Choose another directory.
lab-old-arena = { $folder } was started with an earlier version of Nodarium, so the arena can’t be resumed. Choose another directory.
lab-other-format = { $file } has format { $found }. This program reads format { $known }.
lab-other-program = { $folder } was started with a different version of the rules or bots, so the arena can’t be resumed. Choose another directory.
lab-other-arena = { $folder } holds another arena: { $name } is { $found } there, not { $wanted }. Choose another directory.
lab-arena-locked = Another process is playing the arena in { $folder }. Wait for it, or choose another directory.
lab-bad-result = { $file }, line { $line }: this isn’t the result of an arena game.

# Analyses and their charts.
lab-cannot-analyse = { $bot } doesn’t search, so it can’t analyse. Choose { $bots }.
lab-swing = Move { $number }, { $seat } { $move }: from { $before } to { $after } for { $seat }.
lab-chart-title = { $game }. { $outcome }
lab-chart-both-seats = Both seats’ chances after every move, according to { $bot }
lab-chart-each-seat = Each seat’s chances after every move, from what it knew, according to { $bot }
lab-chart-turn = turn
lab-chart-round = round
lab-chart-move = move { $number }, turn { $turn }
lab-chart-move-in-round = move { $number }, round { $round }
lab-chart-suggestion = { $bot } would play { $move }

# Training.
lab-epoch = epoch { $epoch }: training loss { NUMBER($training, minimumFractionDigits: 4, maximumFractionDigits: 4) }, validation loss { NUMBER($validation, minimumFractionDigits: 4, maximumFractionDigits: 4) }
lab-trained-value = { $positions } positions; best validation loss { NUMBER($loss, minimumFractionDigits: 4, maximumFractionDigits: 4) } (always guessing 50%: { NUMBER($guessing, minimumFractionDigits: 4, maximumFractionDigits: 4) })
lab-trained-policy = { $decisions } decisions: policy loss { NUMBER($loss, minimumFractionDigits: 3, maximumFractionDigits: 3) } (uniform policy: { NUMBER($uniform, minimumFractionDigits: 3, maximumFractionDigits: 3) })
lab-not-training-games = { $file } isn’t a file that `nodarium train --save-games` wrote.
lab-old-training-games = { $file } is from an earlier version of Nodarium. Play the games again with --save-games.
lab-other-features = { $file } doesn’t hold games with the { $features } features of this game.
