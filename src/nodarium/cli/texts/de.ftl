cli-description = Brettspiele rund um Knoten spielen und studieren, Bots vergleichen und trainieren.
cli-help-of-a-command = `nodarium BEFEHL --help` erklärt einen Befehl und zeigt Beispiele.
cli-version = { $form ->
    [plain] nodarium { $version } (reines Python)
   *[compiled] nodarium { $version } (kompiliert)
}

# Überschriften der Hilfe.
cli-heading-usage = Aufruf:
cli-heading-commands = Befehle
cli-heading-arguments = Argumente
cli-heading-options = Optionen
cli-heading-game-options = Optionen von { $game }
cli-heading-examples = Beispiele:
cli-heading-players = Spieler
cli-heading-game = Partie
cli-heading-files = Dateien
cli-heading-self-play = Partien gegen sich selbst
cli-heading-neural-network = Neuronales Netz
cli-heading-network = Netzwerk
cli-heading-mail = E-Mail
cli-heading-storage = Speicher
cli-heading-retention = Aufbewahrung
cli-heading-monitoring = Überwachung
cli-heading-other = Sonstiges

# Wörter, die für Eingaben stehen.
cli-metavar-address = ADRESSE
cli-metavar-arguments = Argumente
cli-metavar-chart = DIAGRAMM
cli-metavar-command = BEFEHL
cli-metavar-days = TAGE
cli-metavar-dir = ORDNER
cli-metavar-event = EREIGNIS
cli-metavar-file = DATEI
cli-metavar-game = SPIEL
cli-metavar-language = SPRACHE
cli-metavar-name = NAME
cli-metavar-options = Optionen
cli-metavar-role = ROLLE
cli-metavar-seat = SITZ
cli-metavar-start = ANFANG
cli-metavar-table = TISCH
cli-metavar-text = TEXT
cli-metavar-user = BENUTZER
cli-metavar-value = WERT

# Hilfetexte mehrerer Befehle.
cli-help-help = diese Hilfe zeigen
cli-help-version = die Version zeigen
cli-help-language = die Sprache: { $languages } (Vorgabe: die der Umgebung)
cli-help-game = Kürzel eines Spiels; `nodarium games` zeigt alle
cli-help-theme = Farben für hellen oder dunklen Hintergrund (Vorgabe: was das Terminal meldet, sonst dunkel)
cli-help-workers = parallele Prozesse (Vorgabe: einer pro Kern)
cli-help-data-dir = Ordner der SQLite-Datenbank (Vorgabe: ~/.local/state/nodarium/server)
cli-help-database = stattdessen PostgreSQL verwenden: postgresql://user@host/name
cli-help-user = Kontoname oder ID eines Benutzers
cli-help-table = ID eines Tisches: der letzte Teil seiner Adresse
cli-options-of-a-game = `{ $command } SPIEL --help` zeigt auch die Optionen eines Spiels.
cli-game-option = { $title }: { $choices } (Vorgabe: { $default }; Regel { $rule })
cli-game-option-with-hint = { $title }: { $choices }, { $hint } (Vorgabe: { $default }; Regel { $rule })

# Falsche Argumente.
cli-see-help = { $problem } Siehe `{ $command } --help`.
cli-argument-problem = { $argument }: { $problem }
cli-arguments-missing = Es fehlt noch: { $arguments }.
cli-value-missing = Der Wert fehlt.
cli-values-missing = Gib { $count } Werte an.
cli-value-unwanted = Hier gehört kein Wert hin. Lass { $value } weg.
cli-argument-excluded = Das geht nicht zusammen mit { $other }.
cli-not-a-choice = Möglich sind { $choices }, nicht { $value }.
cli-not-integer = „{ $text }“ ist keine ganze Zahl.
cli-not-number = „{ $text }“ ist keine Zahl.
cli-too-small = { $name } muss mindestens { $least } sein, nicht { $value }.
cli-out-of-range = { $name } muss zwischen { $least } und { $most } liegen, nicht bei { $value }.
cli-unknown-command = Unbekannter Befehl „{ $command }“. { $hint }
cli-unknown-argument = Unbekanntes Argument „{ $argument }“.
cli-unknown-language = Unbekannte Sprache „{ $language }“. { $hint }
cli-unknown-seat = Unbekannter Sitz „{ $seat }“. Es gibt { $known }.
cli-renamed-command = `nodarium { $old }` heißt jetzt `nodarium { $new }`.
cli-renamed-option = { $old } heißt jetzt { $new }.
cli-needs-package = Dafür wird { $package } gebraucht. Installiere nodarium[{ $extra }].

