cli-description = Play board games about nodes, study them, and measure and train bots.
cli-help-of-a-command = `nodarium COMMAND --help` explains a command and gives examples.
cli-version = { $form ->
    [plain] nodarium { $version } (plain Python)
   *[compiled] nodarium { $version } (compiled)
}

# Headings of the help.
cli-heading-usage = usage:
cli-heading-commands = commands
cli-heading-arguments = arguments
cli-heading-options = options
cli-heading-game-options = options of { $game }
cli-heading-examples = examples:
cli-heading-players = players
cli-heading-game = game
cli-heading-files = files
cli-heading-self-play = self-play
cli-heading-neural-network = network
cli-heading-network = network
cli-heading-mail = mail
cli-heading-storage = storage
cli-heading-retention = retention
cli-heading-monitoring = monitoring
cli-heading-other = other

# Words that stand for what users type.
cli-metavar-address = ADDRESS
cli-metavar-arguments = arguments
cli-metavar-chart = CHART
cli-metavar-command = COMMAND
cli-metavar-days = DAYS
cli-metavar-dir = DIR
cli-metavar-event = EVENT
cli-metavar-file = FILE
cli-metavar-game = GAME
cli-metavar-language = LANGUAGE
cli-metavar-name = NAME
cli-metavar-options = options
cli-metavar-role = ROLE
cli-metavar-seat = SEAT
cli-metavar-start = START
cli-metavar-table = TABLE
cli-metavar-text = TEXT
cli-metavar-user = USER
cli-metavar-value = VALUE

# Help texts of several commands. Those of options are phrases.
cli-help-help = show this help and exit
cli-help-version = show the version and exit
cli-help-language = the language to use: { $languages } (default: that of the environment)
cli-help-game = id of a game; `nodarium games` lists them
cli-help-theme = colours for a light or a dark background (default: what the terminal reports, else dark)
cli-help-workers = parallel processes (default: one per core)
cli-help-data-dir = directory of the SQLite database (default: ~/.local/state/nodarium/server)
cli-help-database = use PostgreSQL instead: postgresql://user@host/name
cli-help-user = account name or id of a user
cli-help-table = id of a table; the last part of its address
cli-options-of-a-game = `{ $command } GAME --help` also lists the options of a game.
cli-game-option = { $title }: { $choices } (default: { $default }; rule { $rule })
cli-game-option-with-hint = { $title }: { $choices }, { $hint } (default: { $default }; rule { $rule })

# Wrong arguments.
cli-see-help = { $problem } See `{ $command } --help`.
cli-argument-problem = { $argument }: { $problem }
cli-arguments-missing = These arguments are required: { $arguments }.
cli-value-missing = The value is missing.
cli-values-missing = Give { $count } values.
cli-value-unwanted = This takes no value. Leave out { $value }.
cli-argument-excluded = You can’t combine this with { $other }.
cli-not-a-choice = Choose one of { $choices }, not { $value }.
cli-not-integer = “{ $text }” isn’t a whole number.
cli-not-number = “{ $text }” isn’t a number.
cli-too-small = { $name } must be at least { $least }, not { $value }.
cli-out-of-range = { $name } must be between { $least } and { $most }, not { $value }.
cli-unknown-command = Unknown command “{ $command }”. { $hint }
cli-unknown-argument = Unknown argument “{ $argument }”.
cli-unknown-language = Unknown language “{ $language }”. { $hint }
cli-unknown-seat = Unknown seat “{ $seat }”. The seats are { $known }.
cli-renamed-command = `nodarium { $old }` is now `nodarium { $new }`.
cli-renamed-option = { $old } is now { $new }.
cli-needs-package = This needs { $package }. Install nodarium[{ $extra }].

# Files.
cli-is-directory = { $file } is a directory. Give the name of a file.
cli-no-directory = The directory { $directory } doesn’t exist. Create it, or choose another file.
cli-not-writable = You don’t have permission to write { $file }. Choose another file.
cli-file-exists = { $file } already exists. Choose another file.
cli-os-exists = { $file } already exists.
cli-os-forbidden = You don’t have permission to use { $file }.
cli-os-is-directory = { $file } is a directory.
cli-os-missing = { $file } doesn’t exist.
cli-os-not-directory = A part of the path { $file } isn’t a directory.
cli-os-problem = { $problem }.
cli-os-problem-with-file = { $file }: { $problem }.

