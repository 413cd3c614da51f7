# Am Tisch.
server-no-such-table = Diesen Tisch gibt es nicht. Prüfe den Link.
server-table-damaged = Dieser Tisch lässt sich nicht lesen. Der Fehler ist protokolliert; frag den Betreiber des Servers.
server-table-closed = Der Tisch ist geschlossen. Eröffne einen neuen.
server-table-changed = Am Tisch hat sich inzwischen etwas geändert. Sieh nach und versuch es noch einmal.
server-table-full = An diesem Tisch ist zu viel geschehen. Eröffne einen neuen.
server-players-only = Das dürfen nur Spieler an diesem Tisch. Nimm zuerst einen freien Platz ein.
server-not-started = Die Partie hat noch nicht begonnen. Sie beginnt, sobald alle Plätze besetzt sind.
server-losing-move = Mit diesem Zug verlierst du sofort. Wähle einen anderen oder bestätige ihn.
server-nothing-to-choose = Hier gibt es gerade nichts zu wählen.
server-already-seated = Du hast an diesem Tisch schon einen Platz.
server-slots-taken = Die Partie hat begonnen, und alle Plätze sind besetzt. Du kannst zuschauen.
server-joined-too-often = Du hast hier zu oft Platz genommen und bist wieder gegangen. Eröffne einen neuen Tisch.
server-no-such-slot = Platz { $slot } gibt es nicht. Die Plätze sind 0 bis { $last }.
server-slot-taken = Dieser Platz ist besetzt oder für jemand anderen reserviert. Wähle einen freien.
server-rated-needs-account = Für gewertete Partien brauchst du ein Konto. Lege zuerst eins an.
server-not-seated = Du hast an diesem Tisch keinen Platz.
server-stand-too-late = Nach Beginn der Partie kannst du deinen Platz nicht mehr verlassen. Gib auf oder schließ den Tisch vor dem ersten Zug.
server-abort-too-late = Eine Partie kannst du nur vor dem ersten Zug abbrechen. Gib stattdessen auf.
server-abort-after-deal = Du hast schon gesehen, was ausgeteilt wurde. Deshalb kannst du eine gewertete Partie nicht mehr abbrechen. Gib stattdessen auf.
server-claim-correspondence = Den Sieg in einer Fernpartie kannst du nicht beanspruchen. Warte, bis die Bedenkzeit abgelaufen ist.
server-claim-too-early = Wer am Zug ist, ist noch keine { $seconds } Sekunden weg.

# Chat.
server-chat-players-only = Nur Spieler an diesem Tisch können chatten.
server-chat-off = An diesem Tisch ist der Chat ausgeschaltet.
server-chat-empty = Die Nachricht ist leer. Schreib etwas.
server-chat-full = An diesem Tisch gibt es zu viele Nachrichten. Eröffne einen neuen.

# Vorschläge.
server-too-many-proposals = Du hast in dieser Partie zu viele Vorschläge gemacht.
server-other-proposal = Ein anderer Vorschlag ist offen. Nimm ihn zuerst an oder lehne ihn ab.
server-already-agreed = Du hast schon zugestimmt. Warte auf die Antwort der anderen.
server-rematch-too-early = Die Partie läuft noch. Eine Revanche kannst du danach vorschlagen.
server-bots-refuse-draws = Bots nehmen kein Unentschieden an. Spiel weiter oder gib auf.
server-nothing-to-take-back = Du hast keinen Zug, den du zurücknehmen könntest.
server-simultaneous-is-final = Einen Zug, der gleichzeitig mit dem deines Gegners gewählt wurde, kannst du nicht zurücknehmen.
server-no-proposal-to-answer = Kein Vorschlag wartet auf deine Antwort.
server-no-proposal = Es ist kein Vorschlag offen.