# Dateien.
cli-is-directory = { $file } ist ein Ordner. Gib den Namen einer Datei an.
cli-no-directory = Den Ordner { $directory } gibt es nicht. Lege ihn an oder wähle eine andere Datei.
cli-not-writable = Du darfst { $file } nicht schreiben. Wähle eine andere Datei.
cli-file-exists = { $file } gibt es schon. Wähle eine andere Datei.
cli-os-exists = { $file } gibt es schon.
cli-os-forbidden = Du darfst { $file } nicht verwenden.
cli-os-is-directory = { $file } ist ein Ordner.
cli-os-missing = { $file } gibt es nicht.
cli-os-not-directory = { $file } liegt nicht in einem Ordner.
cli-os-problem = { $problem }.
cli-os-problem-with-file = { $file }: { $problem }.

# Zahlen, Bereiche und Spalten.
cli-range = { $first } bis { $last }
cli-percent = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) }
cli-column-number = Nr.
cli-column-seat = Sitz
cli-column-played = gespielt
cli-column-before = vorher
cli-column-after = nachher
cli-column-lost = Verlust
cli-column-better = besser
cli-column-bot = Bot
cli-column-interval = 95 %
cli-column-ahead = Vorsprung
cli-column-games = Partien
cli-column-score = Quote

# nodarium games, nodarium rules.
cli-games-summary = Alle Spiele und ihre Optionen zeigen.
cli-game = { $game }: { $players } Spieler, { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
}
cli-game-by = { $game }, von { $designer }: { $players } Spieler, { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
}
cli-option-in-list = { $title } ({ $rule })
cli-choice-with-title = { $choice } ({ $title })
cli-choices-with-hint = { $choices }, { $hint }
cli-star-marks-default = Ein Stern kennzeichnet die Vorgabe.
cli-rules-summary = Die Regeln eines Spiels oder eine einzelne Regel zeigen.
cli-rules-help-id = Nummer einer Regel (Vorgabe: alle Regeln zeigen)

# nodarium play.
cli-play-summary = Im Terminal spielen oder Bots zusehen.
cli-play-notes = Während der Partie zeigt ? die Hilfe. Jeder Zug wird gespeichert, du kannst also jederzeit aufhören.
cli-play-help-game = Kürzel eines Spiels; `nodarium games` zeigt alle (Vorgabe: nachfragen)
cli-play-help-bot = dein Gegner: { $bots }, auch mit Einstellungen: { $example } (Vorgabe: { $default })
cli-play-help-bots = Bots zusehen: ein Bot für jeden Sitz
cli-play-help-hotseat = an allen Sitzen spielen Menschen an diesem Terminal
cli-play-help-seat = dein Sitz, als Nummer oder Name (Vorgabe: 0, der erste)
cli-play-help-seed = Startwert der Ausgangslage und der Bots (Vorgabe: zufällig)
cli-play-help-save = die Partie nach jedem Zug hier speichern (Vorgabe: eine neue Datei in ~/.local/state/nodarium)
cli-play-help-resume = eine gespeicherte Partie fortsetzen
cli-which-game = Welches Spiel?
cli-name-a-game = Nenne ein Spiel, zum Beispiel `nodarium play { $game }`. Möglich sind: { $games }.
cli-resumed-keeps = Eine fortgesetzte Partie behält ihre Spieler und Optionen. Lass { $option } weg.
cli-resumed-other-game = { $file } ist eine Partie { $game }, nicht { $named }. Lass { $named } weg.
cli-seat-needs-one-person = --seat ist für einen Menschen gegen Bots da. Lass es bei --hotseat und --bots weg.
cli-number-of-bots = { $game } hat mit diesen Optionen { $seats } Sitze. Nenne { $seats } Bots, nicht { $given }.

