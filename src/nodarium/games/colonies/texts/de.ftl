colonies-summary = Erkunde neue Knoten, besiedle sie mit Kolonien und erobere die Knoten deiner Gegner. Wer die meisten Knoten kontrolliert, gewinnt.
colonies-tagline = Spiel eine Karte. Nimm dir die Welt.
colonies-facts = Verdeckte Karten
colonies-seat-orange = Orange
colonies-seat-purple = Lila
colonies-seat-teal = Schwarz
colonies-seat-rose = Rosa
colonies-option-players = Zahl der Spieler
colonies-option-layout = Startauslage
colonies-option-layout-hint = oder eine Zeichnung wie ooo/o.o/ooo, oder eine .toml-Datei
colonies-option-movement = wie weit sich eine Kolonie bewegt und ob sie dabei abbiegen darf
colonies-choice-layout-grid = Raster
colonies-choice-layout-plus = Pluszeichen
colonies-choice-layout-ring = Ring
colonies-choice-layout-diamond = Raute
colonies-choice-movement-line = in gerader Linie
colonies-choice-movement-path = auf beliebigem Weg
colonies-choice-movement-step = einen Schritt

# Spielende.
colonies-depleted = der Stapel ist aufgebraucht
colonies-trapped = wer am Zug ist, kann nichts tun
colonies-domination = ein Spieler kontrolliert alle Knoten
colonies-eradication = ein Spieler hat alle seine Knoten verloren

# Karten.
colonies-node = Knoten
colonies-card = { $type ->
    [culture] Kultur { $level }
    [military] Militär { $level }
   *[economy] Wirtschaft { $level }
}
colonies-colony = { $card } von { $seat }
colonies-card-power = { $card }: { $power }
colonies-type = { $type ->
    [culture] Kultur
    [military] Militär
   *[economy] Wirtschaft
}

# Was jede Kolonie schlägt und wem sie unterliegt.
colonies-power-c1 = schlägt Militär 1, unterliegt Kultur 2–3 und Wirtschaft 1–3
colonies-power-c2 = schlägt Kultur 1 und Militär 1–2, unterliegt Kultur 3 und Wirtschaft 2–3
colonies-power-c3 = schlägt Kultur 1–2 und Militär 1–3, unterliegt Wirtschaft 3
colonies-power-m1 = schlägt Wirtschaft 1, unterliegt Militär 2–3 und Kultur 1–3
colonies-power-m2 = schlägt Militär 1 und Wirtschaft 1–2, unterliegt Militär 3 und Kultur 2–3
colonies-power-m3 = schlägt Militär 1–2 und Wirtschaft 1–3, unterliegt Kultur 3
colonies-power-e1 = schlägt Kultur 1, unterliegt Wirtschaft 2–3 und Militär 1–3
colonies-power-e2 = schlägt Wirtschaft 1 und Kultur 1–2, unterliegt Wirtschaft 3 und Militär 2–3
colonies-power-e3 = schlägt Wirtschaft 1–2 und Kultur 1–3, unterliegt Militär 3

# Was zu tun ist.
colonies-steps = { $seat } kann { $steps }
colonies-step-explore = erkunden
colonies-step-colonise = besiedeln
colonies-step-move = eine Kolonie bewegen
colonies-step-end = den Zug beenden

# Was anzuklicken ist.
colonies-choose-card = { $cards ->
    [node] { $seat }: Knoten legen
    [colony] { $seat }: Kolonie spielen
   *[any] { $seat }: Karte spielen
}
colonies-choose-card-or-colony = { $cards ->
    [node] { $seat }: Knoten legen oder Kolonie bewegen
    [colony] { $seat }: Kolonie spielen oder bewegen
    [none] { $seat }: Kolonie bewegen
   *[any] { $seat }: Karte spielen oder Kolonie bewegen
}
colonies-choose-or-end = { $cards ->
    [colony] { $seat }: spielen, bewegen oder den Zug beenden
   *[none] { $seat }: Kolonie bewegen oder den Zug beenden
}
colonies-then-lay = Lege den Knoten neben einen Knoten, den du kontrollierst
colonies-then-place = Lege { $card } auf einen markierten Knoten
colonies-then-move = Bewege { $card } von Knoten { $node } auf einen markierten Knoten
colonies-choose-card-first = Wähle zuerst eine Karte aus deiner Hand oder eine deiner Kolonien, dann das Ziel.
colonies-choose-colony-first = Wähle zuerst eine deiner Kolonien, dann das Ziel.
colonies-play-node = Knoten legen
colonies-play-colony = { $card } spielen: { $power }
colonies-can-invade = { $spot }. Du kannst ihn mit { $cards } erobern (C-2)
colonies-end-turn = Zug beenden

