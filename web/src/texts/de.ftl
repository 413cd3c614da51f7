# Der Rahmen aller Seiten.
skip-to-content = Zum Inhalt springen
main-menu = Hauptmenü
home-link = Nodarium, Startseite
games = Spiele
lobby = Lobby
rules = Regeln
you = Du
use-dark-theme = Zum dunklen Farbschema wechseln
use-light-theme = Zum hellen Farbschema wechseln
mute-sounds = Alle Töne ausschalten
unmute-sounds = Töne einschalten
language = Sprache
title-of = { $game } – Nodarium
title-turn = ● Du bist dran – { $game }
loading = Einen Moment …
close = Schließen
cancel = Abbrechen
copy = Kopieren
copied = Kopiert
remove = Entfernen

# Darstellung und Ton.
display-and-sound = Darstellung und Ton
preferences-hint = Diese Einstellungen gelten für diesen Browser.
appearance = Aussehen
at-the-table = Am Tisch
sound = Ton
volume = Lautstärke
done = Fertig
reset-preferences = Alles zurücksetzen
motion-is-reduced = Dein System wünscht weniger Bewegung, deshalb bewegt sich nichts.
confirm-moves-hint = Du siehst deinen Zug und kannst ihn noch ändern, bevor er gesendet wird.
palette-hint = Die zweite Auswahl lässt sich leichter unterscheiden, auch bei Farbenblindheit.
notifications = Benachrichtigungen
notify-hint = Dein Browser meldet, dass du dran bist, wenn diese Seite verdeckt ist. Er fragt dich vorher.
notifications-denied = Dein Browser erlaubt dieser Seite keine Benachrichtigungen.
preference-name = { $name ->
    [theme] Farbschema
    [contrast] Kontrast
    [palette] Farben
    [pace] Animationen
    [board] Brett
    [handed] Knöpfe für die
    [coordinates] Koordinaten
    [confirm] Züge bestätigen
    [shortcuts] Tastenkürzel aus einem Buchstaben
    [notify] Melden, wenn ich dran bin
   *[other] { $name }
}
preference-choice = { $choice ->
    [theme-system] wie das System
    [theme-light] hell
    [theme-dark] dunkel
    [contrast-system] wie das System
    [contrast-normal] normal
    [contrast-more] stärker
    [palette-standard] Standard
    [palette-distinct] weiter auseinander
    [pace-off] aus
    [pace-slow] langsam
    [pace-normal] normal
    [pace-fast] schnell
    [board-normal] normal
    [board-large] groß
    [handed-right] rechte Hand
    [handed-left] linke Hand
    [coordinates-on] an
    [coordinates-off] aus
    [confirm-on] an
    [confirm-off] aus
    [shortcuts-on] an
    [shortcuts-off] aus
    [notify-on] an
    [notify-off] aus
   *[other] { $choice }
}
keyboard = Tastatur

# Die Liste der Tastenkürzel.
shortcuts = Tastenkürzel
shortcuts-hint = Kürzel aus einem Buchstaben kannst du ausschalten:
shortcut-place = { $place ->
    [page] Überall
    [table] Am Tisch
   *[review] In der Rückschau
}
shortcut-name = { $what ->
    [help] diese Liste
    [home] Startseite
    [preferences] Darstellung und Ton
    [mute] Töne an oder aus
    [move] von Ziel zu Ziel
    [select] Ziel wählen und Zug bestätigen
    [back] einen Schritt zurück oder Meldung schließen
    [digits] eines der Ziele in der Leiste wählen
    [undo] zurücknehmen
    [resign] aufgeben
    [log] Verlauf
    [rules] Regeln
    [chat] Chat
    [previous] voriger Zug
    [next] nächster Zug
    [first] erste Stellung
   *[last] letzte Stellung
}
key-name = { $key ->
    [ArrowLeft] ←
    [ArrowUp] ↑
    [ArrowDown] ↓
    [ArrowRight] →
    [Enter] Eingabe
    [Escape] Esc
    [Home] Pos1
    [End] Ende
   *[other] { $key }
}
app = App
install = Nodarium installieren

# Ohne Netz, und neue Fassungen.
page-is-offline = Du bist offline. Du kannst die Regeln lesen und die Partien, die dieser Browser gespeichert hat.
needs-network = Du bist offline. Dazu braucht es eine Verbindung.
saved-reviews = Gespeicherte Partien
saved-reviews-hint = Jede Partie, die du dir ansiehst, speichert dieser Browser, damit du sie ohne Netz lesen kannst. Beim Abmelden werden sie gelöscht.
no-saved-reviews = Noch ist keine Partie gespeichert.
update-is-ready = Eine neue Fassung dieser Seite ist bereit.
reload = Neu laden
later = Später