# Eine Partie im Terminal.
cli-greeting-people = { $game }: Du spielst { $seats }. Gib einen Zug ein, oder ? für Hilfe.
cli-greeting-people-and-bots = { $game }: Du spielst { $seats }, { $bots }. Gib einen Zug ein, oder ? für Hilfe.
cli-greeting-bots = { $game }: { $bots }.
cli-bot-plays = { $bot } spielt { $seat }
cli-bot-thinks = { $bot } überlegt
cli-thinking = Der Bot überlegt
cli-terminal-too-narrow = Mach das Terminal breiter: Das Brett braucht { $columns } Spalten.
cli-hand-over = { $seat } ist am Zug. Wenn sonst niemand zusieht, drücke Enter.
cli-prompt-game-over = Partie zu Ende
cli-saved-replay = Die Partie ist gespeichert. So kannst du sie nachspielen:
cli-saved-resume = Die Partie ist gespeichert. So geht es weiter:
cli-saved-in = Die Partie wird ab jetzt in { $file } gespeichert.
cli-not-saved = Die Partie konnte nicht in { $file } gespeichert werden. Versuch es mit `save DATEI`.
cli-what-to-type = Gib einen Zug ein ({ $moves }), seinen Anfang, mehrere Züge nacheinander oder einen Befehl:
cli-command-help = diese Liste zeigen, wie ?
cli-command-moves = die möglichen Züge zeigen, oder die mit diesem Anfang
cli-command-hint = einen starken Bot fragen, was er spielen würde
cli-command-board = das Brett noch einmal zeigen
cli-command-history = die bisherigen Züge zeigen
cli-command-rules = eine Regel oder die Kapitel zeigen
cli-command-undo = deinen letzten Zug und alles danach zurücknehmen
cli-command-redo = zurückgenommene Züge noch einmal spielen
cli-command-draw = Unentschieden anbieten
cli-command-resign = die Partie aufgeben
cli-command-save = die Partie ab jetzt in einer anderen Datei speichern
cli-command-quit = aufhören; du kannst später weiterspielen
cli-command-takes-nothing = Zu { $command } gehört nichts weiter. Lass „{ $rest }“ weg.
cli-no-moves-yet = Noch hat niemand gezogen.
cli-no-moves-left = Die Partie ist zu Ende, es gibt keine Züge mehr.
cli-no-such-moves = Kein möglicher Zug beginnt mit „{ $start }“.
cli-ambiguous-move = { $more ->
    [0] { $count } Züge beginnen mit „{ $start }“: { $moves }.
   *[other] { $count } Züge beginnen mit „{ $start }“: { $moves } und { $more } weitere.
}
cli-hints = Die besten Züge nach Ansicht des Bots, mit deinen Gewinnchancen danach:
cli-hint-mixed = in { $share } der Fälle spielen
cli-hint-expected = Wahrscheinlich folgt: { $turns }
cli-no-hint = Die Partie ist zu Ende. Geh mit undo zurück und frag dort um Rat.
cli-nothing-to-undo = Du hast keinen Zug, den du zurücknehmen kannst.
cli-nothing-to-redo = Du hast nichts zurückgenommen, was sich noch einmal spielen ließe.
cli-simultaneous-choice-stands = Einen Zug, den du gleichzeitig mit deinem Gegner gewählt hast, kannst du nicht zurücknehmen.
cli-draw-question = { $seat }, bist du mit einem Unentschieden einverstanden? (ja oder nein)
cli-draw-refused = { $seat } ist mit einem Unentschieden nicht einverstanden. Spiel weiter oder gib auf.
cli-name-a-file = Nenne eine Datei: save DATEI.
cli-needs-own-file = Eine laufende Partie braucht eine eigene Datei. Wähle einen Namen, der nicht auf { $suffix } endet.
cli-saved-game-exists = { $file } gibt es schon. Wähle einen anderen Namen oder setze die Partie darin mit --resume fort.

