# The frame of every page.
skip-to-content = Skip to content
main-menu = Main menu
home-link = Nodarium, front page
games = Games
lobby = Lobby
rules = Rules
you = You
use-dark-theme = Switch to the dark theme
use-light-theme = Switch to the light theme
mute-sounds = Mute all sounds
unmute-sounds = Turn the sounds on
language = Language
title-of = { $game } – Nodarium
title-turn = ● Your turn – { $game }
loading = One moment …
close = Close
cancel = Cancel
copy = Copy
copied = Copied
remove = Remove

# Display and sound.
display-and-sound = Display and sound
preferences-hint = These settings belong to this browser.
appearance = Appearance
at-the-table = At the table
sound = Sound
volume = Volume
done = Done
reset-preferences = Back to the defaults
motion-is-reduced = Your system asks for reduced motion, so nothing moves.
confirm-moves-hint = Before a move is sent, you see it and can still change it.
palette-hint = The second choice is easier to tell apart, also with colour blindness.
notifications = Notifications
notify-hint = Your browser tells you when it is your turn, if this page is hidden. It asks you first.
notifications-denied = Your browser doesn’t allow this page to notify you.
preference-name = { $name ->
    [theme] Theme
    [contrast] Contrast
    [palette] Colours
    [pace] Animations
    [board] Board
    [handed] Buttons for the
    [coordinates] Coordinates
    [confirm] Confirm moves
    [shortcuts] Single-key shortcuts
    [notify] Notify me of my turn
   *[other] { $name }
}
preference-choice = { $choice ->
    [theme-system] as the system
    [theme-light] light
    [theme-dark] dark
    [contrast-system] as the system
    [contrast-normal] normal
    [contrast-more] more
    [palette-standard] standard
    [palette-distinct] further apart
    [pace-off] off
    [pace-slow] slow
    [pace-normal] normal
    [pace-fast] fast
    [board-normal] normal
    [board-large] large
    [handed-right] right hand
    [handed-left] left hand
    [coordinates-on] on
    [coordinates-off] off
    [confirm-on] on
    [confirm-off] off
    [shortcuts-on] on
    [shortcuts-off] off
    [notify-on] on
    [notify-off] off
   *[other] { $choice }
}
keyboard = Keyboard

# The cheat sheet of shortcuts.
shortcuts = Keyboard shortcuts
shortcuts-hint = You can turn single-key shortcuts off:
shortcut-place = { $place ->
    [page] Everywhere
    [table] At a table
   *[review] In a review
}
shortcut-name = { $what ->
    [help] this list
    [home] front page
    [preferences] display and sound
    [mute] sounds on or off
    [move] from target to target
    [select] choose the target, and confirm the move
    [back] step back, or close a message
    [digits] choose one of the targets in the bar
    [undo] undo
    [resign] resign
    [log] log
    [rules] rules
    [chat] chat
    [previous] previous move
    [next] next move
    [first] first position
   *[last] last position
}
key-name = { $key ->
    [ArrowLeft] ←
    [ArrowUp] ↑
    [ArrowDown] ↓
    [ArrowRight] →
    [Escape] Esc
   *[other] { $key }
}
app = App
install = Install Nodarium

# Without a network, and new versions.
page-is-offline = You are offline. You can read the rules, and the reviews that this browser has saved.
needs-network = You are offline. This needs a connection.
saved-reviews = Saved reviews
saved-reviews-hint = Every review that you open is saved in this browser, so that you can read it without a network. Signing out deletes them.
no-saved-reviews = No review is saved yet.
update-is-ready = A new version of this page is ready.
reload = Reload
later = Later