# Die Startseite.
headline = Überliste jemanden in der nächsten halben Stunde.
welcome = { $count ->
    [one] Ein Brettspiel rund um Netze.
    [2] Zwei Brettspiele rund um Netze.
    [3] Drei Brettspiele rund um Netze.
    [4] Vier Brettspiele rund um Netze.
    [5] Fünf Brettspiele rund um Netze.
    [6] Sechs Brettspiele rund um Netze.
   *[other] { $count } Brettspiele rund um Netze.
} Setz dich an einen Tisch, gegen einen Bot oder mit Freunden. Du brauchst kein Konto.
play-now = Sofort spielen
play-now-hint = „Sofort spielen“ setzt dich an { $game } mit einem Bot ({ $level }).
learn-in-minutes = In 3 Minuten lernen
learn-in-short = Lernen: 3 Min.
learn = Lernen
sample-game = Zwei Bots am Tisch
quick-to-learn = schnell gelernt
most-to-discover = viel zu entdecken
start-here = Fang hier an
weight-of = Tiefe { $weight } von { $heaviest }
play = Spielen
player-count = { $count } Spieler
player-range = { $least } bis { $most } Spieler
minute-count = { $count ->
    [one] { $count } Minute
   *[other] { $count } Minuten
}
short-minutes = { $count } Min.
game-designed-by = { $game } von { $designer }
credits = Die Spiele gehören ihren Autoren.
play-bot = Gegen einen Bot
play-friend = Mit Freunden
play-on-device = An diesem Gerät
more-options = Weitere Optionen
bot-level = Stärke des Bots
level-name = { $level ->
    [random] Zufall
    [novice] Anfänger
    [casual] Hobby
    [club] Verein
    [expert] Experte
    [master] Meister
   *[other] { $level }
}
continue-games = Partien zum Weiterspielen
continue = Weiterspielen
remove-table = { $game } aus dieser Liste entfernen
against = gegen { $players }
anybody = irgendjemanden
bot-opponent = einen Bot ({ $level })
all-on-device = an diesem Gerät
your-games = Deine Partien
board-in-progress = Eine laufende Partie { $game }

# Eine neue Partie.
game-of = Eine Partie { $game }
opponents = Gegner
opponent-kind = { $kind ->
    [bot] Bots
    [friend] Freunde mit einem Link
    [anybody] Alle in der Lobby
   *[device] Mitspieler an diesem Gerät
}
your-seat = Dein Platz
random-seat = zufällig
clock = Bedenkzeit
no-clock = Ohne Uhr
seconds-per-turn = { $seconds ->
    [one] { $seconds } Sekunde pro Zug
   *[other] { $seconds } Sekunden pro Zug
}
minutes-and-seconds = { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
} + { $seconds ->
    [one] { $seconds } Sekunde
   *[other] { $seconds } Sekunden
}
days-per-turn = { $days ->
    [one] { $days } Tag pro Zug
   *[other] { $days } Tage pro Zug
}
series-length = Partien
best-of = { $count ->
    [one] eine einzelne Partie
   *[other] Best of { $count }
}
rated = Gewertet
rated-hint = Zählt für die Wertung. Dafür brauchen alle ein Konto.
rated-mark = gewertet
yes = ja
no = nein
start = Los geht’s

# Die Namen der Gäste. $first und $second sind Zahlen von 0 bis 7.
guest-name = { $first ->
    [0] Stiller
    [1] Heller
    [2] Flinker
    [3] Ruhiger
    [4] Wacher
    [5] Munterer
    [6] Klarer
   *[other] Kühner
} { $second ->
    [0] Komet
    [1] Leuchtturm
    [2] Hafen
    [3] Garten
    [4] Kompass
    [5] Otter
    [6] Ahorn
   *[other] Falke
}

