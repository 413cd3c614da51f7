node-summary = Spanne ein Netz über Felder, die sich erschöpfen oder erobert werden. Wer zuerst zehn Punkte hat, gewinnt.
node-tagline = Lass dein Netz wachsen. Hungere ihres aus.
node-facts = Tauschen und bauen
node-seat-orange = Orange
node-seat-purple = Lila
node-option-variant = welche Felder ausliegen, und ob zehn Punkte den Sieg oder die Niederlage bedeuten
node-option-supply = ob der Bank die Würfel ausgehen können
node-choice-variant-first-game = erste Partie: ohne Handelsposten
node-choice-variant-classic = klassisch: 13 der 14 Felder
node-choice-variant-example = Beispiel: immer dieselbe Auslage
node-choice-variant-advanced = für Fortgeschrittene: zehn Punkte verlieren
node-choice-supply-limited = zehn Würfel jeder Farbe
node-choice-supply-unlimited = beliebig viele Würfel

# Spielende.
node-ten-points = zehn Punkte
node-too-many-points = der Gegner hat zehn Punkte erreicht
node-no-income = kein Feld zahlt mehr, und niemand hat noch zwei Würfel
node-standstill = vierzig Züge lang hat niemand gebaut

# Was zu tun ist.
node-prompt-node = { $seat }: Setze einen Knoten
node-prompt-branch = { $seat }: Lege einen Zweig an den neuen Knoten
node-prompt-trade-or-build = { $seat }: tauschen, bauen, beenden
node-prompt-trade = { $seat }: tauschen oder beenden
node-prompt-build = { $seat }: bauen oder beenden
node-prompt-end = { $seat }: Beende den Zug
node-hint = Zweig: { $branch }. Knoten: { $node }.
node-hint-setup = Jeder setzt zwei Knoten, jeden mit einem Zweig.
node-step-node = Knoten
node-step-branch = Zweig
node-step-collect = Einnahmen
node-step-act = Tauschen und bauen
node-step-end = Ende

# Züge.
node-ends-turn = { $seat } beendet den Zug
node-trades = { $seat } tauscht { $given } gegen { $taken }
node-sets-up-node = { $seat } setzt einen Knoten auf { $corner }
node-sets-up-branch = { $seat } legt einen Zweig auf { $edge }
node-builds-node = { $seat } baut einen Knoten auf { $corner }
node-builds-branch = { $seat } baut einen Zweig auf { $edge }
node-builds-other-node = { $colour ->
    [orange] { $seat } baut einen orangefarbenen Knoten auf { $corner }
   *[purple] { $seat } baut einen lila Knoten auf { $corner }
}
node-builds-other-branch = { $colour ->
    [orange] { $seat } baut einen orangefarbenen Zweig auf { $edge }
   *[purple] { $seat } baut einen lila Zweig auf { $edge }
}

# Das Brett.
node-node-on = { $owner ->
    [orange] Orangefarbener Knoten auf { $corner }
   *[purple] Lila Knoten auf { $corner }
}
node-branch-on = { $owner ->
    [orange] Orangefarbener Zweig auf { $edge }
   *[purple] Lila Zweig auf { $edge }
}
node-empty-corner = Ecke { $corner }: frei
node-empty-edge = Kante { $edge }: frei
node-square-open = Feld { $square }: { $colour ->
    [red] rot
    [yellow] gelb
    [blue] blau
   *[green] grün
}, Limit { $limit }, { $nodes } Knoten
node-square-exhausted = Feld { $square }: { $colour ->
    [red] rot
    [yellow] gelb
    [blue] blau
   *[green] grün
}, Limit { $limit }, { $nodes } Knoten: erschöpft, zahlt niemandem, bis es erobert wird
node-square-captured = Feld { $square }: { $kind ->
    [red] rot
    [yellow] gelb
    [blue] blau
    [green] grün
    [vacant] Leerfeld
   *[post] Handelsposten
}, { $nodes } Knoten, von { $seat } erobert
node-square-vacant = Feld { $square }: Leerfeld
node-square-post = Feld { $square }: Handelsposten, { $nodes } Knoten

