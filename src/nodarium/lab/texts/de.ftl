lab-percent = { NUMBER($share, style: "percent", maximumFractionDigits: 0) }

# Arenen.
lab-too-few-bots = { $game } hat mit diesen Optionen { $seats } Sitze. Nenne mindestens { $seats } Bots, nicht { $given }.
lab-too-few-games = Die Zahl der Partien muss mindestens 1 sein, nicht { $games }.
lab-uneven-games = Die Zahl der Partien muss ein Vielfaches von { $seats } sein, nicht { $games }: Jede Ausgangslage wird in jeder Sitzordnung gespielt.
lab-process-died = Der Prozess, der Partie { $game } gespielt hat, ist zweimal abgestürzt, mit Exit-Code { $code }.
lab-bad-sprt = Ein SPRT braucht zwei Elo-Differenzen zwischen -{ $most } und { $most }, die kleinere zuerst, nicht { $first } und { $second }.

# Ordner von Arenen.
lab-not-an-arena = { $folder } gibt es schon, ist aber nicht der Ordner einer Arena. Wähle einen neuen oder leeren Ordner.
lab-bad-manifest = { $file } ist nicht das Manifest einer Arena. Wähle einen anderen Ordner.
lab-old-arena = Die Arena in { $folder } wurde mit einer früheren Version von Nodarium begonnen und lässt sich nicht fortsetzen. Wähle einen anderen Ordner.
lab-other-format = { $file } hat Format { $found }. Dieses Programm liest Format { $known }.
lab-other-program = Die Arena in { $folder } wurde mit anderen Regeln oder Bots begonnen und lässt sich nicht fortsetzen. Wähle einen anderen Ordner.
lab-other-arena = { $folder } enthält eine andere Arena: { $name } ist dort { $found }, nicht { $wanted }. Wähle einen anderen Ordner.
lab-arena-locked = Ein anderer Prozess spielt gerade die Arena in { $folder }. Warte, bis er fertig ist, oder wähle einen anderen Ordner.
lab-bad-result = { $file }, Zeile { $line }: Das ist nicht das Ergebnis einer Partie der Arena.

# Analysen und ihre Diagramme.
lab-cannot-analyse = { $bot } rechnet nicht voraus und kann daher nicht analysieren. Wähle { $bots }.
lab-swing = Nr. { $number }, { $seat } { $move }: von { $before } auf { $after } für { $seat }.
lab-chart-title = { $game }. { $outcome }
lab-chart-both-seats = Die Chancen beider Seiten nach jedem Zug, berechnet von { $bot }
lab-chart-each-seat = Die Chancen jedes Sitzes nach jedem Zug, berechnet von { $bot } aus dem, was der Sitz wusste
lab-chart-turn = Zug
lab-chart-round = Runde
lab-chart-move = Nr. { $number }, Zug { $turn }
lab-chart-move-in-round = Nr. { $number }, Runde { $round }
lab-chart-suggestion = { $bot } würde { $move } spielen

# Training.
lab-epoch = Epoche { $epoch }: Trainingsfehler { NUMBER($training, minimumFractionDigits: 4, maximumFractionDigits: 4) }, Prüffehler { NUMBER($validation, minimumFractionDigits: 4, maximumFractionDigits: 4) }
lab-trained-value = { $positions } Stellungen; kleinster Prüffehler { NUMBER($loss, minimumFractionDigits: 4, maximumFractionDigits: 4) } (immer 50 % geraten: { NUMBER($guessing, minimumFractionDigits: 4, maximumFractionDigits: 4) })
lab-trained-policy = { $decisions } Entscheidungen: Fehler der Zugwahl { NUMBER($loss, minimumFractionDigits: 3, maximumFractionDigits: 3) } (gleichmäßige Zugwahl: { NUMBER($uniform, minimumFractionDigits: 3, maximumFractionDigits: 3) })
lab-not-training-games = { $file } ist keine Datei, die `nodarium train --save-games` geschrieben hat.
lab-old-training-games = { $file } stammt von einer früheren Version von Nodarium. Spiele die Partien noch einmal mit --save-games.
lab-other-features = { $file } enthält keine Partien mit den { $features } Merkmalen dieses Spiels.