# Die Lobby und Listen von Tischen.
lobby-headline = { $count ->
    [0] Finde jemanden zum Spielen.
    [one] Eine Partie beginnt, sobald du dich setzt.
    [2] Zwei Partien beginnen, sobald du dich setzt.
    [3] Drei Partien beginnen, sobald du dich setzt.
    [4] Vier Partien beginnen, sobald du dich setzt.
   *[other] { $count } Partien beginnen, sobald du dich setzt.
}
people-at-tables = { $count } an den Tischen
player-waits = { $player } wartet
seats-left = { $count ->
    [one] ein Platz frei von { $seats }
   *[other] { $count } Plätze frei von { $seats }
}
play-now-promise = ein Gegner oder nach { $seconds } s ein Bot
seeking = Ein Gegner wird gesucht …
seconds-left = { $seconds } s
nobody-came = Noch ist niemand gekommen.
play-bot-of-level = Gegen einen Bot ({ $level })
keep-waiting = Weiter warten
watch-now = Jetzt zuschauen
watch-now-hint = Öffentliche Partien, Zug um Zug. Verdeckte Karten bleiben verdeckt.
watch-game = Einer Partie { $game } zuschauen
game-at-turn = { $game }, Zug { $turn }
watching-count = { $count } Zuschauer
open-tables = Offene Tische
filter-tables = Tische filtern
all-games = Alle Spiele
open-table = Tisch öffnen
no-open-tables = Im Moment ist kein Tisch offen.
no-matching-tables = Kein offener Tisch passt.
no-tables-in-play = Im Moment läuft keine öffentliche Partie.
waiting-for-minutes = { $minutes ->
    [0] gerade geöffnet
   *[other] wartet seit { $minutes } Min.
}
sit-down = Platz nehmen
your-table = Dein Tisch
watch = Zuschauen
last-games = Deine letzten Partien
all-count = Alle { $count }
result-at = { $result ->
    [won] { $game }: gewonnen
    [lost] { $game }: verloren
    [drawn] { $game }: unentschieden
   *[other] { $game }
}
review = Ansehen
rated-table = Dieser Tisch wird gewertet
rated-table-hint = Für gewertete Partien brauchen alle ein Konto. Danach sitzt du sofort am Tisch und behältst die Partien, die du als Gast gespielt hast.
empty-slot = frei
damaged = Beschädigt
table-status = { $status ->
    [open] offen
    [playing] läuft
    [over] beendet
    [closed] geschlossen
   *[other] { $status }
}

# Ein Tisch, der auf Mitspieler wartet.
invite = Schick diesen Link an alle, mit denen du spielen willst.
waiting-in-lobby = Dein Tisch wartet in der Lobby. Alle dort können sich setzen.
invite-too = Du kannst auch jemandem diesen Link schicken.
link-is-local = Dieser Link funktioniert nur auf diesem Computer. Damit andere mitspielen können, starte „nodarium serve --host 0.0.0.0“ und öffne diese Seite unter der Netzwerkadresse deines Computers.
copy-link = Link kopieren
qr-code = QR-Code dieses Links
play-as = Als { $seat } spielen
close-table = Tisch schließen