# Was sich anklicken lässt.
node-end-turn = Zug beenden
node-place-node = Knoten auf { $corner } setzen
node-place-branch = Zweig auf { $edge } legen
node-place-other = { $colour ->
    [orange] In Orange bauen
   *[purple] In Lila bauen
}
node-choose-place = { $colour ->
    [orange] Wähle jetzt einen Platz für das Teil in Orange.
   *[purple] Wähle jetzt einen Platz für das Teil in Lila.
}
node-given = { $count } von { $size } abgegeben. Gib noch einen ab.
node-given-two = 2 abgegeben. Nimm einen (2:1) oder gib noch einen (3:1).
node-given-all = { $size } von { $size } abgegeben. Nimm eine andere Farbe.
node-give-cube = { $colour ->
    [red] Roten Würfel abgeben
    [yellow] Gelben Würfel abgeben
    [blue] Blauen Würfel abgeben
   *[green] Grünen Würfel abgeben
}
node-take-cube = { $colour ->
    [red] Roten Würfel nehmen
    [yellow] Gelben Würfel nehmen
    [blue] Blauen Würfel nehmen
   *[green] Grünen Würfel nehmen
}
node-take-cube-from = { $colour ->
    [red] Roten Würfel von { $seat } nehmen
    [yellow] Gelben Würfel von { $seat } nehmen
    [blue] Blauen Würfel von { $seat } nehmen
   *[green] Grünen Würfel von { $seat } nehmen
}

# Übersichten.
node-points = Punkte
node-points-of = { $score } von { $goal } Punkten
node-score = { $score } von { $goal }
node-points-sum = { $nodes } Knoten + { $captured ->
    [one] { $captured } Feld
   *[other] { $captured } Felder
}
node-points-sum-with-network = { $nodes } Knoten + { $captured ->
    [one] { $captured } Feld
   *[other] { $captured } Felder
} + { $network } Netz
node-point-parts = { $nodes } Knoten, { $captured ->
    [one] { $captured } Feld
   *[other] { $captured } Felder
}, Netz { $own }:{ $other }
node-point-parts-with-network = { $nodes } Knoten, { $captured ->
    [one] { $captured } Feld
   *[other] { $captured } Felder
}, Netz +{ $network }
node-point-node = ein Knoten
node-point-captured = ein erobertes Feld
node-point-network = das größere Netz
node-point-open = offen
node-point-wins = der zehnte Punkt, er gewinnt
node-point-loses = der zehnte Punkt, er verliert
node-cubes = Würfel
node-own-cubes = Deine Würfel
node-income = Einnahmen
node-income-of = Einnahmen: { $cubes }
node-no-income-now = keine Einnahmen
node-branches = Zweige
node-branch-counts = größtes Netz { $largest }, noch { $left } übrig
node-networks = Größtes Netz
node-branches-left = Zweige im Vorrat
node-hand = Deine Würfel
node-trade = Tausch { $trades }
node-no-trade = Jetzt kein Tausch
node-trades-row = Tausch
node-trades-left = noch { $trades }
node-no-trades-left = keiner mehr
node-give-place = Platz { $place } für einen Würfel, den du abgibst
node-bank = Bank
node-prices = Preise
node-price-list = Zweig { $branch }, Knoten { $node }
node-price-branch = Zweig
node-price-node = Knoten
node-price-held = { $colour ->
    [red] Rot
    [yellow] Gelb
    [blue] Blau
   *[green] Grün
}
node-price-missing = { $colour ->
    [red] Rot fehlt
    [yellow] Gelb fehlt
    [blue] Blau fehlt
   *[green] Grün fehlt
}
node-enough-for = reicht für { $count }
node-short = noch { $cubes } nötig
node-short-in-all = noch { $count } nötig
node-no-place = kein Platz dafür
node-cubes-of = { $colour ->
    [red] { $count } Rot
    [yellow] { $count } Gelb
    [blue] { $count } Blau
   *[green] { $count } Grün
}
node-cubes-unlimited = { $colour ->
    [red] Rot: unbegrenzt
    [yellow] Gelb: unbegrenzt
    [blue] Blau: unbegrenzt
   *[green] Grün: unbegrenzt
}