# Einen Tisch eröffnen.
server-too-many-open-tables = Zu viele Tische sind offen, deine oder auf dem ganzen Server. Beende oder schließ einen von deinen oder versuch es später noch einmal.
server-too-many-guest-tables = Gäste aus deinem Netz haben zu viele offene Tische. Lege ein Konto an oder versuch es später noch einmal.
server-too-many-network-tables = In deinem Netz sind zu viele Tische offen. Beende oder schließ zuerst einen.
server-too-many-bot-tables = Es laufen zu viele Partien zwischen Bots. Warte, bis eine zu Ende ist.
server-slot-count = { $game } braucht mit diesen Optionen { $seats } Plätze, nicht { $given }.
server-rated-people-only = Gewertete Partien sind für Menschen mit Konto, jeder auf einem Platz. Lege ein Konto an und lass Bots weg.
server-several-slots = Mehrere Plätze kannst du nur einnehmen, wenn sonst niemand mitspielt. Besetze die übrigen Plätze mit Bots.
server-unknown-bot = Unbekannte Spielstärke { $level }. Möglich sind: { $levels }.
server-person-needs-account = Für den Platz einer Person fehlt der Name ihres Kontos in „account“.
server-no-finished-game = An diesem Tisch gibt es keine solche beendete Partie. Du kannst nur beendete Partien fortsetzen.
server-position-too-late = Von dieser Stellung aus kannst du nicht weiterspielen. Wähle eine frühere.
server-position-needs-players = Um von einer Stellung aus weiterzuspielen, muss jeder Platz besetzt sein: von dir oder einem Bot.

# Nachbetrachtung.
server-no-such-game-at-table = An diesem Tisch gibt es keine Partie { $number }. Die erste hat die Nummer 0.
server-no-such-position = { $length ->
    [one] Nach Zug { $moves } gibt es keine Stellung: Die Partie hat nur einen Zug.
   *[other] Nach Zug { $moves } gibt es keine Stellung: Die Partie hat nur { $length } Züge.
}
server-open-after-game = Was die anderen wussten, siehst du erst nach der Partie.
server-analysis-after-game = Die Partie läuft noch. Eine Analyse gibt es danach.
server-analysis-failed = Diese Partie ließ sich nicht analysieren. Der Fehler ist protokolliert; ein neuer Versuch hilft nicht.
server-analyses-pending = Mehrere deiner Analysen sind noch nicht fertig. Warte auf eine davon.
server-analysis-queue-full = Es warten schon zu viele Analysen. Versuch es in ein paar Minuten noch einmal.

# Spiele.
server-no-cover = Dieses Spiel hat kein Titelbild.
server-no-such-game = Dieses Spiel gibt es nicht. GET /api/games listet alle Spiele auf.
server-no-such-language = In dieser Sprache gibt es keine Texte. Möglich sind: { $languages }.
server-yes = ja
server-no = nein

# Anfragen.
server-shutting-down = Der Server wird gerade beendet. Versuch es gleich noch einmal.
server-database-silent = Die Datenbank antwortet nicht. Versuch es gleich noch einmal.
server-internal-error = Bei uns ist etwas schiefgegangen. Der Fehler ist protokolliert.
server-no-such-address = Diese Adresse gibt es nicht. GET /api/openapi.json beschreibt alle Adressen.
server-method-not-allowed = Verwende hier { $allowed }, nicht { $method }.
server-other-site = Seiten anderer Websites dürfen das nicht. Die Option --allow-origin des Servers erlaubt es ihnen.
server-not-json = Sende JSON, mit „Content-Type: application/json“.
server-body-too-large = Der Inhalt einer Anfrage darf höchstens { $bytes } Bytes haben.
server-body-too-slow = Der Inhalt einer Anfrage muss innerhalb von { $seconds } Sekunden ankommen.
server-at-field = { $field }: { $problem }
server-at-byte = Byte { $byte }: { $problem }
server-control-characters = Steuerzeichen sind nicht erlaubt.
server-bad-characters = Einige dieser Zeichen sind nicht erlaubt.
server-bad-parameter = Dieser Wert ist nicht möglich.