# The front page.
headline = Outwit somebody in the next half hour.
welcome = { $count ->
    [one] One board game about networks.
    [2] Two board games about networks.
    [3] Three board games about networks.
    [4] Four board games about networks.
    [5] Five board games about networks.
    [6] Six board games about networks.
   *[other] { $count } board games about networks.
} Sit down against a bot or a friend. You don’t need an account.
play-now = Play now
play-now-hint = Play now seats you at { $game } with a bot ({ $level }).
learn-in-minutes = Learn in 3 minutes
learn-in-short = Learn in 3 min
learn = Learn
sample-game = Two bots at the table
quick-to-learn = quick to learn
most-to-discover = most to discover
start-here = Start here
weight-of = Depth { $weight } of { $heaviest }
play = Play
player-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
player-range = { $least } to { $most } players
minute-count = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
short-minutes = { $count } min
game-designed-by = { $game } by { $designer }
credits = The games belong to their designers.
play-bot = Play a bot
play-friend = Play a friend
play-on-device = On this device
more-options = More options
bot-level = Bot level
level-name = { $level ->
    [random] random
    [novice] novice
    [casual] casual
    [club] club
    [expert] expert
    [master] master
   *[other] { $level }
}
continue-games = Games to continue
continue = Continue
remove-table = Remove { $game } from this list
against = against { $players }
anybody = anybody
bot-opponent = a bot ({ $level })
all-on-device = on this device
your-games = Your games
board-in-progress = A game of { $game } in progress

# A new game.
game-of = A game of { $game }
opponents = Opponents
opponent-kind = { $kind ->
    [bot] Bots
    [friend] Friends with a link
    [anybody] Anyone in the lobby
   *[device] People on this device
}
your-seat = Your seat
random-seat = at random
clock = Clock
no-clock = No clock
seconds-per-turn = { $seconds ->
    [one] { $seconds } second per turn
   *[other] { $seconds } seconds per turn
}
minutes-and-seconds = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
} + { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}
days-per-turn = { $days ->
    [one] { $days } day per turn
   *[other] { $days } days per turn
}
series-length = Games
best-of = { $count ->
    [one] a single game
   *[other] best of { $count }
}
rated = Rated
rated-hint = Changes the players’ ratings. Everyone needs an account.
rated-mark = rated
yes = yes
no = no
start = Start

# The names of guests. $first and $second are numbers from 0 to 7.
guest-name = { $first ->
    [0] Quiet
    [1] Bright
    [2] Swift
    [3] Calm
    [4] Keen
    [5] Merry
    [6] Clear
   *[other] Bold
} { $second ->
    [0] Comet
    [1] Lantern
    [2] Harbour
    [3] Meadow
    [4] Compass
    [5] Otter
    [6] Willow
   *[other] Kestrel
}

# The lobby, and lists of tables.
lobby-headline = { $count ->
    [0] Find somebody to play.
    [one] One game starts when you sit down.
    [2] Two games start when you sit down.
    [3] Three games start when you sit down.
    [4] Four games start when you sit down.
   *[other] { $count } games start when you sit down.
}
people-at-tables = { $count } at the tables
player-waits = { $player } waits
seats-left = { $count ->
    [one] one seat left of { $seats }
   *[other] { $count } seats left of { $seats }
}
play-now-promise = an opponent, or a bot after { $seconds } s
seeking = Looking for an opponent …
seconds-left = { $seconds } s
nobody-came = Nobody has come yet.
play-bot-of-level = Play a bot ({ $level })
keep-waiting = Keep waiting
watch-now = Watch now
watch-now-hint = Public games, moves as they happen. Hidden hands stay hidden.
watch-game = Watch a game of { $game }
game-at-turn = { $game }, turn { $turn }
watching-count = { $count } watching
open-tables = Open tables
filter-tables = Filter the tables
all-games = All games
open-table = Open a table
no-open-tables = No table is open at the moment.
no-matching-tables = No open table matches.
no-tables-in-play = No public game is in progress.
waiting-for-minutes = { $minutes ->
    [0] just opened
   *[other] waiting for { $minutes } min
}
sit-down = Sit down
your-table = Your table
watch = Watch
last-games = Your last games
all-count = All { $count }
result-at = { $result ->
    [won] You won at { $game }
    [lost] You lost at { $game }
    [drawn] A draw at { $game }
   *[other] { $game }
}
review = Review
rated-table = This table is rated
rated-table-hint = Everyone who plays for ratings needs an account. Then you sit down at once, and keep the games you have played as a guest.
empty-slot = free
damaged = Damaged
table-status = { $status ->
    [open] open
    [playing] in progress
    [over] finished
    [closed] closed
   *[other] { $status }
}