# Die Zeichen auf den Feldern.
node-legend = Auf den Feldern
node-legend-taken = Auge, besetzt
node-legend-free = Auge, frei
node-legend-exhausted = erschöpft: zahlt nicht
node-legend-captured = erobert: zahlt nur einem
node-legend-paid = hat gerade gezahlt
node-legend-post = Tausch 2:1 für jeden Knoten
node-on-dots = { $nodes } auf { $dots }
node-paid = Feld { $square } hat { $seat } { $colour ->
    [red] { $count } Rot
    [yellow] { $count } Gelb
    [blue] { $count } Blau
   *[green] { $count } Grün
} gezahlt

# Ablehnungen.
node-other-colour = Nur in der Variante „advanced“ darfst du in der Farbe deines Gegners bauen.
node-own-colour = Beim Aufbau setzt du nur Teile deiner eigenen Farbe.
node-setup-unfinished = Der Aufbau ist noch nicht zu Ende: Setze einen Knoten, dann seinen Zweig.
node-node-first = Setze zuerst den Knoten, dann seinen Zweig.
node-branch-due = Dein neuer Knoten braucht zuerst seinen Zweig.
node-occupied = Dieser Platz ist schon besetzt. Wähle einen freien.
node-no-free-edge = An dieser Ecke ist keine Kante mehr frei, also hätte der Zweig des Knotens keinen Platz. Wähle eine andere Ecke.
node-branch-at-node = Der Zweig muss deinen neuen Knoten auf { $corner } berühren.
node-inside-captured = Dieser Platz liegt in einem Gebiet, das { $seat } erobert hat. Wähle einen außerhalb.
node-node-at-branch = { $colour ->
    [orange] Ein orangefarbener Knoten muss am Ende eines orangefarbenen Zweigs stehen.
   *[purple] Ein lila Knoten muss am Ende eines lila Zweigs stehen.
}
node-branch-at-branch = { $colour ->
    [orange] Ein orangefarbener Zweig muss an einen anderen orangefarbenen Zweig anschließen.
   *[purple] Ein lila Zweig muss an einen anderen lila Zweig anschließen.
}
node-node-price = Ein Knoten kostet zwei gelbe und zwei grüne Würfel. Du hast { $yellow } Gelb und { $green } Grün.
node-branch-price = Ein Zweig kostet einen roten und einen blauen Würfel. Du hast { $red } Rot und { $blue } Blau.
node-no-branches-left = Alle { $count } Zweige von { $seat } liegen schon auf dem Brett.
node-three-made = Du hast in diesem Zug schon 3:1 getauscht.
node-two-needs-node = Um 2:1 zu tauschen, brauchst du einen Knoten am Handelsposten.
node-twos-made = Du hast in diesem Zug schon für jeden deiner Knoten am Handelsposten 2:1 getauscht.
node-too-few-cubes = { $colour ->
    [red] Für diesen Tausch brauchst du { $needed } Rot, du hast aber { $held }.
    [yellow] Für diesen Tausch brauchst du { $needed } Gelb, du hast aber { $held }.
    [blue] Für diesen Tausch brauchst du { $needed } Blau, du hast aber { $held }.
   *[green] Für diesen Tausch brauchst du { $needed } Grün, du hast aber { $held }.
}
node-no-supply = { $colour ->
    [red] Die Bank hat keine roten Würfel mehr, und dein Gegner hat nicht mehr davon als du. Nimm eine andere Farbe.
    [yellow] Die Bank hat keine gelben Würfel mehr, und dein Gegner hat nicht mehr davon als du. Nimm eine andere Farbe.
    [blue] Die Bank hat keine blauen Würfel mehr, und dein Gegner hat nicht mehr davon als du. Nimm eine andere Farbe.
   *[green] Die Bank hat keine grünen Würfel mehr, und dein Gegner hat nicht mehr davon als du. Nimm eine andere Farbe.
}
node-takes-given-colour = Du kannst keine Farbe nehmen, die du selbst abgibst. Nimm eine andere.
node-give-first = Gib zuerst drei Würfel ab, oder zwei, wenn du einen Knoten am Handelsposten hast. Nimm dann einen in einer anderen Farbe.
node-too-few-to-trade = Du hast zu wenige Würfel. Ein Tausch kostet drei, am Handelsposten zwei.