# nodarium show, svg und verify.
cli-records-help-file = eine Aufzeichnung, oder eine { $suffix }-Datei mit einer Aufzeichnung pro Zeile
cli-records-help-record = welche Aufzeichnung einer { $suffix }-Datei, ab 1
cli-records-help-seat = zeigen, was dieser Sitz sehen darf, als Nummer oder Name (Vorgabe: was Zuschauer sehen dürfen)
cli-show-summary = Die Aufzeichnung einer Partie durchgehen.
cli-show-help-move = die Stellung nach diesem Zug zeigen, 0 ist der Anfang (Vorgabe: alle Stellungen)
cli-show-keys = Enter: weiter, b: zurück, eine Zahl: nach diesem Zug, end: letzte Stellung, q: Schluss
cli-show-prompt = { $number } von { $last }>
cli-show-position = { $game }, { $number } von { $last }
cli-show-move = Nr. { $number } von { $last }: { $seat } { $move }
cli-svg-summary = Eine Stellung einer Aufzeichnung als SVG zeichnen.
cli-svg-help-move = die Stellung nach diesem Zug zeichnen, 0 ist der Anfang (Vorgabe: die letzte)
cli-svg-help-theme = Farben des Bilds (Vorgabe: light)
cli-svg-help-output = Datei, in die geschrieben wird (Vorgabe: Standardausgabe)
cli-verify-summary = Die Züge und die Ausgangslage einer Aufzeichnung prüfen.
cli-verify-details = Die Züge müssen den Regeln folgen, und die Ausgangslage muss zur Festlegung in der Aufzeichnung oder in --commitment passen. Ist eine Aufzeichnung ungültig, ist der Exit-Code 1.
cli-verify-help-commitment = die Festlegung, die zu Beginn der Partie veröffentlicht wurde
cli-record-valid = { $where }: gültig. { $game }, { $moves ->
    [one] { $moves } regelgerechter Zug
   *[other] { $moves } regelgerechte Züge
}; { $end }. { $deal }
cli-record-invalid = { $where }: ungültig. { $problem }
cli-not-finished = noch nicht zu Ende
cli-line-of-file = { $file }, Zeile { $line }
cli-bad-commitment = --commitment muss eine SHA-256-Prüfsumme sein: 64 hexadezimale Ziffern.
cli-no-records = { $file } enthält keine Aufzeichnungen.
cli-record-unwanted = --record ist für Dateien mit der Endung { $suffix } da. Lass es weg: { $file } ist eine einzelne Aufzeichnung.
cli-record-needed = { $file } kann viele Aufzeichnungen enthalten. Wähle eine mit --record N.
cli-record-range = { $file } hat die Aufzeichnungen 1 bis { $last }, nicht { $record }.
cli-move-range = --move muss zwischen 0 (dem Anfang) und { $last } liegen, nicht bei { $move }.

# nodarium analyse.
cli-analyse-summary = Jeden Zug einer Aufzeichnung bewerten und die Wendepunkte finden.
cli-analyse-help-bot = der Bot, der analysiert (Vorgabe: { $default })
cli-analyse-help-svg = auch ein Diagramm der Gewinnchancen in diese Datei zeichnen
cli-analyse-help-json = die ganze Analyse als JSON ausgeben
cli-analyse-help-theme = Farben für hellen oder dunklen Hintergrund (Vorgabe für das Diagramm: light)
cli-analysed-by = { $game }, analysiert von { $bot }.
cli-weak-analyst = Andere Bots als { $best } analysieren schwach: Ihre Zahlen können weit danebenliegen.
cli-evaluated-from-own-view = Jeder Sitz wird danach bewertet, was er wissen konnte.
cli-analysis-columns = Vorher und nachher: die Gewinnchancen dessen, der gezogen hat, nach Ansicht des Bots. Verlust: wie viel schlechter der Zug ist als die Wahl des Bots, die dahinter steht, wenn sie besser ist; ? bedeutet, dass der Bot den Zug nie versucht hat.
cli-outcome-sentence = { $outcome }.
cli-largest-swings = Die größten Umschwünge:

# nodarium perft.
cli-perft-summary = Zugfolgen zählen, um eine Umsetzung der Regeln zu prüfen.
cli-perft-help-depth = Zahl der Züge (Vorgabe: { $default })
cli-perft-help-seed = Startwert der Ausgangslage (Vorgabe: { $default })
cli-perft-help-position = ab dieser Stellung zählen, in der Notation des Spiels (Vorgabe: Anfang der Partie)
cli-perft-position-excludes = --position enthält die Optionen und die Ausgangslage schon. Lass --seed und die Optionen des Spiels weg.
cli-perft-progress = Tiefe { $depth }: { NUMBER($share, style: "percent", maximumFractionDigits: 0) }