# A table that waits for players.
invite = Send this link to the people you want to play with.
waiting-in-lobby = Your table waits in the lobby. Anybody there can sit down.
invite-too = You can also send this link to somebody.
link-is-local = This link works only on this computer. To let others join, run “nodarium serve --host 0.0.0.0” and open this page at your computer’s network address.
copy-link = Copy the link
qr-code = QR code of this link
play-as = Play as { $seat }
close-table = Close the table

# The board and its bar.
board-label = Board. Use the arrow keys to move, Enter to choose, Escape to step back.
board-at = Board: { $prompt }
your-turn = Your turn
announced-move = { $move }.
announced-turn = Your turn. { $prompt }
seat-changed = You are { $seat } now.
waiting-for-others = Waiting for the others.
waiting-for = Waiting for { $players }.
awaited-person = { $name } ({ $seat })
awaited-bot = the bot ({ $seat })
select-next = choose what comes next
move-is-pending = play it?
confirm-move = Play
turn-back = { $label }: previous
turn-on = { $label }: next
go-on = Go on
steps-of-turn = Parts of the turn
step-state = { $state ->
    [done] , done
    [skipped] , left out
    [now] , now
   *[next] , still to come
}
thinking = thinking
pointed-at = Pointed at
point-at-something = Point at something on the table to read what it is.
open-tabs = Table, log, rules and chat
token-target = { $target } ({ $token })
undo = Undo
step-back = Step back
play-losing-move = Play it anyway
reconsider = Think again
resign = Resign
confirm-resign = Do you want to resign?
confirm-early-resign = Do you want to resign? The game has hardly begun, so no rating will change.
too-short-to-rate = The game was too short to be rated.
resign-now = Yes, resign
keep-playing = Keep playing
offer-draw = Offer a draw
proposal-question = { $what ->
    [draw] { $name } offers a draw.
    [take-back] { $name } asks to take back a move.
   *[rematch] { $name } wants to play again.
}
proposal-sent = { $what ->
    [draw] You offered a draw.
    [take-back] You asked to take back your move.
   *[rematch] You asked to play again.
}
proposal-agreed = You agreed. Waiting for the others.
proposal-declined = { $what ->
    [draw] { $name } declines the draw.
    [take-back] { $name } doesn’t want you to take the move back.
   *[rematch] { $name } doesn’t want to play again.
}
proposal-withdrawn = { $what ->
    [draw] { $name } no longer offers a draw.
    [take-back] { $name } no longer asks to take back a move.
   *[rematch] { $name } no longer wants to play again.
}
proposal-lapsed = { $what ->
    [draw] The game went on, so your offer of a draw is void.
   *[take-back] The game went on, so your move stays.
}
accept = Accept
decline = Decline
withdraw = Withdraw
claim-victory = Claim victory
rematch = Play again
review-game = Review the game
offline = No connection. Trying again …
offline-with-pending = No connection. Your last action will be sent when the connection is back. Trying again …
watching = You are watching.
pass-device = Pass the device to { $seat }.
pass-device-hint = Everything secret stays covered until then.
take-device = I’m { $seat }
game-drawn = A draw.
seat-won = { $count ->
    [one] { $seat } won.
   *[other] { $seat } won.
}
show-board = Look at the board
show-result = Show the result
try-level = Try “{ $level }” next
other-games = All games
you-won = You won.
you-lost = You lost.
table-closed = This table is closed.
table-unavailable = This table can’t be opened.

# Players.
bot-player = Bot, { $level }
you-mark = (you)
connected = connected
away = away
games-won = { $count } won
tenths-left = { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) }
time-is-low = { $seconds } seconds left
days-left = { $days ->
    [one] { $days } day
   *[other] { $days } days
}