# Das Brett und die Leiste darunter.
board-label = Spielbrett. Mit den Pfeiltasten bewegst du dich, mit Enter wählst du, mit Escape gehst du einen Schritt zurück.
board-at = Spielbrett: { $prompt }
your-turn = Du bist dran
announced-move = { $move }.
announced-turn = Du bist dran. { $prompt }
seat-changed = Du spielst jetzt { $seat }.
waiting-for-others = Die anderen sind noch nicht so weit.
waiting-for = Warten auf { $players }.
awaited-person = { $name } ({ $seat })
awaited-bot = den Bot ({ $seat })
select-next = wähle, wie es weitergeht
move-is-pending = spielen?
confirm-move = Spielen
turn-back = { $label }: zurück
turn-on = { $label }: weiter
go-on = Weiter
steps-of-turn = Teile des Zuges
step-state = { $state ->
    [done] , erledigt
    [skipped] , ausgelassen
    [now] , jetzt
   *[next] , noch offen
}
thinking = denkt nach
pointed-at = Worauf du zeigst
point-at-something = Zeig auf etwas auf dem Tisch, um zu lesen, was es ist.
open-tabs = Tisch, Verlauf, Regeln und Chat
token-target = { $target } ({ $token })
undo = Zurücknehmen
step-back = Schritt zurück
play-losing-move = Partie verlieren
reconsider = Noch einmal überlegen
resign = Aufgeben
confirm-resign = Willst du aufgeben?
confirm-early-resign = Willst du aufgeben? Die Partie hat gerade erst begonnen, darum ändert sich keine Wertung.
too-short-to-rate = Die Partie war zu kurz, um gewertet zu werden.
resign-now = Ja, aufgeben
keep-playing = Weiterspielen
offer-draw = Unentschieden anbieten
proposal-question = { $what ->
    [draw] { $name } bietet Unentschieden an.
    [take-back] { $name } möchte einen Zug zurücknehmen.
   *[rematch] { $name } möchte noch eine Partie spielen.
}
proposal-sent = { $what ->
    [draw] Du hast Unentschieden angeboten.
    [take-back] Du hast darum gebeten, deinen Zug zurückzunehmen.
   *[rematch] Du hast noch eine Partie vorgeschlagen.
}
proposal-agreed = Du hast zugestimmt. Die anderen noch nicht.
proposal-declined = { $what ->
    [draw] { $name } lehnt das Unentschieden ab.
    [take-back] { $name } möchte nicht, dass du den Zug zurücknimmst.
   *[rematch] { $name } möchte nicht noch einmal spielen.
}
proposal-withdrawn = { $what ->
    [draw] { $name } bietet kein Unentschieden mehr an.
    [take-back] { $name } will den Zug nicht mehr zurücknehmen.
   *[rematch] { $name } möchte doch nicht noch einmal spielen.
}
proposal-lapsed = { $what ->
    [draw] Die Partie ging weiter. Dein Angebot gilt nicht mehr.
   *[take-back] Die Partie ging weiter. Dein Zug bleibt.
}
accept = Annehmen
decline = Ablehnen
withdraw = Zurückziehen
claim-victory = Sieg beanspruchen
rematch = Noch eine Partie
review-game = Partie ansehen
offline = Keine Verbindung. Neuer Versuch …
offline-with-pending = Keine Verbindung. Deine letzte Aktion wird gesendet, sobald sie wieder da ist. Neuer Versuch …
watching = Du schaust zu.
pass-device = Gib das Gerät an { $seat } weiter.
pass-device-hint = Bis dahin bleibt alles Geheime verdeckt.
take-device = Ich bin { $seat }
game-drawn = Unentschieden.
seat-won = { $count ->
    [one] { $seat } hat gewonnen.
   *[other] { $seat } haben gewonnen.
}
show-board = Brett ansehen
show-result = Ergebnis zeigen
try-level = Als Nächstes „{ $level }“
other-games = Alle Spiele
you-won = Du hast gewonnen.
you-lost = Du hast verloren.
table-closed = Dieser Tisch ist geschlossen.
table-unavailable = Dieser Tisch lässt sich nicht öffnen.

# Spieler.
bot-player = Bot, { $level }
you-mark = (du)
connected = verbunden
away = nicht da
games-won = { $count } gewonnen
tenths-left = { NUMBER($seconds, minimumFractionDigits: 1, maximumFractionDigits: 1) }
time-is-low = Noch { $seconds } Sekunden
days-left = { $days ->
    [one] { $days } Tag
   *[other] { $days } Tage
}

# Verlauf und Chat.
tab-list = Verlauf, Regeln und Chat
tab-name = { $tab ->
    [table] Tisch
    [log] Verlauf
    [rules] Regeln
   *[chat] Chat
}
open-chat = Chat öffnen
hide-message = Nachricht ausblenden
unread-messages = { $count ->
    [one] { $count } neue Nachricht
   *[other] { $count } neue Nachrichten
}
hidden-move = { $seat } hat gewählt
no-moves = Noch keine Züge.
chat-placeholder = Schreib etwas
send-chat = Senden
empty-chat = Noch keine Nachrichten.
chat-for-players = Nur wer mitspielt, kann hier chatten.

# Die Regeln.
rules-of = Regeln von { $game }
in-short = { $game } in drei Minuten
contents = Alle Regeln
ruling-mark = unsere Auslegung
ruling-hint = Wo die Anleitung schweigt, haben wir entschieden. Diese Sätze sind als unsere Festlegung markiert.
search-rules = In den Regeln suchen
no-matching-rule = Keine Regel enthält diese Wörter.
unknown-rule = Eine Regel { $rule } gibt es nicht.