# Züge.
colonies-explores = { $side ->
    [left] { $seat } legt Knoten { $number } links neben Knoten { $node }
    [right] { $seat } legt Knoten { $number } rechts neben Knoten { $node }
    [above] { $seat } legt Knoten { $number } über Knoten { $node }
   *[below] { $seat } legt Knoten { $number } unter Knoten { $node }
}
colonies-colonises = { $seat } spielt { $card } auf Knoten { $node }
colonies-moves = { $seat } bewegt { $card } von Knoten { $start } nach Knoten { $end }
colonies-invades = { $seat } erobert Knoten { $end } mit { $card } von Knoten { $start } aus
colonies-ends-turn = { $seat } beendet den Zug

# Das Brett.
colonies-spot-empty = { $side ->
    [left] Leeres Feld links neben Knoten { $node }
    [right] Leeres Feld rechts neben Knoten { $node }
    [above] Leeres Feld über Knoten { $node }
   *[below] Leeres Feld unter Knoten { $node }
}
colonies-node-with = Knoten { $node } mit { $top }
colonies-spot-away = Leeres Feld
colonies-spot-unoccupied = Knoten { $node }, frei
colonies-spot-colony = Knoten { $node } mit { $top }: { $power }
colonies-spot-stack = Knoten { $node } mit { $top }, darunter { $below }. Die oberste { $power }

# Warnungen.
colonies-can-eliminate = { $attacker } auf Knoten { $start } kann deinen einzigen Knoten erobern: Du wärst besiegt (C-13).
colonies-last-node-rule = Verlierst du später deinen einzigen Knoten, bist du besiegt (C-13).

# Die Tafeln.
colonies-hand = Hand
colonies-your-hand = Deine Hand
colonies-deck = Stapel
colonies-cards = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
}
colonies-nodes = { $count } Knoten
colonies-controls = Knoten
colonies-copies = { $count } × { $card }
colonies-round = Runde
colonies-first = Startspieler
colonies-duel = { $rounds ->
    [1] Duell
   *[other] Duellrunde { $rounds }
}
colonies-duel-result = { $winning } gegen { $losing }
colonies-trumps = Trumpf
colonies-type-beats = { $type ->
    [culture] Kultur schlägt
    [military] Militär schlägt
   *[economy] Wirtschaft schlägt
}
colonies-trump-note = gleicher oder niedrigerer Stufe

# Die Teile eines Zuges.
colonies-part-draw = Ziehen
colonies-part-explore = Erkunden
colonies-part-colonise = Besiedeln
colonies-part-move = Bewegen

# Ablehnungen.
colonies-nothing-done = Bevor du deinen Zug beendest, musst du erkunden, besiedeln oder eine Kolonie bewegen.
colonies-explore-late = { $phase ->
    [explored] Du hast in diesem Zug schon erkundet.
   *[colonised] Du hast in diesem Zug schon besiedelt. Erkunden kommt davor.
}
colonies-no-node-in-hand = Du hast keinen Knoten auf der Hand.
colonies-explore-where = Ein neuer Knoten kommt auf ein leeres Feld neben einem Knoten, den du kontrollierst.
colonies-colonise-once = Du hast in diesem Zug schon besiedelt.
colonies-not-in-hand = Du hast { $card } nicht auf der Hand.
colonies-only-invade = Diesen Knoten kontrolliert { $seat }. Du kannst ihn nur erobern.
colonies-colonise-where = Nach der ersten Runde kommt eine Kolonie auf einen Knoten, den du kontrollierst, oder auf einen freien daneben.
colonies-not-controlled = Du kontrollierst diesen Knoten nicht. Von dort kannst du nichts bewegen.
colonies-just-placed = Diese Kolonie hast du gerade erst gespielt. Du kannst sie erst in deinem nächsten Zug bewegen.
colonies-same-node = Bewege die Kolonie auf einen anderen Knoten.
colonies-too-weak = { $mover } schlägt { $defender } nicht und kann deshalb nicht dorthin.
colonies-one-step = Eine Kolonie bewegt sich nur einen Schritt weit, nie diagonal.
colonies-straight-line = Eine Kolonie bewegt sich geradeaus über Knoten, nie diagonal.
colonies-way-blocked = Der Weg ist versperrt: durch eine Lücke oder durch eine Kolonie, die von { $mover } nicht geschlagen wird.
colonies-no-node-here = Dort liegt kein Knoten, auf den du eine Kolonie spielen könntest.
colonies-node-here = Dort liegt schon ein Knoten. Wähle ein leeres Feld.
colonies-apart = Dieses Feld liegt neben keinem Knoten. Wähle eins neben einem Knoten, den du kontrollierst.
colonies-node-to-node = Eine Kolonie bewegt sich von einem Knoten zu einem anderen. Auf einem dieser Felder liegt aber keiner.