# The log and the chat.
tab-list = Log, rules and chat
tab-name = { $tab ->
    [table] Table
    [log] Log
    [rules] Rules
   *[chat] Chat
}
open-chat = Open the chat
hide-message = Hide the message
unread-messages = { $count ->
    [one] { $count } new message
   *[other] { $count } new messages
}
hidden-move = { $seat } has chosen
no-moves = No moves yet.
chat-placeholder = Say something
send-chat = Send
empty-chat = No messages yet.
chat-for-players = Only players at this table can chat.

# The rules.
rules-of = Rules of { $game }
in-short = { $game } in three minutes
contents = All rules
ruling-mark = our ruling
ruling-hint = Where the rulebook is silent, we decided. These sentences are marked as our ruling.
search-rules = Search the rules
no-matching-rule = No rule contains these words.
unknown-rule = Rule { $rule } doesn’t exist.

# The review of a game.
seat-and-player = { $seat }: { $name }
position-of = Position { $position } of { $count }
first-position = First position
previous-move = Previous move
next-move = Next move
last-position = Last position
view-label = Show
open-view = what all players knew
own-view = what you knew
analysis = Bot analysis
analysis-progress = Analysing: { $done } of { $count } positions
nothing-to-analyse = The game ended before there was a position to analyse.
value-chart = Win probability of { $seat }
seat-chance = { $seat } { $percent }
turning-points = Turning points
turn-number = Turn { $turn }
round-number = Round { $round }
turn-change = { $turn }, { $change }
move-change = { $move }: { $change }
move-ends-game = { $move }: the end of the game
value-change = { $change ->
    [loss] gave away { $percent }
    [worse] turned out { $percent } worse than expected
    [better] turned out { $percent } better than expected
   *[none] changed nothing
}
better-move = Better: { $move }
best-line = Best line from here
play-from-here = Play from here
nothing-to-play = The game is over here. Go back to an earlier position to play on from it.
back-to-table = Back to the table
download-record = Download the record
verify-deal = Verify the deal
deal-verified = This is the deal that the server committed to before the game.
deal-mismatch = The deal doesn’t match its commitment.
needs-secure-context = Your browser can verify the deal only over a secure connection.
commitment = The server published this commitment to the deal before the game. Now you can verify it: { $digest }

# Signing in.
account-is = Account: { $account }
account-hint = With an account you can play rated games and come back on another device. You keep your games.
account-name = Account name
password = Password
password-hint = At least eight characters, and not a common word.
register = Create an account
register-instead = Create an account instead
log-in = Sign in
log-in-anyway = Sign in anyway
log-in-instead = Sign in instead
log-in-hint = Welcome back. If you sign in to another account, you lose what you did as a guest.
log-out = Sign out
replace-guest = You are playing as { $name }, without an account. If you sign in, you lose { $name }’s games for good. To keep them, create an account instead.
use-passkey = Use a passkey
forgot-password = Forgot your password?

# Your games and ratings.
your-pages = Your pages
games-and-ratings = Games
settings = Settings
ratings = Ratings
game-count = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
no-ratings-yet = No rated games yet.
no-games-yet = You haven’t played yet.

# Settings: name, password and e-mail address.
your-name = Your name
your-name-hint = Other players see it at the table.
change-name = Change your name
saved = Saved.
new-password = New password
change-password = Change your password
change-password-hint = This signs out your other devices.
password-changed = Your password has been changed. Your other devices are signed out.
email = E-mail address
email-hint = We use it only to send you a link if you forget your password. Nobody else sees it.
current-email = Yours is { $address }.
verify-email = Send a link
email-pending = Open the link that we sent to { $address }. It is valid for a day.
email-removed = The address has been removed.
verifying-email = Confirming your address
email-verified = Your address is confirmed.
to-settings = To your settings