# Eine Partie ansehen.
seat-and-player = { $seat }: { $name }
position-of = Stellung { $position } von { $count }
first-position = Erste Stellung
previous-move = Vorheriger Zug
next-move = Nächster Zug
last-position = Letzte Stellung
view-label = Zeigen
open-view = was alle zusammen wussten
own-view = was du wusstest
analysis = Analyse des Bots
analysis-progress = Analyse: { $done } von { $count } Stellungen
nothing-to-analyse = Die Partie war zu Ende, bevor es etwas zu analysieren gab.
value-chart = Gewinnchancen von { $seat }
seat-chance = { $seat } { $percent }
turning-points = Wendepunkte
turn-number = Zug { $turn }
round-number = Runde { $round }
turn-change = { $turn }: { $change }
move-change = { $move }: { $change }
move-ends-game = { $move }: Ende der Partie
value-change = { $change ->
    [loss] { $percent } verschenkt
    [worse] { $percent } schlechter als erwartet
    [better] { $percent } besser als erwartet
   *[none] nichts verändert
}
better-move = Besser: { $move }
best-line = Beste Fortsetzung
play-from-here = Von hier weiterspielen
nothing-to-play = Hier ist die Partie zu Ende. Geh zu einer früheren Stellung zurück, um von dort weiterzuspielen.
back-to-table = Zurück zum Tisch
download-record = Aufzeichnung herunterladen
verify-deal = Ausgangslage prüfen
deal-verified = Das ist die Ausgangslage, auf die sich der Server vor der Partie festgelegt hat.
deal-mismatch = Die Ausgangslage passt nicht zur Festlegung.
needs-secure-context = Dein Browser kann die Ausgangslage nur über eine sichere Verbindung prüfen.
commitment = Der Server hat diese Festlegung der Ausgangslage vor der Partie veröffentlicht. Jetzt kannst du sie prüfen: { $digest }

# Anmelden.
account-is = Konto: { $account }
account-hint = Mit einem Konto kannst du gewertete Partien spielen und auf einem anderen Gerät weitermachen. Deine Partien behältst du.
account-name = Kontoname
password = Passwort
password-hint = Mindestens acht Zeichen und kein gängiges Wort.
register = Konto anlegen
register-instead = Stattdessen ein Konto anlegen
log-in = Anmelden
log-in-anyway = Trotzdem anmelden
log-in-instead = Stattdessen anmelden
log-in-hint = Willkommen zurück. Wenn du dich bei einem anderen Konto anmeldest, verlierst du, was du als Gast gespielt hast.
log-out = Abmelden
replace-guest = Du spielst als { $name }, ohne Konto. Wenn du dich anmeldest, verlierst du die Partien von { $name } endgültig. Um sie zu behalten, lege stattdessen ein Konto an.
use-passkey = Passkey verwenden
forgot-password = Passwort vergessen?

# Deine Partien und Wertungen.
your-pages = Deine Seiten
games-and-ratings = Partien
settings = Einstellungen
ratings = Wertungen
game-count = { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
}
no-ratings-yet = Noch keine gewerteten Partien.
no-games-yet = Du hast noch nicht gespielt.

# Einstellungen: Name, Passwort und E-Mail-Adresse.
your-name = Dein Name
your-name-hint = Die anderen sehen ihn am Tisch.
change-name = Namen ändern
saved = Gespeichert.
new-password = Neues Passwort
change-password = Passwort ändern
change-password-hint = Das meldet deine anderen Geräte ab.
password-changed = Dein Passwort ist geändert. Deine anderen Geräte sind abgemeldet.
email = E-Mail-Adresse
email-hint = Nur für den Link, den wir dir schicken, wenn du dein Passwort vergisst. Niemand sonst sieht sie.
current-email = Deine Adresse ist { $address }.
verify-email = Link schicken
email-pending = Öffne den Link, den wir an { $address } geschickt haben. Er gilt einen Tag.
email-removed = Die Adresse ist entfernt.
verifying-email = Deine Adresse wird bestätigt
email-verified = Deine Adresse ist bestätigt.
to-settings = Zu deinen Einstellungen

# Einstellungen: Passkeys.
passkeys = Passkeys
passkeys-hint = Melde dich mit Fingerabdruck, Gesicht oder Bildschirmsperre an statt mit dem Passwort.
add-passkey = Passkey hinzufügen
passkey-name = Name des Passkeys
passkey-name-hint = Damit du deine Geräte auseinanderhalten kannst.
passkey-failed = Es wurde kein Passkey verwendet. Versuch es noch einmal oder nimm dein Passwort.
passkeys-unsupported = Mit diesem Browser oder dieser Verbindung gehen keine Passkeys.
remove-passkey = Passkey { $name } entfernen