# Grenzen.
server-too-many-requests = { $scope ->
    [address] Zu viele Anfragen von dieser Adresse. Warte einen Moment und versuch es noch einmal.
   *[user] Zu viele Anfragen. Warte einen Moment und versuch es noch einmal.
}
server-too-many-frames = Zu viele Nachrichten von dieser Adresse. Warte kurz und verbinde dich neu.
server-too-many-chats = Zu viele Chatnachrichten. Warte einen Moment und versuch es noch einmal.
server-too-many-reports = Zu viele Meldungen. Warte einen Moment und versuch es noch einmal.
server-too-many-exports = Zu viele Exporte. Warte eine Weile und versuch es noch einmal.
server-too-many-new-tables = { $scope ->
    [address] Zu viele neue Tische von dieser Adresse. Warte einen Moment und versuch es noch einmal.
    [network] Zu viele neue Tische aus diesem Netz. Warte einen Moment und versuch es noch einmal.
   *[user] Zu viele neue Tische. Warte einen Moment und versuch es noch einmal.
}
server-too-many-new-users = { $scope ->
    [network] Zu viele neue Benutzer aus diesem Netz. Warte einen Moment und versuch es noch einmal.
   *[address] Zu viele neue Benutzer von dieser Adresse. Warte einen Moment und versuch es noch einmal.
}
server-too-many-password-attempts = { $scope ->
    [network] Zu viele Anmeldeversuche aus diesem Netz. Warte einen Moment und versuch es noch einmal.
   *[address] Zu viele Anmeldeversuche von dieser Adresse. Warte einen Moment und versuch es noch einmal.
}
server-too-many-custom-texts = { $scope ->
    [site] Zu viel eigenes Spielmaterial auf diesem Server. Warte einen Moment und versuch es noch einmal.
    [network] Zu viel eigenes Spielmaterial aus diesem Netz. Warte einen Moment und versuch es noch einmal.
   *[address] Zu viel eigenes Spielmaterial von dieser Adresse. Warte einen Moment und versuch es noch einmal.
}
server-too-many-aborted-games = Du hast zu viele Partien abgebrochen. Warte eine Weile und versuch es noch einmal.
server-too-many-connections = Zu viele Verbindungen. Schließ zuerst eine.
server-too-many-messages = Zu viele Nachrichten. Warte einen Moment und verbinde dich dann neu.
server-too-many-unread = Zu viele Antworten warten darauf, dass du sie liest. Verbinde dich neu.

# Anmelden.
server-not-signed-in = Du bist nicht angemeldet. POST /api/me liefert ein Token.
server-token-invalid = Dieses Token ist ungültig oder abgelaufen. Melde dich neu an oder werde mit POST /api/me ein neuer Gast.
server-token-without-user = Den Benutzer dieses Tokens gibt es nicht mehr. POST /api/me liefert ein neues Token.
server-bad-authorization = Der Header muss „Authorization: Bearer TOKEN“ lauten.
server-confirm = Bestätige mit deinem Passwort oder einem Passkey, dass du es bist.
server-token-lacks-scope = Diesem API-Token fehlt die Berechtigung „{ $scope }“.
server-api-token-refused = Mit einem API-Token geht das nicht. Melde dich stattdessen an.
server-api-token-needs-account = Für API-Tokens brauchst du ein Konto. Lege zuerst eins an.
server-too-many-api-tokens = Du hast { $count } API-Tokens. Widerrufe zuerst eins.
server-token-gone = Diese Sitzung oder dieses Token gibt es nicht mehr.
server-signed-in-as = Du bist als { $name } angemeldet. Melde dich zuerst ab oder sende „replace: true“, um zu wechseln.
server-proof-missing = Sende dein Passwort oder einen Passkey.
server-wrong-password = Kontoname oder Passwort ist falsch.
server-too-many-failures = { $seconds ->
    [one] Zu viele Fehlversuche für dieses Konto. Versuch es in einer Sekunde noch einmal.
   *[other] Zu viele Fehlversuche für dieses Konto. Versuch es in { $seconds } Sekunden noch einmal.
}
server-weak-password = Dieses Passwort ist leicht zu erraten. Nimm ein längeres, etwa drei oder vier Wörter, die nicht zusammengehören.
server-device = { $browser } auf { $system }
server-unknown-device = Unbekanntes Gerät

# Benutzer und Konten.
server-no-such-user = Diesen Benutzer gibt es nicht.
server-no-such-account = Das Konto „{ $account }“ gibt es nicht. Prüfe die Schreibweise.
server-already-registered = Du hast schon ein Konto.
server-not-registered = Du hast kein Konto.
server-account-taken = Dieser Kontoname ist vergeben. Wähle einen anderen.
server-account-similar = Dieser Kontoname ist vergeben oder sieht einem vergebenen zu ähnlich. Wähle einen anderen.
server-name-empty = Ein Name braucht mindestens ein sichtbares Zeichen.
server-name-invisible = Ein Name darf keine unsichtbaren Zeichen enthalten.
server-name-accents = Der Name hat zu viele Akzente. Nimm Buchstaben und Ziffern.
server-name-alphabets = Dieser Name mischt Alphabete und lässt sich mit einem anderen verwechseln. Bleib bei einem Alphabet.
server-bad-account-name = Das kann kein Kontoname sein. Nimm Buchstaben und Ziffern.