# nodarium arena.
cli-arena-summary = Bots gegeneinander spielen lassen und in Elo bewerten.
cli-arena-details = Jede Ausgangslage wird in jeder Sitzordnung einmal gespielt. So verschafft weder Glück noch ein besserer Sitz jemandem einen Vorteil. Stürzt ein Bot ab, verliert er die Partie. Partien, die eine frühere Zug für Zug wiederholen, zählen nicht als neuer Beleg.
cli-arena-notes = Strg+C hält die Arena an und zeigt den Befehl, der sie fortsetzt.
cli-arena-help-bots = { $bots }, auch mit Einstellungen: { $example }
cli-arena-help-games = Partien pro Paarung, ein Vielfaches der Zahl der Sitze
cli-arena-help-pairing = wer gegen wen spielt: alle gegen alle, oder nur Nachbarn in der Liste der Bots (Vorgabe: all)
cli-arena-help-sprt = zwei Bots in einem Spiel zu zweit: vorzeitig aufhören (SPRT), sobald der Vorsprung des ersten Bots klar näher bei ELO0 oder bei ELO1 liegt
cli-arena-help-seed = Startwert aller Ausgangslagen und Bots (Vorgabe: 0)
cli-arena-help-output = Ergebnisse und Aufzeichnungen hier ablegen, oder die Arena fortsetzen, die schon hier liegt (Vorgabe: ein neuer Ordner in ~/.local/state/nodarium)
cli-arena-help-markdown = die Tabelle auch als Markdown schreiben
cli-arena-progress = { $done } von { $total } Partien: { $standings }
cli-arena-saved = Die Partien liegen in { $folder }. So siehst du dir eine an: { $command }
cli-arena-resume = So geht es weiter: { $command }
cli-arena-made-by = Erzeugt mit `{ $command }`.
cli-sprt-needs-two-bots = --sprt braucht genau zwei Bots in einem Spiel zu zweit.
cli-llr = LLR { NUMBER($llr, minimumFractionDigits: 2, maximumFractionDigits: 2) } von ±{ NUMBER($bound, minimumFractionDigits: 2, maximumFractionDigits: 2) }
cli-comparison = { $first } holt { $score } gegen { $second }.
cli-comparison-with-interval = { $certain ->
    [yes] { $first } holt { $score } gegen { $second } (95 %: { $low } bis { $high }) und ist mit einer Wahrscheinlichkeit von über { $likelihood } stärker.
   *[no] { $first } holt { $score } gegen { $second } (95 %: { $low } bis { $high }) und ist mit einer Wahrscheinlichkeit von { $likelihood } stärker.
}
cli-ending = { $reason } ({ $share })
cli-endings = Unentschieden: { $drawn }. So endeten die Partien: { $endings }.
cli-endings-with-shared = Unentschieden: { $drawn }. Geteilte Siege: { $shared }. So endeten die Partien: { $endings }.
cli-repeated-games = { $distinct ->
    [one] Alle { $games } Partien sind gleich: Sie wiederholen eine Ausgangslage und alle ihre Züge.
   *[other] Nur { $distinct } der { $games } Partien sind verschieden; die anderen wiederholen eine Ausgangslage und alle ihre Züge.
}
cli-repeated-deals = Ausgangslagen mit derselben Partie zählen in Elo und den Intervallen als eine.
cli-bot-crashed = { $count ->
    [one] { $bot } ist in { $count } Partie abgestürzt, in Partie { $first }: { $reason }
   *[other] { $bot } ist in { $count } Partien abgestürzt, zuerst in Partie { $first }: { $reason }
}
cli-sprt-undecided = Der SPRT hat sich noch nicht zwischen { $low } und { $high } Elo entschieden.
cli-sprt-accepts = Nach { $deals } Ausgangslagen nimmt der SPRT an, dass { $first } um { NUMBER($accepted, useGrouping: 0) } Elo vor { $second } liegt und nicht um { NUMBER($rejected, useGrouping: 0) }.

# nodarium train.
cli-train-summary = Ein neuronales Netz mit Partien trainieren, die ein Bot gegen sich selbst spielt.
cli-train-details = Der Bot macht einige zufällige Züge, damit er mehr Arten von Stellungen sieht. Ein Zehntel der Partien dient zur Prüfung.
cli-train-help-out = das Netz hierhin schreiben (TOML)
cli-train-help-policy-out = auch die Zugwahl trainieren und hierhin schreiben, wenn das Spiel Merkmale von Aktionen hat
cli-train-help-save-games = alle Trainingspartien hier speichern (.npz)
cli-train-help-load-games = auch mit Partien trainieren, die --save-games geschrieben hat
cli-train-help-games = Zahl der Partien, die gespielt werden (Vorgabe: { $default })
cli-train-help-bot = der Bot, der spielt (Vorgabe: { $default })
cli-train-help-seed = Startwert der ersten Partie, jede weitere zählt 1 dazu (Vorgabe: { $default })
cli-train-help-hidden = Größe der verborgenen Schicht, höchstens { $most } (Vorgabe: { $default })
cli-train-help-epochs = Durchgänge durch alle Stellungen (Vorgabe: { $default })
cli-train-help-weight-decay = Weight Decay (Schrumpfen der Gewichte), von 0 bis 1 (Vorgabe: { $default })
cli-train-progress = { $games } Partien von { $bot }
cli-train-bot-cannot-search = { $bot } rechnet nicht voraus und taugt daher nicht zum Trainieren. Wähle einen anderen Bot, zum Beispiel { $example }.
cli-train-no-features = { $game } hat keine Merkmale und lässt sich daher nicht trainieren. Wähle ein anderes Spiel.
cli-train-no-action-features = { $game } hat keine Merkmale von Aktionen und kann daher keine Zugwahl lernen. Lass --policy-out weg.
cli-train-too-few-games = --games muss mindestens 2 sein, nicht { $games }: Eine Partie dient zur Prüfung.

