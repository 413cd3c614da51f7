# A person at a table.
server-no-such-table = This table doesn’t exist. Check the link.
server-table-damaged = This table can’t be read. The error has been logged; ask the server’s operator.
server-table-closed = The table is closed. Open a new one.
server-table-changed = The table has changed since you looked. Check it and try again.
server-table-full = This table’s history is full. Open a new table.
server-players-only = Only players at this table can do this. Take a free slot first.
server-not-started = The game hasn’t started yet. It starts once every slot is taken.
server-losing-move = This move loses the game at once. Choose another, or confirm it.
server-nothing-to-choose = You can’t choose anything here now.
server-already-seated = You already have a slot at this table.
server-slots-taken = The game has started and every slot is taken. You can watch.
server-joined-too-often = You have taken and left a slot here too often. Open a new table.
server-no-such-slot = Slot { $slot } doesn’t exist. The slots are 0 to { $last }.
server-slot-taken = This slot is taken or reserved for somebody else. Choose a free one.
server-rated-needs-account = Rated games need an account. Create one first.
server-not-seated = You have no slot at this table.
server-stand-too-late = You can’t leave your slot after the game has started. Resign, or close the table before the first move.
server-abort-too-late = You can abort a game only before its first move. Resign instead.
server-abort-after-deal = You have seen what was dealt, so you can’t abort a rated game. Resign instead.
server-claim-correspondence = You can’t claim victory in a correspondence game. Wait until the clock runs out.
server-claim-too-early = The player to move hasn’t been away for { $seconds } seconds yet.

# Chat.
server-chat-players-only = Only players at this table can chat.
server-chat-off = Chat is off at this table.
server-chat-empty = The message is empty. Write something.
server-chat-full = The chat at this table is full. Open a new table.

# Proposals.
server-too-many-proposals = You have made too many proposals in this game.
server-other-proposal = Another proposal is open. Accept or decline it first.
server-already-agreed = You have already agreed. Wait for the other players to answer.
server-rematch-too-early = The game isn’t over yet. Propose a rematch when it is.
server-bots-refuse-draws = Bots don’t accept draws. Play on, or resign.
server-nothing-to-take-back = You have no move to take back.
server-simultaneous-is-final = You can’t take back a move that was chosen at the same time as your opponent’s.
server-no-proposal-to-answer = No proposal is waiting for your answer.
server-no-proposal = No proposal is open.

# Opening a table.
server-too-many-open-tables = Too many tables are open, yours or on the whole server. Finish or close one of yours, or try again later.
server-too-many-guest-tables = Guests on your network have too many open tables. Create an account, or try again later.
server-too-many-network-tables = People on your network have too many open tables. Finish or close one first.
server-too-many-bot-tables = Too many games between bots are being played. Wait until one of them ends.
server-slot-count = With these options, { $game } needs { $seats } slots, not { $given }.
server-rated-people-only = Rated games are for people with accounts, one slot each. Create an account, and leave out bots.
server-several-slots = You can take several slots only if nobody else plays. Leave the others to bots.
server-unknown-bot = Unknown bot level { $level }. Available: { $levels }.
server-person-needs-account = A slot for a person needs their account name in “account”.
server-no-finished-game = That table has no such finished game. You can continue only finished games.
server-position-too-late = You can’t continue from that position. Choose an earlier one.
server-position-needs-players = To continue from a position, every slot needs a player: yourself or a bot.

# Review.
server-no-such-game-at-table = This table has no game { $number }. Games are numbered from 0.
server-no-such-position = { $length ->
    [one] There is no position after move { $moves }: the game has only one move.
   *[other] There is no position after move { $moves }: the game has only { $length } moves.
}
server-open-after-game = You can see what the other players knew only after the game.
server-analysis-after-game = The game isn’t over yet. Ask for its analysis when it is.
server-analysis-failed = This game couldn’t be analysed. The error has been logged; trying again won’t help.
server-analyses-pending = Several analyses that you asked for aren’t finished yet. Wait for one of them.
server-analysis-queue-full = The analysis queue is full. Try again in a few minutes.

# Games.
server-no-cover = This game has no cover picture.
server-no-such-game = This game doesn’t exist. GET /api/games lists all games.
server-no-such-language = This language isn’t supported. Available: { $languages }.
server-yes = yes
server-no = no

# Requests.
server-shutting-down = The server is shutting down. Try again in a moment.
server-database-silent = The database isn’t answering. Try again in a moment.
server-internal-error = Something went wrong on our side. It has been logged.
server-no-such-address = This address doesn’t exist. GET /api/openapi.json describes all addresses.
server-method-not-allowed = Use { $allowed } here, not { $method }.
server-other-site = Pages from other sites can’t do this unless the server allows them with --allow-origin.
server-not-json = Send JSON, with “Content-Type: application/json”.
server-body-too-large = The body of a request can have at most { $bytes } bytes.
server-body-too-slow = The body of a request must arrive within { $seconds } seconds.
server-at-field = { $field }: { $problem }
server-at-byte = Byte { $byte }: { $problem }
server-control-characters = Control characters aren’t allowed.
server-bad-characters = Some of these characters aren’t allowed.
server-bad-parameter = This value isn’t allowed.