# Züge, Auslagen und Stellungen als Text.
node-not-a-move = „{ $text }“ ist kein Zug. Schreibe einen Knoten als c4, einen Zweig als c4d4, einen Tausch als RRB>G oder RB>G und das Ende deines Zugs als „end“.
node-layout-text = Eine Auslage ist ein Text wie „R2 / G1 B2 R3 / …“.
node-layout-rows = Eine Auslage hat Reihen von 1, 3, 5, 3 und 1 Feldern, „{ $text }“ aber nicht.
node-unknown-square = Unbekanntes Feld { $square }. Es gibt { $squares }.
node-square-twice = Das Feld { $square } kommt zweimal vor, es gibt aber nur eines.
node-deal-form = Eine Ausgangslage von NODE hat die Form {"{"}"layout": "R2 / G1 B2 R3 / …"{"}"}.
node-no-post = In der Variante „first-game“ gibt es keinen Handelsposten.
node-example-layout = In der Variante „example“ ist die Auslage immer { $layout }.
node-seven-parts = Eine Stellung von NODE hat sieben Abschnitte, getrennt durch „|“.
node-position-options = Eine Stellung endet mit Variante und Vorrat, nicht mit „{ $text }“.
node-cube-limit = Von jeder Farbe gibt es nur { $count } Würfel.
node-unknown-place = „{ $text }“ ist weder eine Ecke noch eine Kante.
node-cube-letters = Würfel werden mit den Buchstaben { $letters } geschrieben, nicht als „{ $text }“.
node-same-place = Zwei Teile liegen auf derselben Ecke oder Kante.
node-piece-limit = Von jeder Farbe gibt es nur { $nodes } Knoten und { $branches } Zweige.
node-impossible-setup = Diese Teile kann { $seat } beim Aufbau nicht gesetzt haben.
node-stray-branches = { $seat } hat Zweige, die nicht mit den beiden ersten Knoten zusammenhängen.
node-stray-node = Der Knoten auf { $corner } steht nicht am Ende eines Zweigs seiner Farbe.
node-impossible-turn = „{ $text }“ kann in dieser Stellung nicht folgen.
node-impossible-setup-turn = { $steps ->
    [one] Nach { $steps } Schritt des Aufbaus kann „{ $text }“ nicht folgen.
   *[other] Nach { $steps } Schritten des Aufbaus kann „{ $text }“ nicht folgen.
}
node-no-node = { $seat } hat keinen Knoten auf { $corner }.
node-cubes-in-setup = Beim Aufbau hat noch niemand Würfel.
node-no-edge-for-branch = Am letzten Knoten ist keine Kante für seinen Zweig frei.
node-nothing-built = Es wurde noch nichts gebaut: Auf dem Brett liegen nur die Teile des Aufbaus.
node-already-over = In dieser Stellung ist die Partie zu Ende: { $reason }.
node-too-many-twos = Für so viele 2:1-Tausche hat { $seat } nicht genug Knoten am Handelsposten.
node-not-over = In dieser Stellung kann die Partie nicht so geendet haben.
node-both-ten = Die Spieler können nicht beide zehn Punkte haben.

# Abbildungen in den Regeln.
node-diagram-n7 = Nach dem Aufbau: Jeder hat zwei Startpaare aus Knoten und Zweig gesetzt.
node-diagram-n11 = Das grüne Feld B4 hat ein Auge, an ihm stehen aber zwei Knoten. Es ist erschöpft und zahlt niemandem.
node-diagram-n22 = Lila hat Zweige auf allen vier Kanten von B2 und von C1 und damit beide Felder erobert. Orange hat E3 erobert: Auch die Kanten am Rand brauchen Zweige.
node-diagram-n23 = Orange hat einen Ring um C3, D3, C4 und D4 geschlossen. Innen liegt kein Teil von Lila, also erobert Orange alle vier auf einmal.
