noede-summary = Anker am Rand öffnen Linien, und Knoten kommen dorthin, wo sich zwei Linien kreuzen. Verbinde zwei gegenüberliegende Seiten des Bretts oder drei, von denen keine zwei benachbart sind.
noede-tagline = Kreuze zwei Linien. Verbinde zwei Seiten.
noede-facts = Ohne Zufall, alles offen
noede-seat-white = Weiß
noede-seat-black = Schwarz
noede-option-side = Länge einer Brettseite in Feldern
noede-option-blocked-lines = ob gegnerische Steine Linien sperren

# Spielende.
noede-sides-joined = Brettseiten sind verbunden
noede-opposite-sides-joined = zwei gegenüberliegende Seiten sind verbunden
noede-three-sides-joined = drei Seiten sind verbunden, von denen keine zwei benachbart sind
noede-no-moves = niemand kann mehr ziehen

# Was zu tun ist.
noede-prepare = { $seat }: Setze einen Anker auf den Rand
noede-turn = { $seat }: Setze einen Anker oder dort, wo sich eigene Linien kreuzen, einen Knoten
noede-place-due-node = { $seat }: Setze einen Knoten dorthin, wo eine Linie von { $anchor } die eines anderen eigenen Ankers kreuzt

# Züge.
noede-places-node = { $seat } setzt einen Knoten auf { $cell }
noede-places-anchor = { $seat } setzt einen Anker auf { $cell }

# Das Brett.
noede-node-on = { $owner ->
    [white] Weißer Knoten auf { $cell }
   *[other] Schwarzer Knoten auf { $cell }
}
noede-anchor-on = { $owner ->
    [white] Weißer Anker auf { $cell }
   *[other] Schwarzer Anker auf { $cell }
}
noede-empty-inner = Feld { $cell } im Inneren: frei
noede-empty-outer = Feld { $cell } am Rand: frei
noede-place-node = Knoten auf { $cell } setzen
noede-place-anchor = Anker auf { $cell } setzen
noede-pieces = Steine
noede-piece-counts = { $anchors } Anker, { $nodes } Knoten
noede-step-anchor = Anker
noede-step-node = Knoten
noede-node-only = Oder lass den Anker weg und setze einen Knoten dorthin, wo sich zwei deiner Linien kreuzen.

# Wie viele Steine jemandem fehlen, um Seiten zu verbinden. $count ist -1, wenn alle Wege gesperrt sind.
noede-missing = Freie Felder
noede-opposite-sides-away = { $count ->
    [-1] Diese gegenüberliegenden Seiten lassen sich nicht mehr verbinden
    [one] Mindestens { $count } weiterer Stein verbindet diese gegenüberliegenden Seiten
   *[other] Mindestens { $count } weitere Steine verbinden diese gegenüberliegenden Seiten
}
noede-three-sides-away = { $count ->
    [-1] Diese drei Seiten lassen sich nicht mehr verbinden
    [one] Mindestens { $count } weiterer Stein verbindet diese drei Seiten
   *[other] Mindestens { $count } weitere Steine verbinden diese drei Seiten
}

# Was die Zeichnungen auf dem Brett bedeuten.
noede-legend-title = Auf dem Brett
noede-legend-anchor = Anker, am Rand
noede-legend-node = Knoten, im Inneren
noede-legend-line = Linie eines Ankers
noede-legend-pointed = Linie des Felds unter dem Zeiger
noede-legend-crossing = Hier kann ein Knoten hin
noede-legend = Weiß □ ○   Schwarz ■ ●

# Ablehnungen.
noede-occupied = Hier liegt schon ein Stein von { $owner }. Wähle ein freies Feld.
noede-preparation = Der Aufbau ist noch nicht zu Ende: Setze einen Anker auf den Rand.
noede-node-due = Dein neuer Anker braucht zuerst seinen Knoten. Setze ihn ins Innere.
noede-one-direction = { $anchor ->
    [none] Ein Knoten braucht Linien von zwei deiner Anker, und diese Linien müssen in verschiedene Richtungen laufen.
   *[other] Ein Knoten braucht eine Linie von { $anchor } und, in einer anderen Richtung, eine Linie eines anderen deiner Anker.
}
noede-no-open-lines = { $anchor ->
    [none] Hier kreuzen sich keine Linien von zwei deiner Anker, oder gegnerische Steine sperren sie.
   *[other] Hier kreuzt keine Linie von { $anchor } die eines anderen deiner Anker, oder gegnerische Steine sperren eine davon.
}
noede-no-crossing = { $anchor ->
    [none] Ein Knoten kommt dorthin, wo sich Linien von zwei deiner Anker kreuzen.
   *[other] Ein Knoten kommt dorthin, wo eine Linie von { $anchor } die eines anderen deiner Anker kreuzt.
}

# Züge und Stellungen als Text.
noede-two-moves = „{ $text }“ ist ein Zug aus zwei Schritten. Gib sie nacheinander ein.
noede-not-a-cell = „{ $text }“ ist kein Feld dieses Bretts. Schreibe ein Feld mit Buchstabe und Zahl; { $middle } liegt in der Mitte.
noede-empty-deal = In Nøde gibt es keinen Zufall, daher ist die Ausgangslage {"{}"}.
noede-four-parts = Eine Stellung von Nøde hat vier Abschnitte, getrennt durch „|“.
noede-position-side = Eine Stellung beginnt mit einer Seitenlänge von { $least } bis { $most }.
noede-same-cell = Zwei Steine liegen auf demselben Feld.
noede-unknown-cell = Dieses Brett hat kein Feld { $cell }.
noede-impossible-turn = „{ $text }“ kann in dieser Stellung nicht folgen.

# Abbildungen in den Regeln.
noede-diagram-o5 = Weiß erwägt einen Anker auf c7. Zu sehen sind dessen Linien und die Felder, auf denen sie die von g2 kreuzen: Dort könnte ein Knoten folgen.
noede-diagram-o10 = Die weiße Kette verbindet drei Seiten, von denen keine zwei benachbart sind.