# nodarium serve.
cli-serve-summary = Die Webseite und die API anbieten.
cli-serve-details = Menschen und Bots können dann über das Netz spielen. Wenn du nichts anderes angibst, ist jeder Zug auf der Festplatte, bevor ihn jemand sieht.
cli-serve-notes = Strg+C hält den Server an. Partien und Uhren laufen weiter, wenn er wieder startet.
cli-serve-help-host = Adresse, an der der Server lauscht; 0.0.0.0 für alle Schnittstellen (Vorgabe: 127.0.0.1, nur dieser Rechner)
cli-serve-help-port = Port, an dem der Server lauscht; 0 wählt einen freien (Vorgabe: { $default })
cli-serve-help-allow-origin = Seiten einer anderen Website dürfen diesen Server benutzen; mehrfach möglich
cli-serve-help-trust-proxy = die Adressen der Clients aus dem Header X-Forwarded-For dieses Proxys nehmen: eine Adresse oder ein Netz wie 10.0.0.0/8; mehrfach möglich. Hinter einem Proxy gelten sonst alle Clients zusammen als einer, wenn Anfragen begrenzt werden
cli-serve-help-secure-cookies = Cookies nur über HTTPS senden; für einen Server hinter einem Proxy, der HTTPS anbietet
cli-serve-help-smtp = Mailserver, um Passwörter zurückzusetzen: smtp://user:password@host:587 oder smtps://…; setze stattdessen NODARIUM_SMTP, damit das Passwort nicht in der Prozessliste steht
cli-serve-help-mail-from = Absender der E-Mails
cli-serve-help-public-url = wo man den Server erreicht, zum Beispiel https://play.example.org; für Links in E-Mails und für Passkeys
cli-serve-help-workers = Serverprozesse; mehr als einer braucht PostgreSQL (Vorgabe: { $default })
cli-serve-help-relaxed-durability = nur SQLite: schneller, aber ein Stromausfall kann die letzten Züge kosten
cli-serve-help-migrate = die Datenbank anlegen oder aktualisieren und dann aufhören
cli-serve-retention = Nach wie vielen Tagen der Server etwas löscht; 0 für nie.
cli-serve-help-retention-guests = Gäste ohne Partien, nach ihrem letzten Besuch (Vorgabe: { $default })
cli-serve-help-retention-chats = Chats beendeter Partien (Vorgabe: { $default })
cli-serve-help-retention-tables = Tische, die vor dem ersten Zug geschlossen wurden (Vorgabe: { $default })
cli-serve-help-metrics-port = Metriken für Prometheus an diesem Port anbieten (Vorgabe: keine)
cli-serve-help-metrics-host = Adresse der Metriken (Vorgabe: 127.0.0.1, nur dieser Rechner)
cli-serve-help-open = die Seite in einem Browser öffnen
cli-workers-need-postgresql = Mehr als ein Prozess braucht PostgreSQL. Ergänze --database postgresql://user@host/name.
cli-database-migrated = Die Datenbank ist auf dem neuesten Stand.
cli-serving-at = Nodarium läuft unter { $address }
cli-serving-until = Strg+C hält den Server an. Alle Partien sind gespeichert.
cli-page-not-built = Die Webseite ist nicht gebaut, daher gibt es nur die API. Starte `make page`.

# nodarium backup und restore, und die Datenbank.
cli-backup-summary = Die SQLite-Datenbank des Servers kopieren, auch während er läuft.
cli-backup-notes = Für PostgreSQL gibt es pg_dump.
cli-backup-help-file = neue Datei für die Kopie
cli-backup-progress = Kopieren
cli-backup-done = Die Kopie liegt in { $file }. Halte sie geheim: Sie enthält den Schlüssel des Servers und die Prüfsummen der Passwörter.
cli-restore-summary = Eine Sicherung dorthin legen, wo der Server seine Datenbank sucht.
cli-restore-notes = Der Server darf nicht laufen, und seine Datenbank darf es nicht geben: Verschiebe sie vorher.
cli-restore-help-file = Datei, die `nodarium backup` geschrieben hat
cli-restore-progress = Wiederherstellen
cli-restore-moved = Eine Datei der früheren Datenbank heißt jetzt { $file }. Bewahre sie zusammen mit der früheren Datenbank auf.
cli-restore-done = Wiederhergestellt in { $file }.
cli-sqlite-only = Das geht nur mit SQLite. Für PostgreSQL gibt es pg_dump und pg_restore.
cli-no-database = { $file } gibt es nicht. Wähle mit --data-dir oder --database eine andere Datenbank.
cli-database-refuses = Die Datenbank lehnt ab: { $problem }