# Züge, Ausgangslagen und Stellungen als Text.
colonies-not-a-move = „{ $text }“ ist kein Zug. Lege einen Knoten mit N@1,-2, spiele eine Kolonie mit C2@0,1, bewege eine mit 0,1>2,1 oder beende deinen Zug mit „end“.
colonies-deal-fields = Eine Ausgangslage braucht die Felder players, layout, first, hands und deck. Erlaubt ist auch duel.
colonies-deal-players = Die Ausgangslage ist für { $given } Spieler gedacht, in dieser Partie sind es aber { $expected }.
colonies-deal-layout = Die Ausgangslage ist für die Startauslage { $given } gedacht, diese Partie hat aber { $expected }.
colonies-deal-first = Der Startspieler muss ein Sitz von 0 bis { $last } sein, nicht { $given }.
colonies-hand-count = Erwartet werden Handkarten für { $players } Spieler.
colonies-hand-size = Zu Beginn hat jeder { $count } Karten auf der Hand.
colonies-card-list = Karten müssen eine Liste von Namen wie C2 und N sein, nicht { $given }.
colonies-unknown-card = Unbekannte Karte { $card }. Möglich sind: { $names }.
colonies-card-count = Die Karte { $card } gibt es { $copies }-mal, nicht { $count }-mal.
colonies-duel-list = Ein Duell muss eine Liste von höchstens { $most } Runden sein.
colonies-duel-draws = Runde { $round } des Duells: Jeder muss eine Karte ziehen.
colonies-duel-cards = Runde { $round } des Duells: Diese Karten hat der Stapel nicht.
colonies-duel-winner = Runde { $round } des Duells ist unmöglich. Nur die letzte Runde hat einen Sieger, und das ist der Startspieler.
colonies-seven-parts = Eine Stellung von Nodes & Colonies hat sieben Abschnitte, getrennt durch „|“.
colonies-position-start = Eine Stellung beginnt mit Spielerzahl, Startauslage und Bewegung, etwa „2 grid line“, nicht mit „{ $text }“.
colonies-position-first = Der zweite Abschnitt einer Stellung beginnt mit dem Startspieler. Möglich sind: { $seats }.
colonies-unknown-layout = Unbekannte Startauslage „{ $layout }“.
colonies-new-node = Ein neuer Knoten muss auf einem leeren Feld neben einem anderen liegen.
colonies-unknown-spot = „{ $text }“ ist kein Feld.
colonies-impossible-colony = „{ $text }“ kann in dieser Stellung keine Kolonie sein.
colonies-colony-count = Es gibt nur { $count } Kolonien.
colonies-no-stack = Die Kolonien auf { $spot } liegen nicht lückenlos übereinander. Schreibe +1 hinter die zweite von unten, +2 hinter die dritte und so weiter.
colonies-no-draw = Der Stapel hat zu viele Karten: Der Startspieler hat schon eine gezogen.
colonies-played-count = So viele Karten kann { $seat } hier nicht gespielt haben.
colonies-impossible-turn = „{ $text }“ kann in dieser Stellung nicht folgen.

# Startauslagen.
colonies-bad-drawing = „{ $drawing }“ ist keine Startauslage. Zeichne gleich lange Reihen, mit o für einen Knoten und einem Punkt für eine Lücke.
colonies-layout-size = Eine Startauslage hat { $least } bis { $most } Knoten, nicht { $count }.
colonies-layout-apart = Alle Knoten einer Startauslage müssen an den Seiten zusammenhängen.
colonies-layout-unreadable = Die Startauslage in { $file } lässt sich nicht lesen: { $problem }.
colonies-layout-file = Die Datei einer Startauslage muss genau eine Zeichnung enthalten, NAME = '''…'''. Für { $file } gilt das nicht.

# Abbildungen in den Regeln.
colonies-diagram-c9 = Orange kontrolliert zwei Knoten, Lila einen. Der vierte ist frei.
colonies-diagram-c10 = Orange hat Knoten 2 von Knoten 4 aus mit Militär 2 erobert, das jetzt auf den Kolonien von Lila liegt. Orange kontrolliert auch Knoten 4 weiterhin, denn darunter lag Militär 1.
