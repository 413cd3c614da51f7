trio-summary = Setze drei deiner Zeichen in eine Reihe.
trio-tagline = Drei in einer Reihe, vor den anderen.
trio-facts = Kein Glück, keine Geheimnisse
trio-seat-cross = Kreuz
trio-seat-nought = Kreis

# Spielende.
trio-three-in-a-row = drei in einer Reihe
trio-full-board = das Brett ist voll

# Das Bild.
trio-turn = { $seat }: Setze ein Zeichen auf ein leeres Feld
trio-put-mark = Dein Zeichen auf { $cell } setzen
trio-mark-on = { $seat } auf { $cell }
trio-marks = Zeichen

# Züge.
trio-puts-mark = { $seat } nimmt { $cell }
trio-taken = Dieses Feld ist besetzt.

# Züge und Stellungen als Text.
trio-not-a-cell = „{ $text }“ ist kein Feld. Die Felder heißen a1 bis c3.
trio-empty-deal = In Trio gibt es keinen Zufall, daher ist die Ausgangslage {"{}"}.
trio-position-form = Eine Stellung von Trio sieht so aus: x../.o./...
trio-turns-alternate = Die Spieler ziehen abwechselnd, und Kreuz beginnt.
trio-ended-before = Die Partie wäre schon vor dem letzten Zeichen zu Ende gewesen.

# Abbildungen in den Regeln.
trio-diagram-t4 = Kreuz hat drei Zeichen auf einer Diagonalen und gewinnt.