# nodarium admin.
cli-admin-summary = Einen Server moderieren und pflegen.
cli-admin-notes = `nodarium admin BEFEHL --help` erklärt einen Befehl. Alle wirken, ob der Server läuft oder nicht; ein laufender Server bemerkt sie nach wenigen Sekunden.

# nodarium admin, für Benutzer.
cli-role-summary = Einem Benutzer eine Rolle geben.
cli-role-help-role = die neue Rolle: { $roles }
cli-role-given = { $user } hat jetzt die Rolle { $role }.
cli-suspend-summary = Einen Benutzer sperren, sodass er sich nicht anmelden und nicht spielen kann.
cli-suspend-details = Partien und Uhren laufen weiter.
cli-suspended = { $days ->
    [0] { $user } ist bis auf Weiteres gesperrt.
    [one] { $user } ist für { $days } Tag gesperrt.
   *[other] { $user } ist für { $days } Tage gesperrt.
}
cli-unsuspend-summary = Eine Sperre aufheben.
cli-unsuspended = { $user } kann wieder spielen.
cli-mute-summary = Einem Benutzer den Chat verbieten.
cli-muted = { $days ->
    [0] { $user } kann bis auf Weiteres nicht chatten.
    [one] { $user } kann { $days } Tag lang nicht chatten.
   *[other] { $user } kann { $days } Tage lang nicht chatten.
}
cli-unmute-summary = Einen Benutzer wieder chatten lassen.
cli-unmuted = { $user } kann wieder chatten.
cli-rename-summary = Einem Benutzer einen anderen Namen geben, den er nicht ändern kann.
cli-rename-help-name = neuer Name (Vorgabe: der Benutzer darf wieder selbst wählen)
cli-renamed-user = { $user } heißt jetzt { $name }.
cli-name-released = { $user } kann wieder einen Namen wählen.
cli-rename-damaged = { $tables ->
    [one] { $tables } Tisch des Benutzers lässt sich nicht lesen und behält den alten Namen. Siehe `nodarium admin check`.
   *[other] { $tables } Tische des Benutzers lassen sich nicht lesen und behalten den alten Namen. Siehe `nodarium admin check`.
}
cli-users-summary = Benutzer finden.
cli-users-help-days = für so viele Tage (Vorgabe: bis es aufgehoben wird)
cli-users-help-text = Teil eines Namens, eines Kontos oder einer ID (Vorgabe: Benutzer mit einer Rolle oder Einschränkung)
cli-mark-suspended = { $until ->
    [ever] bis auf Weiteres gesperrt
   *[other] gesperrt bis { $until }
}
cli-mark-muted = { $until ->
    [ever] stumm bis auf Weiteres
   *[other] stumm bis { $until }
}
cli-mark-fixed-name = fester Name
cli-mark-guest = Gast
cli-no-user-matches = Kein Benutzer passt dazu.
cli-no-user-restricted = Kein Benutzer hat eine Rolle oder Einschränkung.

# nodarium admin, für Tische.
cli-tables-summary = Die Tische zeigen, die offen sind oder an denen gespielt wird.
cli-table-status = { $listed ->
    [yes] { $status ->
        [open] offen
       *[playing] im Spiel
    }
   *[no] { $status ->
        [open] offen, nicht gelistet
       *[playing] im Spiel, nicht gelistet
    }
}
cli-no-tables = Kein Tisch ist offen, und an keinem wird gespielt.
cli-close-summary = Einen Tisch schließen.
cli-close-details = Eine laufende Partie wird ungültig.
cli-table-closed = Der Tisch { $table } ist geschlossen.
cli-delete-chat-summary = Eine Chatnachricht löschen.
cli-delete-chat-help-event = Nummer des Ereignisses; siehe `nodarium admin reports`
cli-chat-deleted = Die Nachricht ist gelöscht.
cli-export-summary = Die Aufzeichnungen aller öffentlichen Partien in Dateien schreiben.
cli-export-details = Öffentlich sind die beendeten Partien an gelisteten Tischen. Jede Zeile der Datei ist eine Aufzeichnung, wie `nodarium show` sie liest.
cli-export-help-output = neue Datei für alle Partien, oder ein Ordner für eine neue Datei pro Spiel
cli-export-progress = Schreiben
cli-exported = { $games ->
    [one] { $games } Partie geschrieben.
   *[other] { $games } Partien geschrieben.
}
cli-export-damaged = { $tables ->
    [one] { $tables } Tisch lässt sich nicht lesen. Siehe `nodarium admin check`.
   *[other] { $tables } Tische lassen sich nicht lesen. Siehe `nodarium admin check`.
}