# Einstellungen: Wiederherstellung.
recovery-codes = Notfallcodes
recovery-codes-hint = Mit jedem Code kannst du einmal ein neues Passwort setzen, auch ohne E-Mail. Bewahre die Codes sicher auf.
recovery-codes-left = { $count ->
    [0] Du hast keine.
   *[other] Du hast noch { $count }.
}
make-codes = Neue Codes erzeugen
codes-shown-once = Schreib diese Codes jetzt auf. Du siehst sie nicht noch einmal, und frühere Codes gelten nicht mehr.
recover-title = Neues Passwort setzen
recover-hint = Gib deinen Kontonamen oder deine E-Mail-Adresse ein. Wenn wir deine Adresse kennen, schicken wir dir einen Link.
account-or-email = Kontoname oder E-Mail-Adresse
send-link = Link anfordern
link-sent = Wenn das Konto eine E-Mail-Adresse hat, ist ein Link unterwegs. Er gilt eine Stunde.
use-code = Stattdessen Notfallcode verwenden
use-link = Stattdessen Link per E-Mail
recovery-code = Notfallcode
set-password = Passwort setzen

# Einstellungen: Geräte.
devices = Geräte
devices-hint = Auf diesen Geräten bist du angemeldet. Melde ab, was du nicht kennst.
this-device = dieses Gerät
old-session = Angemeldet vor der letzten Aktualisierung
last-used = zuletzt benutzt: { $time }
sign-out = Abmelden
sign-out-device = { $device } abmelden
sign-out-others = Alle anderen abmelden

# Einstellungen: API-Tokens.
tokens = API-Tokens
tokens-hint = Für Bots und andere Programme, die für dich handeln. Dein Konto können sie nicht ändern.
token-name = Name des Tokens
token-scopes = Das Token darf
scope-name = { $scope ->
    [read] Tische ansehen
    [play] spielen
   *[other] { $scope }
}
token-days = Das Token läuft ab nach
day-count = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tagen
}
create-token = Token erzeugen
token-shown-once = Kopiere das Token jetzt. Du siehst es nicht noch einmal.
expires = gültig bis { $date }
revoke-token = Token { $name } widerrufen
revoke = Widerrufen

# Einstellungen: deine Daten.
your-data = Deine Daten
export-hint = Alles, was wir über dich wissen, in einer JSON-Datei: Partien, Chat, Wertungen, Geräte.
export-data = Daten herunterladen
deletion = Löschen
delete-hint = Laufende Partien gibst du damit auf. Die anderen behalten die Partien mit dir, aber ohne deinen Namen.
delete-account = Konto löschen
delete-guest = Alles löschen
delete-title = Alles über dich löschen?
delete-final = Das lässt sich nicht rückgängig machen.
delete-for-ever = Für immer löschen

# Eine Änderung am Konto bestätigen.
confirm-title = Bist du es?
confirm-hint = Bestätige diese Änderung an deinem Konto.
confirm = Bestätigen

# Meldungen an die Moderation.
report-name = Den Namen { $name } melden
report-message = Diese Nachricht von { $name } melden
report-title = Der Moderation melden
report-comment = Was ist daran nicht in Ordnung? (freiwillig)
send-report = Melden
report-sent = Danke. Die Moderation sieht es sich an.

# Für die Moderation.
admin = Verwaltung
open-reports = Offene Meldungen
no-open-reports = Keine Meldung ist offen.
report-kind = { $kind ->
    [name] Name
    [chat] Chatnachricht
   *[other] { $kind }
}
reported-by = { $time }, gemeldet von { $reporter }
resolve = Erledigt
dismiss = Nichts zu beanstanden
delete-message = Nachricht löschen
users = Benutzer
search-users = Name, Konto oder ID
search = Suchen
no-users-found = Niemand gefunden.
guest = Gast
suspend = Sperren
unsuspend = Sperre aufheben
mute-user = Stummschalten
unmute-user = Stummschaltung aufheben
rename-user = Umbenennen
new-name-for = Neuer Name für { $name }
free-name = Namen freigeben
days = Tage
days-hint = Für Sperren und Stummschaltungen. Ohne Angabe gelten sie, bis sie aufgehoben werden.
role-of = Rolle von { $name }
role-name = { $role ->
    [user] Benutzer
    [moderator] Moderator
    [admin] Administrator
   *[other] { $role }
}
suspended = gesperrt bis auf Weiteres
suspended-until = gesperrt bis { $time }
muted = stumm bis auf Weiteres
muted-until = stumm bis { $time }
tables = Tische
damaged-table = nicht lesbar
no-tables = Kein Tisch ist offen.
audit-log = Protokoll
command-line = Befehlszeile

# Fehler.
not-found = Seite nicht gefunden.
go-home = Zur Startseite
failed = Etwas ist schiefgegangen.
unreachable = Der Server ist nicht erreichbar.
try-again = Noch einmal versuchen