# Settings: passkeys.
passkeys = Passkeys
passkeys-hint = Sign in with your fingerprint, face or screen lock instead of your password.
add-passkey = Add a passkey
passkey-name = Name of the passkey
passkey-name-hint = To tell your devices apart.
passkey-failed = No passkey was used. Try again, or use your password.
passkeys-unsupported = This browser or connection doesn’t support passkeys.
remove-passkey = Remove the passkey { $name }

# Settings: recovery.
recovery-codes = Recovery codes
recovery-codes-hint = Each code lets you set a new password once, even without e-mail. Keep the codes in a safe place.
recovery-codes-left = { $count ->
    [0] You have none.
   *[other] You have { $count } left.
}
make-codes = Make new codes
codes-shown-once = Write these codes down now. You won’t see them again, and earlier codes no longer work.
recover-title = Set a new password
recover-hint = Enter your account name or e-mail address. If we know your address, we send you a link.
account-or-email = Account name or e-mail address
send-link = Send me a link
link-sent = If the account has an e-mail address, a link is on its way. It is valid for an hour.
use-code = Use a recovery code instead
use-link = Get a link by e-mail instead
recovery-code = Recovery code
set-password = Set the password

# Settings: devices.
devices = Devices
devices-hint = You are signed in on these devices. Sign out any you don’t recognise.
this-device = this device
old-session = Signed in before the last upgrade
last-used = last used { $time }
sign-out = Sign out
sign-out-device = Sign out { $device }
sign-out-others = Sign out all others

# Settings: API tokens.
tokens = API tokens
tokens-hint = For bots and other programs that act for you. They can’t change your account.
token-name = Name of the token
token-scopes = It may
scope-name = { $scope ->
    [read] look at tables
    [play] play
   *[other] { $scope }
}
token-days = It expires after
day-count = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
create-token = Create a token
token-shown-once = Copy the token now. You won’t see it again.
expires = expires { $date }
revoke-token = Revoke the token { $name }
revoke = Revoke

# Settings: your data.
your-data = Your data
export-hint = Everything we know about you, in one JSON file: games, chat, ratings, devices.
export-data = Download my data
deletion = Delete
delete-hint = You resign all games in progress. Other players keep the games they played with you, without your name.
delete-account = Delete my account
delete-guest = Delete me
delete-title = Delete everything about you?
delete-final = This can’t be undone.
delete-for-ever = Delete for ever

# Confirming a change to the account.
confirm-title = Confirm it’s you
confirm-hint = Please confirm this change to your account.
confirm = Confirm

# Reports to the moderators.
report-name = Report the name { $name }
report-message = Report this message by { $name }
report-title = Report to the moderators
report-comment = What is wrong? (optional)
send-report = Report
report-sent = Thank you. The moderators will look at it.

# For moderators.
admin = Admin
open-reports = Open reports
no-open-reports = No report is open.
report-kind = { $kind ->
    [name] name
    [chat] chat message
   *[other] { $kind }
}
reported-by = { $time }, reported by { $reporter }
resolve = Resolved
dismiss = Nothing wrong
delete-message = Delete the message
users = Users
search-users = Name, account or id
search = Search
no-users-found = No users found.
guest = guest
suspend = Suspend
unsuspend = Lift the suspension
mute-user = Mute
unmute-user = Unmute
rename-user = Rename
new-name-for = New name for { $name }
free-name = Let them choose a name
days = Days
days-hint = For suspensions and mutes. Leave it empty to make them last until they are lifted.
role-of = Role of { $name }
role-name = { $role ->
    [user] user
    [moderator] moderator
    [admin] admin
   *[other] { $role }
}
suspended = suspended until lifted
suspended-until = suspended until { $time }
muted = muted until lifted
muted-until = muted until { $time }
tables = Tables
damaged-table = can’t be read
no-tables = No table is open.
audit-log = Audit log
command-line = command line

# Errors.
not-found = Page not found.
go-home = To the front page
failed = Something went wrong.
unreachable = The server can’t be reached.
try-again = Try again