# nodarium admin, für Meldungen.
cli-reports-summary = Zeigen, was Spieler gemeldet haben.
cli-reports-help-all = auch die geschlossenen
cli-reports-help-report = Nummer einer Meldung
cli-report = { $kind ->
    [name] Name von { $user }: { $text }
   *[chat] Chat von { $user }: { $text }
}
cli-report-at-table = { $kind ->
    [name] Name von { $user } an Tisch { $table }, Ereignis { $event }: { $text }
   *[chat] Chat von { $user } an Tisch { $table }, Ereignis { $event }: { $text }
}
cli-report-comment = { $reporter } schreibt: { $comment }
cli-report-status = { $status ->
    [resolved] erledigt
    [dismissed] abgewiesen
   *[open] offen
}
cli-no-open-report = Keine Meldung ist offen.
cli-resolve-summary = Eine Meldung schließen, nachdem du etwas unternommen hast.
cli-report-is-resolved = Meldung { $report } ist erledigt.
cli-dismiss-summary = Eine Meldung schließen, an der nichts zu beanstanden ist.
cli-report-is-dismissed = Meldung { $report } ist abgewiesen.
cli-log-summary = Zeigen, was Moderatoren getan haben.
cli-log-table = Tisch { $table }
cli-log-command-line = Befehlszeile

# nodarium admin, für beschädigte Tische und Schlüssel.
cli-check-summary = Alle Tische lesen und die beschädigten zeigen.
cli-check-details = Ein Tisch ist beschädigt, wenn eines seiner Ereignisse fehlt oder sich nicht lesen oder nicht anwenden lässt. Gibt es einen, ist der Exit-Code 1. Ein Server darf dabei laufen.
cli-check-progress = { $done } von { $total } Tischen geprüft
cli-damaged-table = { $table }: { $good } von { $total } Ereignissen sind lesbar. { $error }
cli-no-damage = Alle Tische sind lesbar.
cli-repair-hint = `nodarium admin repair TISCH` repariert einen Tisch.
cli-repair-summary = Einen beschädigten Tisch nach seinem letzten lesbaren Ereignis schließen.
cli-repair-details = Vorher werden die Zeilen des Tisches in eine Datei geschrieben. Wertungen bleiben, wie sie sind. Ein Server darf dabei laufen: Er zeigt den Tisch wieder, sobald er repariert ist.
cli-repair-help-table = ID eines Tisches, den `nodarium admin check` nennt
cli-repair-help-output = Datei für die Zeilen des Tisches (Vorgabe: eine neue im aktuellen Ordner)
cli-repair-released = Der Tisch ist lesbar und für seine Spieler wieder offen.
cli-repair-dumped = Die Zeilen des Tisches liegen in { $file }.
cli-repaired = { $kept ->
    [one] Der Tisch ist nach seinem ersten Ereignis geschlossen. Entfernte Ereignisse: { $removed }.
   *[other] Der Tisch ist nach seinen ersten { $kept } Ereignissen geschlossen. Entfernte Ereignisse: { $removed }.
}
cli-repair-deleted = Keines seiner Ereignisse war lesbar, daher ist der Tisch gelöscht.
cli-rotate-key-summary = Cookies mit einem neuen Schlüssel signieren.
cli-rotate-key-details = Der bisherige Schlüssel bleibt gültig für alles, was er signiert hat, es sei denn, du verwirfst ihn. Sitzungen hängen nicht von Schlüsseln ab.
cli-rotate-key-help-drop-old = nichts mehr annehmen, was ältere Schlüssel signiert haben; nötig, wenn einer bekannt geworden ist
cli-key-rotated = Neue Cookies werden mit einem neuen Schlüssel signiert.