# Limits. $scope is who has reached one: user, address, network or site.
server-too-many-requests = { $scope ->
    [address] Too many requests from this address. Wait a moment and try again.
   *[user] Too many requests. Wait a moment and try again.
}
server-too-many-frames = Too many messages from this address. Wait a moment and reconnect.
server-too-many-chats = Too many chat messages. Wait a moment and try again.
server-too-many-reports = Too many reports. Wait a moment and try again.
server-too-many-exports = Too many exports. Wait a while and try again.
server-too-many-new-tables = { $scope ->
    [address] Too many new tables from this address. Wait a moment and try again.
    [network] Too many new tables from this network. Wait a moment and try again.
   *[user] Too many new tables. Wait a moment and try again.
}
server-too-many-new-users = { $scope ->
    [network] Too many new users from this network. Wait a moment and try again.
   *[address] Too many new users from this address. Wait a moment and try again.
}
server-too-many-password-attempts = { $scope ->
    [network] Too many password attempts from this network. Wait a moment and try again.
   *[address] Too many password attempts from this address. Wait a moment and try again.
}
server-too-many-custom-texts = { $scope ->
    [site] Too many tables with custom options on this server. Wait a moment and try again.
    [network] Too many tables with custom options from this network. Wait a moment and try again.
   *[address] Too many tables with custom options from this address. Wait a moment and try again.
}
server-too-many-aborted-games = You have aborted too many games. Wait a while and try again.
server-too-many-connections = Too many connections. Close one first.
server-too-many-messages = Too many messages. Wait a moment, then reconnect.
server-too-many-unread = You have too many unread answers. Reconnect.

# Signing in.
server-not-signed-in = You aren’t signed in. POST /api/me returns a token.
server-token-invalid = This token is invalid or has expired. Sign in again, or POST /api/me for a new guest.
server-token-without-user = The user of this token no longer exists. POST /api/me returns a new token.
server-bad-authorization = The header must be “Authorization: Bearer TOKEN”.
server-confirm = Confirm with your password or a passkey that it’s you.
server-token-lacks-scope = This API token doesn’t have the scope “{ $scope }”.
server-api-token-refused = API tokens can’t do this. Sign in instead.
server-api-token-needs-account = API tokens need an account. Create one first.
server-too-many-api-tokens = You have { $count } API tokens. Revoke one first.
server-token-gone = This session or token doesn’t exist any more.
server-signed-in-as = You are signed in as { $name }. Sign out first, or send “replace: true” to switch.
server-proof-missing = Send your password or a passkey.
server-wrong-password = Wrong account name or password.
server-too-many-failures = { $seconds ->
    [one] Too many failed attempts for this account. Try again in one second.
   *[other] Too many failed attempts for this account. Try again in { $seconds } seconds.
}
server-weak-password = This password is easy to guess. Use a longer one, such as three or four words that don’t belong together.
server-device = { $browser } on { $system }
server-unknown-device = Unknown device

# Users and accounts.
server-no-such-user = This user doesn’t exist.
server-no-such-account = The account “{ $account }” doesn’t exist. Check the spelling.
server-already-registered = You already have an account.
server-not-registered = You don’t have an account.
server-account-taken = This account name is taken. Choose another.
server-account-similar = This account name is taken, or looks like one that is. Choose another.
server-name-empty = A name needs at least one visible character.
server-name-invisible = A name can’t contain invisible characters.
server-name-accents = The name has too many accents. Use letters and digits.
server-name-alphabets = This name mixes alphabets and can be mistaken for another. Use one alphabet.
server-bad-account-name = This can’t be an account name. Use letters and digits.

# Passkeys.
server-passkey-needs-account = A passkey needs an account. Create one first.
server-too-many-passkeys = You have { $count } passkeys. Remove one first.
server-passkey-known = This passkey is already registered.
server-passkey-refused = This passkey can’t be used here. Try again, or sign in with your password.
server-passkey-gone = This passkey doesn’t exist any more.
server-passkey-without-account = The user of this passkey no longer has an account.
server-no-passkeys = You have no passkeys. Use your password.

# E-mail and recovery.
server-no-mail = This server doesn’t send mail. Use a recovery code, or ask the server’s operator.
server-email-needs-account = An e-mail address needs an account. Create one first.
server-bad-email = This isn’t an e-mail address.
server-mailed-recently = An e-mail was sent a moment ago. Wait a minute before you ask for another.
server-code-used-up = This link or code is wrong, has expired or has been used already. Ask for a new one.
server-codes-need-account = Recovery codes need an account. Create one first.
server-mail-verify-subject = Confirm your e-mail address
server-mail-verify =
    Hello { $name },

    To use this address for your Nodarium account, open this link within a day:

    { $link }

    If you didn’t ask for this, ignore this e-mail.