# Passkeys.
server-passkey-needs-account = Für einen Passkey brauchst du ein Konto. Lege zuerst eins an.
server-too-many-passkeys = Du hast { $count } Passkeys. Entferne zuerst einen.
server-passkey-known = Dieser Passkey ist schon eingerichtet.
server-passkey-refused = Dieser Passkey funktioniert hier nicht. Versuch es noch einmal oder melde dich mit deinem Passwort an.
server-passkey-gone = Diesen Passkey gibt es nicht mehr.
server-passkey-without-account = Der Benutzer dieses Passkeys hat kein Konto mehr.
server-no-passkeys = Du hast keine Passkeys. Nimm dein Passwort.

# E-Mail und Wiederherstellung.
server-no-mail = Dieser Server verschickt keine E-Mails. Nimm einen Notfallcode oder frag den Betreiber des Servers.
server-email-needs-account = Für eine E-Mail-Adresse brauchst du ein Konto. Lege zuerst eins an.
server-bad-email = Das ist keine E-Mail-Adresse.
server-mailed-recently = Gerade wurde schon eine E-Mail verschickt. Warte eine Minute, bevor du eine weitere anforderst.
server-code-used-up = Dieser Link oder Code ist falsch, abgelaufen oder schon benutzt. Fordere einen neuen an.
server-codes-need-account = Für Notfallcodes brauchst du ein Konto. Lege zuerst eins an.
server-mail-verify-subject = Bestätige deine E-Mail-Adresse
server-mail-verify =
    Hallo { $name },

    damit du diese Adresse für dein Nodarium-Konto verwenden kannst, öffne innerhalb eines Tages diesen Link:

    { $link }

    Wenn du das nicht warst, ignoriere diese E-Mail.
server-mail-reset-subject = Neues Passwort festlegen
server-mail-reset =
    Hallo { $name },

    um ein neues Passwort für das Konto { $account } festzulegen, öffne innerhalb einer Stunde diesen Link:

    { $link }

    Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.
server-mail-changed-subject = Dein Passwort wurde geändert
server-mail-changed =
    Hallo { $name },

    das Passwort deines Nodarium-Kontos { $account } wurde geändert. Wenn du das nicht warst, lege hier ein neues fest:

    { $link }

# Moderation.
server-suspended = { $until ->
    [forever] Dieser Benutzer ist gesperrt. Frag die Moderatoren des Servers.
   *[other] Dieser Benutzer ist bis { $until } gesperrt. Frag die Moderatoren des Servers.
}
server-muted = { $until ->
    [forever] Du darfst nicht chatten. Frag die Moderatoren des Servers.
   *[other] Du darfst bis { $until } nicht chatten. Frag die Moderatoren des Servers.
}
server-name-fixed = Diesen Namen hat ein Moderator gewählt, deshalb kannst du ihn nicht ändern. Frag die Moderatoren des Servers.
server-moderators-only = Das dürfen nur Moderatoren.
server-admins-only = Das dürfen nur Administratoren.
server-admins-only-to-moderators = Bei Moderatoren und Administratoren darf das nur ein Administrator.
server-role-needs-account = Nur ein Benutzer mit Konto kann eine Rolle haben.
server-report-yourself = Du kannst dich nicht selbst melden.
server-report-needs-table = Zur Meldung einer Chatnachricht gehört ihr Tisch in „table“.
server-report-other-author = Diese Nachricht hat jemand anderes geschrieben.
server-too-many-open-reports = Viele deiner Meldungen sind noch offen. Warte, bis die Moderatoren sie gesehen haben.
server-no-such-report = Meldung { $number } gibt es nicht.
server-report-closed = { $status ->
    [resolved] Meldung { $number } ist schon erledigt.
   *[dismissed] Meldung { $number } wurde schon abgewiesen.
}
server-not-a-chat = Ereignis { $number } an diesem Tisch ist keine Chatnachricht.
server-already-closed = Der Tisch ist schon geschlossen.
server-user-not-found = Kein Benutzer hat die ID oder den Kontonamen „{ $text }“. „nodarium admin users TEXT“ sucht nach Namen.
server-table-not-found = Den Tisch { $table } gibt es nicht.
server-table-unreadable = Der Tisch { $table } lässt sich nicht lesen. Siehe „nodarium admin check“.