# Numbers, ranges and columns.
cli-range = { $first } to { $last }
cli-percent = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
cli-column-number = move
cli-column-seat = seat
cli-column-played = played
cli-column-before = before
cli-column-after = after
cli-column-lost = lost
cli-column-better = better
cli-column-bot = bot
cli-column-interval = 95%
cli-column-ahead = ahead by
cli-column-games = games
cli-column-score = score

# nodarium games, nodarium rules.
cli-games-summary = List all games and their options.
cli-game = { $game }: { $players } players, { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
cli-game-by = { $game }, by { $designer }: { $players } players, { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
cli-option-in-list = { $title } ({ $rule })
cli-choice-with-title = { $choice } ({ $title })
cli-choices-with-hint = { $choices }, { $hint }
cli-star-marks-default = A star marks the default.
cli-rules-summary = Show the rules of a game, or one rule.
cli-rules-help-id = id of a rule (default: show all rules)

# nodarium play.
cli-play-summary = Play a game in the terminal, or watch bots play.
cli-play-notes = Type ? during a game for help. Every move is saved, so you can stop at any time.
cli-play-help-game = id of a game; `nodarium games` lists them (default: ask)
cli-play-help-bot = your opponent: { $bots }, with optional settings: { $example } (default: { $default })
cli-play-help-bots = watch bots play: one bot for each seat
cli-play-help-hotseat = people play all seats at this terminal
cli-play-help-seat = your seat, by number or name (default: 0, the first)
cli-play-help-seed = seed of the deal and the bots (default: a random one)
cli-play-help-save = save the game here after every move (default: a new file in ~/.local/state/nodarium)
cli-play-help-resume = continue a saved game
cli-which-game = Which game?
cli-name-a-game = Name a game, as in `nodarium play { $game }`. Available: { $games }.
cli-resumed-keeps = A resumed game keeps its players and options. Leave out { $option }.
cli-resumed-other-game = { $file } is a game of { $game }, not of { $named }. Leave out { $named }.
cli-seat-needs-one-person = --seat needs one person against bots. Leave it out with --hotseat and --bots.
cli-number-of-bots = With these options, { $game } has { $seats } seats. Name { $seats } bots, not { $given }.

# A game in the terminal. $bots is a list of cli-bot-plays.
cli-greeting-people = { $game }: you play { $seats }. Type a move, or ? for help.
cli-greeting-people-and-bots = { $game }: you play { $seats }, { $bots }. Type a move, or ? for help.
cli-greeting-bots = { $game }: { $bots }.
cli-bot-plays = { $bot } plays { $seat }
cli-bot-thinks = { $bot } is thinking
cli-thinking = thinking
cli-terminal-too-narrow = Make the terminal wider: the board needs { $columns } columns.
cli-hand-over = It’s { $seat }’s turn. Make sure nobody else is looking, then press Enter.
cli-prompt-game-over = game over
cli-saved-replay = The game is saved. Replay it with:
cli-saved-resume = The game is saved. Resume it with:
cli-saved-in = The game is saved in { $file } from now on.
cli-not-saved = Couldn’t save the game to { $file }. Try `save FILE`.
cli-what-to-type = Type a move ({ $moves }), its first letters, all moves of a turn, or a command:
cli-command-help = show this list; ? does the same
cli-command-moves = list the legal moves, or those that start like this
cli-command-hint = ask a strong bot what it would play
cli-command-board = show the board again
cli-command-history = list the turns so far
cli-command-rules = show one rule, or list the chapters
cli-command-undo = take back your last move and everything after it
cli-command-redo = replay the moves that you took back
cli-command-draw = offer a draw
cli-command-resign = give up the game
cli-command-save = save the game in another file from now on
cli-command-quit = leave; you can resume the game later
cli-command-takes-nothing = { $command } takes no argument. Leave out “{ $rest }”.
cli-no-moves-yet = No moves have been played yet.
cli-no-moves-left = The game is over: no moves left.
cli-no-such-moves = No legal move starts with “{ $start }”.
cli-ambiguous-move = { $more ->
    [0] { $count } moves start with “{ $start }”: { $moves }.
   *[other] { $count } moves start with “{ $start }”: { $moves } and { $more } more.
}
cli-hints = The bot’s best moves, and your winning chances after them:
cli-hint-mixed = play it { $share } of the time
cli-hint-expected = Expected: { $turns }
cli-no-hint = The game is over. Use undo to go back and ask for a hint there.
cli-nothing-to-undo = You have no move to take back.
cli-nothing-to-redo = You have no move to redo.
cli-simultaneous-choice-stands = You can’t take back a move that was chosen at the same time as your opponent’s.
cli-draw-question = { $seat }, do you agree to a draw? (yes or no)
cli-draw-refused = { $seat } doesn’t agree to a draw. Play on, or resign.
cli-name-a-file = Name a file: save FILE.
cli-needs-own-file = A game in progress needs its own file. Choose a name that doesn’t end in { $suffix }.
cli-saved-game-exists = { $file } already exists. Choose another name, or continue that game with --resume.

# nodarium show, svg and verify.
cli-records-help-file = a record, or a { $suffix } file with one record per line
cli-records-help-record = which record of a { $suffix } file, from 1
cli-records-help-seat = show what this seat may see, by number or name (default: what spectators may see)
cli-show-summary = Step through the record of a match.
cli-show-help-move = show the position after this move; 0 is the start (default: all positions)
cli-show-keys = Enter: next, b: back, a number: after that move, end: last position, q: quit
cli-show-prompt = { $number } of { $last }>
cli-show-position = { $game }, { $number } of { $last }
cli-show-move = Move { $number } of { $last }: { $seat } { $move }
cli-svg-summary = Draw a position of a record as SVG.
cli-svg-help-move = draw the position after this move; 0 is the start (default: the last one)
cli-svg-help-theme = colours of the picture (default: light)
cli-svg-help-output = file to write (default: standard output)
cli-verify-summary = Check the moves and the deal of a record.
cli-verify-details = The moves must follow the rules, and the deal must match the commitment that the record or --commitment gives. The exit code is 1 if a record is invalid.
cli-verify-help-commitment = the commitment that was published when the match started
cli-record-valid = { $where }: valid. { $game }, { $moves ->
    [one] { $moves } legal move
   *[other] { $moves } legal moves
}; { $end }. { $deal }
cli-record-invalid = { $where }: invalid. { $problem }
cli-not-finished = not finished
cli-line-of-file = { $file }, line { $line }
cli-bad-commitment = --commitment must be a SHA-256 hash: 64 hexadecimal digits.
cli-no-records = { $file } contains no records.
cli-record-unwanted = --record needs a file that ends in { $suffix }. Leave it out: { $file } holds only one record.
cli-record-needed = { $file } can hold many records. Choose one with --record N.
cli-record-range = { $file } has records 1 to { $last }, not { $record }.
cli-move-range = --move must be from 0 (the start) to { $last }, not { $move }.

# nodarium analyse.
cli-analyse-summary = Evaluate every move of a record, and find the turning points.
cli-analyse-help-bot = the bot that analyses (default: { $default })
cli-analyse-help-svg = also draw a chart of the winning chances to this file
cli-analyse-help-json = print the whole analysis as JSON
cli-analyse-help-theme = colours for a light or a dark background (default for the chart: light)
cli-analysed-by = { $game }, analysed by { $bot }.
cli-weak-analyst = Bots other than { $best } are weak analysts: their numbers can be far off.
cli-evaluated-from-own-view = Each seat is evaluated from what it could know.
cli-analysis-columns = Before and after: the winning chances of the player who moved, according to the bot. Lost: how much worse the move is than the bot’s choice; ? if the bot never tried the move. Better: the bot’s choice and its winning chances, if it is better.
cli-outcome-sentence = { $outcome }.
cli-largest-swings = The largest swings:

# nodarium perft.
cli-perft-summary = Count sequences of moves, to check a rules implementation.
cli-perft-help-depth = number of moves (default: { $default })
cli-perft-help-seed = seed of the deal (default: { $default })
cli-perft-help-position = count from this position, in the game’s notation (default: the start of the game)
cli-perft-position-excludes = --position already includes the options and the deal. Leave out --seed and the game’s options.
cli-perft-progress = depth { $depth }: { NUMBER($share, style: "percent", maximumFractionDigits: 0) }

# nodarium arena.
cli-arena-summary = Play bots against each other and rate them in Elo.
cli-arena-details = Every deal is played once in each seating, so neither luck nor a better seat favours anyone. A player whose bot crashes forfeits the game. Games that repeat an earlier one move for move don’t count as new evidence.
cli-arena-notes = Ctrl+C stops the arena and prints the command that resumes it.
cli-arena-help-bots = { $bots }, each with optional settings: { $example }
cli-arena-help-games = games per pairing; a multiple of the number of seats
cli-arena-help-pairing = who meets whom: everyone, or only neighbours in the list of bots (default: all)
cli-arena-help-sprt = two bots in a two-player game: stop early (SPRT) once the first bot’s lead is clearly nearer ELO0 or ELO1
cli-arena-help-seed = seed of all deals and bots (default: 0)
cli-arena-help-output = keep results and records here, or resume the arena that is already here (default: a new directory in ~/.local/state/nodarium)
cli-arena-help-markdown = also write the rating table as Markdown
cli-arena-progress = { $done } of { $total } games: { $standings }
cli-arena-saved = The games are in { $folder }. See one: { $command }
cli-arena-resume = To resume: { $command }
cli-arena-made-by = Made by `{ $command }`.
cli-sprt-needs-two-bots = --sprt needs exactly two bots in a two-player game.
cli-llr = LLR { NUMBER($llr, minimumFractionDigits: 2, maximumFractionDigits: 2) } of ±{ NUMBER($bound, minimumFractionDigits: 2, maximumFractionDigits: 2) }
cli-comparison = { $first } scores { $score } against { $second }.
cli-comparison-with-interval = { $certain ->
    [yes] { $first } scores { $score } against { $second } (95%: { $low } to { $high }); the likelihood that it is stronger is over { $likelihood }.
   *[no] { $first } scores { $score } against { $second } (95%: { $low } to { $high }); the likelihood that it is stronger is { $likelihood }.
}
cli-ending = { $reason } ({ $share })
cli-endings = Drawn: { $drawn }. Ended by: { $endings }.
cli-endings-with-shared = Drawn: { $drawn }. Shared wins: { $shared }. Ended by: { $endings }.
cli-repeated-games = { $distinct ->
    [one] Only { $distinct } of the { $games } games is distinct; the others repeat a deal and all its moves.
   *[other] Only { $distinct } of the { $games } games are distinct; the others repeat a deal and all its moves.
}
cli-repeated-deals = Deals with a game in common count as one deal for the Elo ratings and their intervals.
cli-bot-crashed = { $count ->
    [one] { $bot } crashed in { $count } game, game { $first }: { $reason }
   *[other] { $bot } crashed in { $count } games, first in game { $first }: { $reason }
}
cli-sprt-undecided = The SPRT hasn’t decided between { $low } and { $high } Elo yet.
cli-sprt-accepts = The SPRT accepts, after { $deals } deals, that { $first } is { NUMBER($accepted, useGrouping: 0) } Elo above { $second } rather than { NUMBER($rejected, useGrouping: 0) }.

# nodarium train.
cli-train-summary = Train a value network on games of a bot against itself.
cli-train-details = The bot plays some random moves, to see more kinds of positions. A tenth of the games is for validation.
cli-train-help-out = write the value network here (TOML)
cli-train-help-policy-out = also train a policy and write it here, if the game has action features
cli-train-help-save-games = save all training games here (.npz)
cli-train-help-load-games = also train on games that --save-games wrote
cli-train-help-games = number of games to play (default: { $default })
cli-train-help-bot = the bot that plays (default: { $default })
cli-train-help-seed = seed of the first game; each game adds 1 (default: { $default })
cli-train-help-hidden = size of the hidden layer, at most { $most } (default: { $default })
cli-train-help-epochs = passes over all positions (default: { $default })
cli-train-help-weight-decay = weight decay, from 0 to 1 (default: { $default })
cli-train-progress = { $games } games of { $bot }
cli-train-bot-cannot-search = { $bot } doesn’t search, so it can’t be used for training. Choose another bot, such as { $example }.
cli-train-no-features = { $game } has no features, so it can’t be trained. Choose another game.
cli-train-no-action-features = { $game } has no action features, so it can’t learn a policy. Leave out --policy-out.
cli-train-too-few-games = --games must be at least 2, not { $games }: one game is for validation.

# nodarium serve.
cli-serve-summary = Serve the web page and the API.
cli-serve-details = People and bots can then play over the network. By default, every move is on disk before anyone sees it.
cli-serve-notes = Ctrl+C stops the server. Games and clocks resume when it starts again.
cli-serve-help-host = address to listen on; 0.0.0.0 for all interfaces (default: 127.0.0.1, this machine only)
cli-serve-help-port = port to listen on; 0 picks a free one (default: { $default })
cli-serve-help-allow-origin = let pages of another site use this server; may be repeated
cli-serve-help-trust-proxy = take clients’ addresses from the X-Forwarded-For header of this proxy: an address, or a network such as 10.0.0.0/8; may be repeated. Without it, rate limits behind a proxy count all clients as one
cli-serve-help-secure-cookies = send cookies over HTTPS only; use this behind a proxy that terminates HTTPS
cli-serve-help-smtp = mail server for password recovery: smtp://user:password@host:587, or smtps://…; to keep the password out of the process list, set NODARIUM_SMTP instead
cli-serve-help-mail-from = the address that e-mails come from
cli-serve-help-public-url = where people reach the server, such as https://play.example.org; for links in e-mails, and for passkeys
cli-serve-help-workers = server processes; more than one needs PostgreSQL (default: { $default })
cli-serve-help-relaxed-durability = SQLite only: faster; a power cut may lose the last moves
cli-serve-help-migrate = create or upgrade the database, then exit
cli-serve-retention = After how many days the server deletes something; 0 for never.
cli-serve-help-retention-guests = guests without games, after their last visit (default: { $default })
cli-serve-help-retention-chats = chats of finished games (default: { $default })
cli-serve-help-retention-tables = tables that were closed before the first move (default: { $default })
cli-serve-help-metrics-port = serve metrics for Prometheus on this port (default: don’t)
cli-serve-help-metrics-host = address for the metrics (default: 127.0.0.1, this machine only)
cli-serve-help-open = open the page in a browser
cli-workers-need-postgresql = More than one worker needs PostgreSQL. Add --database postgresql://user@host/name.
cli-database-migrated = The database is up to date.
cli-serving-at = Nodarium is at { $address }
cli-serving-until = Press Ctrl+C to stop it. All games are saved.
cli-page-not-built = The web page isn’t built, so only the API is available. Run `make page`.

# nodarium backup and restore, and the database.
cli-backup-summary = Copy the server’s SQLite database, even while the server runs.
cli-backup-notes = With PostgreSQL, use pg_dump.
cli-backup-help-file = new file for the copy
cli-backup-progress = copying
cli-backup-done = Backed up to { $file }. Keep it secret: it holds the server’s key and password hashes.
cli-restore-summary = Put a backup where the server looks for its database.
cli-restore-notes = The server must not be running, and its database must not exist: move it away first.
cli-restore-help-file = file that `nodarium backup` has written
cli-restore-progress = restoring
cli-restore-moved = A file of the earlier database is now { $file }. Keep it with that database.
cli-restore-done = Restored to { $file }.
cli-sqlite-only = This works for SQLite only. Use pg_dump and pg_restore with PostgreSQL.
cli-no-database = { $file } doesn’t exist. Choose another with --data-dir or --database.
cli-database-refuses = The database reports an error: { $problem }

# nodarium admin.
cli-admin-summary = Moderate and maintain a server.
cli-admin-notes = `nodarium admin COMMAND --help` explains a command. All commands work whether or not the server is running; if it is, it notices within a few seconds.

# nodarium admin, for users. $role is user, moderator or admin; $days is 0 for no end; $until is a day, or “ever”.
cli-role-summary = Give a user a role.
cli-role-help-role = the new role: { $roles }
cli-role-given = { $user } has the role { $role } now.
cli-suspend-summary = Bar a user from signing in and playing.
cli-suspend-details = Games go on, and so do the clocks.
cli-suspended = { $days ->
    [0] { $user } is suspended until this is lifted.
    [one] { $user } is suspended for { $days } day.
   *[other] { $user } is suspended for { $days } days.
}
cli-unsuspend-summary = Lift a suspension.
cli-unsuspended = { $user } can play again.
cli-mute-summary = Bar a user from chatting.
cli-muted = { $days ->
    [0] { $user } can’t chat until this is lifted.
    [one] { $user } can’t chat for { $days } day.
   *[other] { $user } can’t chat for { $days } days.
}
cli-unmute-summary = Let a user chat again.
cli-unmuted = { $user } can chat again.
cli-rename-summary = Give a user another name, which they can’t change.
cli-rename-help-name = new name (default: let the user choose one again)
cli-renamed-user = { $user } is called { $name } now.
cli-name-released = { $user } can choose a name again.
cli-rename-damaged = { $tables ->
    [one] { $tables } of their tables can’t be read and keeps the old name. See `nodarium admin check`.
   *[other] { $tables } of their tables can’t be read and keep the old name. See `nodarium admin check`.
}
cli-users-summary = Find users.
cli-users-help-days = for this many days (default: until it is lifted)
cli-users-help-text = part of a name, an account or an id (default: users with a role or a restriction)
cli-mark-suspended = { $until ->
    [ever] suspended until lifted
   *[other] suspended until { $until }
}
cli-mark-muted = { $until ->
    [ever] muted until lifted
   *[other] muted until { $until }
}
cli-mark-fixed-name = fixed name
cli-mark-guest = guest
cli-no-user-matches = No user matches.
cli-no-user-restricted = No user has a role or a restriction.

# nodarium admin, for tables. $status is open or playing.
cli-tables-summary = List the tables that are open or being played.
cli-table-status = { $listed ->
    [yes] { $status ->
        [open] open
       *[playing] playing
    }
   *[no] { $status ->
        [open] open, unlisted
       *[playing] playing, unlisted
    }
}
cli-no-tables = No table is open or being played.
cli-close-summary = Close a table.
cli-close-details = A game in progress becomes void.
cli-table-closed = The table { $table } is closed.
cli-delete-chat-summary = Delete a chat message.
cli-delete-chat-help-event = number of the event; `nodarium admin reports` shows it
cli-chat-deleted = The message has been deleted.
cli-export-summary = Write the records of all public games.
cli-export-details = Public games are the finished ones at listed tables. Each line of the file is a record, as `nodarium show` reads it.
cli-export-help-output = new file for all games, or a directory for one new file per game
cli-export-progress = exporting
cli-exported = { $games ->
    [one] { $games } game exported.
   *[other] { $games } games exported.
}
cli-export-damaged = { $tables ->
    [one] { $tables } table can’t be read. See `nodarium admin check`.
   *[other] { $tables } tables can’t be read. See `nodarium admin check`.
}

# nodarium admin, for reports. $kind is name or chat; $status is open, resolved or dismissed.
cli-reports-summary = List what players have reported.
cli-reports-help-all = also list closed reports
cli-reports-help-report = number of a report
cli-report = { $kind ->
    [name] name of { $user }: { $text }
   *[chat] chat of { $user }: { $text }
}
cli-report-at-table = { $kind ->
    [name] name of { $user } at table { $table }, event { $event }: { $text }
   *[chat] chat of { $user } at table { $table }, event { $event }: { $text }
}
cli-report-comment = { $reporter } says: { $comment }
cli-report-status = { $status ->
    [resolved] resolved
    [dismissed] dismissed
   *[open] open
}
cli-no-open-report = No report is open.
cli-resolve-summary = Close a report that you have acted on.
cli-report-is-resolved = Report { $report } is resolved.
cli-dismiss-summary = Close a report that needs no action.
cli-report-is-dismissed = Report { $report } is dismissed.
cli-log-summary = Show what moderators have done.
cli-log-table = table { $table }
cli-log-command-line = command line

# nodarium admin, for damaged tables and keys.
cli-check-summary = Read every table and list the damaged ones.
cli-check-details = A table is damaged if one of its events is missing, can’t be decoded or can’t be applied. The exit code is 1 if any table is damaged. A server may be running.
cli-check-progress = { $done } of { $total } tables checked
cli-damaged-table = { $table }: { $good } of { $total } events can be read. { $error }
cli-no-damage = All tables can be read.
cli-repair-hint = Repair a table with `nodarium admin repair TABLE`.
cli-repair-summary = Close a damaged table after its last good event.
cli-repair-details = The table’s rows are written to a file first. Ratings stay as they are. A server may be running: it lets people see the table again as soon as it is repaired.
cli-repair-help-table = id of a table that `nodarium admin check` lists
cli-repair-help-output = file for the table’s rows (default: a new one here)
cli-repair-released = The table can be read. It is open to its players again.
cli-repair-dumped = The table’s rows are in { $file }.
cli-repaired = { $kept ->
    [one] The table is closed after its first event. Events removed: { $removed }.
   *[other] The table is closed after its first { $kept } events. Events removed: { $removed }.
}
cli-repair-deleted = None of its events could be read, so the table has been deleted.
cli-rotate-key-summary = Sign cookies with a new key.
cli-rotate-key-details = The previous key stays valid for what it has signed, unless you drop it. Sessions don’t depend on keys.
cli-rotate-key-help-drop-old = accept nothing that older keys signed; use this if a key has leaked
cli-key-rotated = New cookies are signed with a new key.