server-mail-reset-subject = Set a new password
server-mail-reset =
    Hello { $name },

    To set a new password for the account { $account }, open this link within an hour:

    { $link }

    If you didn’t ask for this, ignore this e-mail: your password stays as it is.
server-mail-changed-subject = Your password was changed
server-mail-changed =
    Hello { $name },

    The password of your Nodarium account { $account } was changed. If that wasn’t you, set a new one here:

    { $link }

# Moderation. $until is a time, or “forever”.
server-suspended = { $until ->
    [forever] This user is suspended. Ask the server’s moderators.
   *[other] This user is suspended until { $until }. Ask the server’s moderators.
}
server-muted = { $until ->
    [forever] You can’t chat. Ask the server’s moderators.
   *[other] You can’t chat until { $until }. Ask the server’s moderators.
}
server-name-fixed = A moderator chose this name, so you can’t change it. Ask the server’s moderators.
server-moderators-only = Only moderators can do this.
server-admins-only = Only admins can do this.
server-admins-only-to-moderators = Only an admin can do this to a moderator or an admin.
server-role-needs-account = Only a user with an account can have a role.
server-report-yourself = You can’t report yourself.
server-report-needs-table = A report of a chat message needs its “table”.
server-report-other-author = This user didn’t write that message.
server-too-many-open-reports = You have too many open reports. Wait until the moderators have dealt with them.
server-no-such-report = Report { $number } doesn’t exist.
server-report-closed = { $status ->
    [resolved] Report { $number } is already resolved.
   *[dismissed] Report { $number } has already been dismissed.
}
server-not-a-chat = Event { $number } at this table isn’t a chat message.
server-already-closed = The table is already closed.
server-user-not-found = No user has the id or the account name “{ $text }”. “nodarium admin users TEXT” searches names.
server-table-not-found = The table { $table } doesn’t exist.
server-table-unreadable = The table { $table } can’t be read. See “nodarium admin check”.

# Options of the command line.
server-smtp-url = --smtp must be a URL like smtp://user:password@host:587 or smtps://user:password@host.
server-smtp-needs-sender = --smtp needs --mail-from, the address that e-mails come from.
server-smtp-needs-url = --smtp needs --public-url, the address that links in e-mails point to.
server-public-url = --public-url must be a URL like https://play.example.org.
server-trust-proxy = --trust-proxy takes an address or a network, such as 10.0.0.0/8, not { $proxy }.
server-cannot-listen = Can’t listen on { $host }, port { $port }: { $reason }. Choose another with --port.
server-cannot-serve-metrics = Can’t serve metrics on { $host }, port { $port }: { $reason }. Choose another with --metrics-port.
server-page-missing = The page isn’t built. Run “make page”.

# The database.
server-newer-serves = A newer version of Nodarium serves this database. Start that version.
server-older-serves = An older version of Nodarium still serves this database. Stop it first.
server-upgraded-by-newer = A newer version of Nodarium has upgraded this database (to { $revision }). Use that version, or restore a backup.
server-not-up-to-date = The database isn’t up to date. Run “nodarium serve --migrate” first.
server-database-open = Another server has { $database } open. Stop it, choose another --data-dir, or let both share a PostgreSQL database.
server-cannot-open-database = Can’t open the database: { $reason }
server-bad-database-url = { $url } isn’t a database URL. Use one like postgresql://user@host/name.
server-unknown-database = The database URL must be sqlite:///path or postgresql://user@host/name.

# Backups.
server-backup-source-missing = { $path } doesn’t exist. Choose another with --data-dir.
server-backup-not-a-file = { $path } isn’t a file.
server-backup-unreadable = { $path } can’t be read as a database: { $reason }.
server-backup-damaged = { $path } is damaged: { $problem }.
server-backup-foreign = { $path } isn’t a Nodarium database.
server-backup-exists = { $path } already exists. Move it away, or choose another file.
server-backup-running = { $path } exists: another copy is running, or one was interrupted. If none is running, delete the file.
server-copy-damaged = The copy of { $path } is damaged: { $problem }.
server-cannot-copy = Can’t copy { $path }: { $reason }.
server-restore-while-running = A server has { $path } open. Stop it first.

# Repairs.
server-no-database = The database { $path } doesn’t exist. Give its directory with --data-dir.
server-database-too-old = The database is from an earlier version. Upgrade it with “nodarium serve --migrate”.
server-no-table-to-repair = The table { $table } doesn’t exist. “nodarium admin check” lists damaged tables.
server-not-damaged = The table { $table } isn’t damaged.
server-repair-while-running = A server is running and may have this table in memory. Open the table’s page, so that the server finds the damage, or stop the server; then repair the table.