# Optionen der Befehlszeile.
server-smtp-url = --smtp muss eine URL sein wie smtp://user:password@host:587 oder smtps://user:password@host.
server-smtp-needs-sender = --smtp braucht --mail-from, die Adresse, von der E-Mails kommen.
server-smtp-needs-url = --smtp braucht --public-url, die Adresse, auf die Links in E-Mails zeigen.
server-public-url = --public-url muss eine URL sein wie https://play.example.org.
server-trust-proxy = --trust-proxy erwartet eine Adresse oder ein Netz wie 10.0.0.0/8, nicht { $proxy }.
server-cannot-listen = { $host }, Port { $port }, lässt sich nicht öffnen: { $reason }. Wähle einen anderen mit --port.
server-cannot-serve-metrics = { $host }, Port { $port }, lässt sich nicht für Metriken öffnen: { $reason }. Wähle einen anderen mit --metrics-port.
server-page-missing = Die Seite ist nicht gebaut. Starte „make page“.

# Die Datenbank.
server-newer-serves = Eine neuere Version von Nodarium benutzt diese Datenbank. Starte die neuere.
server-older-serves = Eine ältere Version von Nodarium benutzt diese Datenbank noch. Beende sie zuerst.
server-upgraded-by-newer = Eine neuere Version von Nodarium hat diese Datenbank umgestellt (auf { $revision }). Nimm die neuere oder spiele eine Sicherung ein.
server-not-up-to-date = Die Datenbank ist nicht auf dem neuesten Stand. Starte zuerst „nodarium serve --migrate“.
server-database-open = Ein anderer Server hat { $database } geöffnet. Beende ihn, wähle ein anderes --data-dir oder lass beide gemeinsam eine PostgreSQL-Datenbank benutzen.
server-cannot-open-database = Die Datenbank lässt sich nicht öffnen: { $reason }
server-bad-database-url = { $url } ist keine URL einer Datenbank. Nimm eine wie postgresql://user@host/name.
server-unknown-database = Die URL der Datenbank muss sqlite:///path oder postgresql://user@host/name sein.

# Sicherungen.
server-backup-source-missing = { $path } gibt es nicht. Wähle mit --data-dir einen anderen Ordner.
server-backup-not-a-file = { $path } ist keine Datei.
server-backup-unreadable = { $path } lässt sich nicht als Datenbank lesen: { $reason }.
server-backup-damaged = { $path } ist beschädigt: { $problem }.
server-backup-foreign = { $path } ist keine Datenbank von Nodarium.
server-backup-exists = { $path } gibt es schon. Verschiebe die Datei oder wähle eine andere.
server-backup-running = { $path } gibt es schon: Eine andere Sicherung läuft noch oder wurde unterbrochen. Läuft keine, lösche die Datei.
server-copy-damaged = Die Kopie von { $path } ist beschädigt: { $problem }.
server-cannot-copy = { $path } lässt sich nicht kopieren: { $reason }.
server-restore-while-running = Ein Server hat { $path } geöffnet. Beende ihn zuerst.

# Reparaturen.
server-no-database = Es gibt keine Datenbank { $path }. Gib ihren Ordner mit --data-dir an.
server-database-too-old = Die Datenbank stammt von einer früheren Version. Stelle sie mit „nodarium serve --migrate“ um.
server-no-table-to-repair = Den Tisch { $table } gibt es nicht. „nodarium admin check“ listet beschädigte Tische auf.
server-not-damaged = Der Tisch { $table } ist nicht beschädigt.
server-repair-while-running = Ein Server läuft und hat diesen Tisch vielleicht im Speicher. Öffne die Seite des Tisches, damit der Server den Schaden findet, oder beende den Server; repariere den Tisch danach.
