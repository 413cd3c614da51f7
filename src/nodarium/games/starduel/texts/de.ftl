starduel-summary = Beide Seiten programmieren heimlich, dann aktivieren sie Knoten und greifen einander an. Drücke den Einfluss deines Gegners auf 0.
starduel-tagline = Ziele im Geheimen. Deckt gemeinsam auf.
starduel-facts = Bluff und Timing
starduel-seat-kurth = Kurth
starduel-seat-enate = Enate
starduel-option-map = der Spielplan zwischen den Heimatwelten
starduel-option-map-hint = oder ein eigener Spielplan als .toml-Datei
starduel-option-cards = der Satz Planetenkarten
starduel-option-cards-hint = oder eigene Karten als .toml-Datei
starduel-choice-map-hexagon = Sechseck
starduel-choice-map-block = Block
starduel-choice-cards-standard-1 = Standardkarten, Fassung 1
starduel-choice-cards-standard-2 = Standardkarten, Fassung 2
starduel-choice-cards-standard-3 = Standardkarten, Fassung 3

# Spielende.
starduel-no-influence = eine Seite hat keinen Einfluss mehr
starduel-no-population = eine Seite hat keine Bevölkerung mehr
starduel-all-nodes = alle Knoten, die noch im Spiel sind, gehören einer Seite
starduel-quiet-end = sechs Runden lang wurde nichts aktiviert oder angegriffen
starduel-last-round = alle 40 Runden sind gespielt
starduel-loser-without-influence = { $loser } hat keinen Einfluss mehr
starduel-loser-without-population = { $loser } hat keine Bevölkerung mehr
starduel-track-decides = { $track ->
    [influence] { $reason }, und beim Einfluss steht es { $more } zu { $less }
    [population] { $reason }, der Einfluss ist gleich, und bei der Bevölkerung steht es { $more } zu { $less }
   *[minerals] { $reason }, Einfluss und Bevölkerung sind gleich, und bei den Mineralien steht es { $more } zu { $less }
}
starduel-all-equal = { $reason }, und Einfluss, Bevölkerung und Mineralien sind gleich

# Was zu tun ist.
starduel-choose-program = { $seat }: Programmiere heimlich ein Ziel
starduel-await-programs = { $count ->
    [one] { $seats } wählt noch ein Programm
   *[other] { $seats } wählen ihre Programme
}
starduel-turn = { $count ->
    [one] { $seat } kann nur noch { $steps }
   *[other] { $seat } kann { $steps }
}
starduel-program-fails = { $count ->
    [one] { $seat }: Dein Programm bewirkt nichts. { $reason } Du kannst nur noch { $steps }
   *[other] { $seat }: Dein Programm bewirkt im Moment nichts. { $reason } Du kannst { $steps }
}
starduel-can-activate = { $space } aktivieren
starduel-can-attack = { $space } angreifen
starduel-can-replace = einen Knoten ersetzen
starduel-can-gain-energy = { $count } Energie nehmen
starduel-can-exhaust = einen Knoten ausbeuten
starduel-can-move = einen Knoten bewegen
starduel-can-end = den Zug beenden

# Züge.
starduel-programs = { $seat } programmiert { $program }: { $goal }
starduel-activates = { $seat } aktiviert { $place }
starduel-tries-to-activate = { $seat } versucht, eine verdeckte Karte zu aktivieren
starduel-attacks = { $seat } greift { $place } an und zahlt { $payment }
starduel-gains-energy = { $seat } erhält { $count } Energie
starduel-replaces = { $seat } ersetzt { $place }
starduel-exhausts = { $seat } beutet { $place } aus
starduel-moves = { $seat } bewegt { $node } in { $goal }
starduel-swaps = { $seat } tauscht { $first } und { $second }
starduel-ends-turn = { $seat } beendet den Zug

# Mengen.
starduel-energy = { $count } Energie
starduel-population = { $count } Bevölkerung
starduel-minerals = { $count ->
    [one] { $count } Mineral
   *[other] { $count } Mineralien
}
starduel-nothing = nichts
starduel-none = keine
starduel-of = { $count } von { $most }

# Der Spielplan.
starduel-home-world = Heimatwelt von { $owner }
starduel-place-face-down = die verdeckte Karte auf { $space }
starduel-place-open = das freie Feld { $space }
starduel-number-of = { $number } bei { $owner }
starduel-face-down = verdeckte { $tier }
starduel-open = freies Feld
starduel-goal-replace = einen Knoten ersetzen
starduel-goal-energy = { $count } Energie nehmen
starduel-middle-row = die mittlere Reihe
starduel-row-of = Reihe { $row } von { $owner }
starduel-row-next-to = { $row }, neben { $planets }
starduel-space-open = Freies Feld { $space }
starduel-space-face-down = Verdeckte Karte der Stufe { $tier } auf { $space }
starduel-space-owned = { $card }, Knoten von { $owner }; Verteidigung { $defense }; Ausbeuten bringt { $exhaustion }
starduel-space-inactive = { $card }, inaktiv; benötigt { $required }; Verteidigung { $defense }; Aktivieren bringt { $activation }; Ausbeuten bringt { $exhaustion }
starduel-new = neu
starduel-unaffordable = { $count } Energie, mehr als du hast
starduel-card-sheet = Alle Karten nach Stufen: was sie benötigen (Schloss), beim Aktivieren bringen (Plus) und beim Ausbeuten (Kreuz). Der Schild ist die Verteidigung.

# Was man anklicken kann.
starduel-away = { $what }; { $cost } Energie entfernt
starduel-program-at = { $number }: { $what }
starduel-first-digit = Erste Ziffer { $digit }
starduel-second-digit = Zweite Ziffer { $digit }
starduel-lock-in = { $program } festlegen
starduel-then-second-digit = jetzt die zweite Ziffer
starduel-then-lock-in = lege es fest oder wähle ein anderes
starduel-then-lock-target = { $place }, { $cost } Energie: festlegen?
starduel-then-lock-useless = { $place } würde im Moment nichts bewirken. Trotzdem festlegen?
starduel-then-pay = wähle, was du zahlst
starduel-then-exhaust-or-move = beute ihn aus oder wähle, wohin er zieht
starduel-does-nothing = { $what }; würde im Moment nichts bewirken
starduel-loses = { $what }; damit verlierst du die Partie
starduel-program-14 = Programm 14: einen Knoten ersetzen
starduel-program-15 = Programm 15: { $count } Energie nehmen
starduel-gain-energy = { $count } Energie nehmen
starduel-activate-target = { $target } für { $cost } Energie aktivieren
starduel-attack-target = { $target } für { $cost } Energie angreifen
starduel-pay = { $payment } zahlen
starduel-exhaust-card = { $card } ausbeuten: 1 Einfluss verlieren, { $gain } erhalten
starduel-end-turn = Zug beenden

# Anzeigen neben dem Spielplan. Aus der Regel in Klammern am Ende wird ein Link.
starduel-influence = ★ { $count }
starduel-track-energy = Energie
starduel-track-population = Bevölkerung
starduel-track-minerals = Mineralien
starduel-track-influence = Einfluss
starduel-program = Programm
starduel-14-replace = 14 Ersetzen
starduel-15-energy = 15 +{ $count } Energie
starduel-program-and-goal = { $program }: { $goal }
starduel-locked-in = festgelegt
starduel-set-the-dial = stelle es ein
starduel-choosing = wählt noch
starduel-dial = Dein geheimes Programm
starduel-first-digits = Erste Ziffer
starduel-second-digits = Zweite Ziffer
starduel-step-program = Programmieren
starduel-step-execute = Ausführen
starduel-step-exhaust = Ausbeuten
starduel-step-move = Bewegen
starduel-hint-program = Runde { $round }. Die niedrigere Nummer beginnt, bei gleichen { $seat }.
starduel-hint-turn = Runde { $round }. Jeder Teil einmal, in beliebiger Reihenfolge.
starduel-lower-program = { $program } ist niedriger: { $seat } ist zuerst am Zug.
starduel-equal-programs = Beide Programme sind { $program }: Diesmal ist { $seat } zuerst am Zug.
starduel-acts-first = zuerst am Zug
starduel-acts-second = danach am Zug
starduel-signs = Zeichen
starduel-means-needs = benötigt, bleibt erhalten
starduel-means-gains = bringt das Aktivieren
starduel-means-spent = bringt das Ausbeuten
starduel-means-shield = Verteidigung: Preis eines Angriffs
starduel-means-cost = Energie bis dorthin
starduel-round = Runde
starduel-quiet-rounds = Ruhige Runden
starduel-first-if-equal = Zuerst bei Gleichstand
starduel-spares = Reserve
starduel-spares-left = { $tier2 } der Stufe II, { $tier3 } der Stufe III
starduel-unseen-tier-2 = Noch unbekannt, Stufe 2
starduel-unseen-tier-3 = Noch unbekannt, Stufe 3
starduel-all-cards = Alle Karten
starduel-all-cards-rule = und was auf ihnen steht (S-3)

# In einem Terminal, 80 Spalten breit.
starduel-legend = Name und Verteidigung, ≥ benötigt, + Aktivieren, × Ausbeuten, ↑ Energie zum Ziel
starduel-owner-new = { $owner }, neu
starduel-hidden = verdeckt
starduel-terminal-program = Programm { $program }
starduel-rounds = Runde { $round } von { $rounds }. Ruhige Runden: { $quiet }. Reserve: { $spares }
starduel-acts-first-if-equal = Bei gleichen Programmen ist { $seat } zuerst am Zug

# Ablehnungen.
starduel-unknown-space = Dieser Spielplan hat kein solches Feld.
starduel-program-first = Zuerst müssen beide ein Programm wählen: ein Feld, 14 oder 15.
starduel-programs-revealed = Die Programme dieser Runde sind schon aufgedeckt. In der nächsten Runde wählst du wieder.
starduel-executed-already = Du hast dein Programm in diesem Zug schon ausgeführt.
starduel-exhausted-already = Du hast in diesem Zug schon einen Knoten ausgebeutet.
starduel-moved-already = Du hast in diesem Zug schon einen Knoten bewegt.
starduel-only-14-replaces = Nur Programm 14 ersetzt einen Knoten. Dein Programm ist { $program }.
starduel-only-15-gains = Nur Programm 15 bringt Energie. Dein Programm ist { $program }.
starduel-14-only-replaces = Dein Programm ist 14. Damit kannst du nur einen Knoten ersetzen.
starduel-15-only-gains = Dein Programm ist 15. Es bringt nur Energie.
starduel-other-target = Dein Programm ist { $program }. Ein anderes Feld kannst du in diesem Zug nicht aktivieren oder angreifen.
starduel-own-node = { $place } gehört dir schon.
starduel-open-space = Das Feld { $space } ist frei: Dort liegt kein Knoten, den du aktivieren oder angreifen könntest.
starduel-attack-it = Du kannst { $place } nur angreifen: Der Knoten gehört { $owner }.
starduel-activate-it = Du kannst { $place } nur aktivieren: Der Knoten ist inaktiv.
starduel-no-path-from-home = Kein Weg über freie Felder und eigene Knoten führt von deiner Heimatwelt an dein Ziel ({ $place }).
starduel-too-little-energy = Der Weg an dein Ziel ({ $place }) kostet { $cost } Energie. Du hast { $energy }.
starduel-requirement-unmet = { $card } benötigt { $required }. Du hast { $held }.
starduel-defense-unpaid = Um { $card } anzugreifen, musst du die Verteidigung von { $defense } mit Bevölkerung und Mineralien bezahlen. Du hast { $held }.
starduel-wrong-payment = Die Verteidigung des Knotens ist { $defense }. Zahle genau so viel, nicht { $paid }.
starduel-no-attack = Dein Programm zielt auf keinen Knoten, den du angreifen kannst.
starduel-nothing-to-replace = Für keinen offenen inaktiven Knoten ist ein Reserveplanet seiner Stufe da.
starduel-not-replaceable = Du kannst { $place } nicht ersetzen: Das geht nur mit offenen inaktiven Knoten.
starduel-no-spare = Von dieser Stufe ist kein Reserveplanet mehr da.
starduel-activated-this-turn = Du hast { $place } erst in diesem Zug aktiviert und kannst den Knoten noch nicht ausbeuten.
starduel-not-your-node = Du kannst { $place } nicht verwenden: Das ist kein Knoten von dir.
starduel-choose-node-first = Um einen Knoten zu bewegen, wähle zuerst den Knoten und dann das Feld.
starduel-swap-instead = Dort liegt schon dein eigener Knoten { $end }. Du kannst ihn mit { $start } tauschen.
starduel-not-open = Dorthin kannst du nicht ziehen ({ $place }). Wähle ein freies Feld.
starduel-no-path = Kein Weg über freie Felder und eigene Knoten verbindet Anfang ({ $start }) und Ziel ({ $end }).

# Züge als Text.
starduel-not-a-move = „{ $text }“ ist kein Zug. Schreibe ein Programm als 22, danach activate, attack 2P1M, energy, replace 23, exhaust 12, move 12>33, swap 12<>13 oder end, mit Feldern dieses Spielplans.

# Ausgangslagen.
starduel-deal-too-late = Eine Ausgangslage lässt sich nur vor dem ersten Zug aufschreiben.
starduel-deal-form = Eine Ausgangslage von Star Duel muss so aussehen: { $example }.
starduel-deal-other-map = Die Ausgangslage gilt für den Spielplan { $given }, gespielt wird aber auf { $map }. Wähle denselben Spielplan.
starduel-deal-spaces = In einer Ausgangslage muss auf jedem der Felder { $spaces } eine Karte liegen, und auf keinem anderen.
starduel-deal-spares = Die Reserve muss so aussehen: { $example }.
starduel-spare-count = Zu einer Ausgangslage gehören { $count } Reserveplaneten der Stufe { $tier }.
starduel-misplaced-card = Die Karte { $card } kann nicht auf { $space } liegen.
starduel-misplaced-spare = Die Karte { $card } kann kein Reserveplanet der Stufe { $tier } sein.
starduel-unknown-card = Unbekannte Karte { $card }.
starduel-card-twice = Die Karte { $card } kommt zweimal vor, es gibt sie aber nur einmal.
starduel-bad-initiative = initiative: muss ein Sitz sein, 0 oder 1, nicht { $value }.

# Stellungen als Text.
starduel-eight-parts = Eine Stellung von Star Duel hat acht Abschnitte, getrennt durch „|“.
starduel-contradiction = Die Abschnitte der Stellung sind fehlerhaft oder widersprechen sich.
starduel-position-rows = Die Karten müssen in Reihen von { $lengths } Feldern liegen.
starduel-card-form = „{ $text }“ ist keine Karte. Schreibe „k1“, „(k1)“, „k1:Kurth“ oder „k1:Kurth!“.
starduel-not-face-down = Auf { $space } kann keine Karte verdeckt liegen.
starduel-position-spares = Schreibe die Reserve als „Stufe 2 / Stufe 3“, mit höchstens { $most } Planeten je Stufe.
starduel-position-tracks = Schreibe die Leisten als I1 E3 P0 M2, nicht als „{ $text }“.
starduel-track-end = Eine Leiste endet bei { $end }.
starduel-position-rounds = Schreibe die Runden als „round 7 quiet 2 Enate“, nicht als „{ $text }“.
starduel-round-limits = Eine Partie hat höchstens { $rounds } Runden und endet nach { $quiet } ruhigen.
starduel-impossible-turn = „{ $text }“ kann in dieser Stellung nicht folgen.
starduel-impossible-influence = { $seat } kann mit { $nodes } Knoten keinen Einfluss von { $influence } haben.
starduel-impossible-quiet = { $quiet ->
    [one] Vor Runde { $round } kann es nicht { $quiet } ruhige Runde gegeben haben.
   *[other] Vor Runde { $round } kann es nicht { $quiet } ruhige Runden gegeben haben.
}
starduel-lower-acts-first = Wer das niedrigere Programm hat, ist zuerst am Zug.
starduel-second-acts-first = Sind die Programme der nächsten Runde gleich, ist zuerst am Zug, wer in dieser Runde als Zweiter am Zug ist.
starduel-not-activated = { $seat } hat diesen Knoten nicht in diesem Zug aktiviert.

# Eigene Karten.
starduel-unreadable-file = Die Datei { $file } lässt sich nicht lesen: { $problem }.
starduel-bad-cards = Mit diesen Karten kann man nicht spielen. { $problem }
starduel-card-field = { $field }: { $problem }
starduel-card-id-form = Muss mit einem Kleinbuchstaben beginnen; danach sind Kleinbuchstaben und Ziffern möglich.
starduel-card-name-form = Darf weder „|“ noch „/“ enthalten und nicht mit einem Leerzeichen beginnen oder enden.
starduel-card-name-unprintable = { $card }: Der Name { $name } lässt sich nicht darstellen. Verwende druckbare Zeichen und einzelne Leerzeichen.
starduel-card-id-twice = Zwei Karten haben dieselbe id { $card }.
starduel-card-side = { $card }: Karten der Stufe 1 haben eine Seite, kurth oder enate, andere Karten haben keine.
starduel-card-tier-1-requires = { $card }: Karten der Stufe 1 dürfen nichts benötigen.
starduel-card-count = { $side ->
    [none] Es müssen { $wanted } Karten der Stufe { $tier } sein, nicht { $found }.
   *[other] Es müssen { $wanted } Karten der Stufe { $tier } für { $side } sein, nicht { $found }.
}
starduel-card-set-form = Als Text besteht ein Kartensatz aus dem Ende der Leisten und { $count } Karten, getrennt durch „/“.
starduel-card-line-form = „{ $text }“ ist keine Karte. Schreibe sie wie „k1 - 2 1P1M 2E1M Karst“.
starduel-amount-form = „{ $text }“ ist keine Menge. Schreibe sie wie 1E2P1M.

# Ein eigener Spielplan.
starduel-bad-map = Auf diesem Spielplan kann man nicht spielen. { $problem }
starduel-map-file = Die Datei muss „rows“ enthalten, eine Liste von Zeichenketten, und sonst nichts.
starduel-map-rows = Er muss { $wanted } Reihen haben, nicht { $found }.
starduel-map-width = Alle Reihen müssen gleich lang sein und dürfen höchstens { $most } Zeichen haben.
starduel-map-characters = „{ $row }“ darf nur 1, 2, 3, o und Punkte enthalten.
starduel-map-dots = In „{ $row }“ muss zwischen einem Feld und dem nächsten genau ein Punkt stehen.
starduel-map-symmetry = Er muss nach einer halben Drehung gleich aussehen, damit beide Seiten dasselbe vor sich haben.
starduel-map-tier-1 = Die erste und die letzte Reihe müssen aus je drei Karten der Stufe 1 bestehen.
starduel-map-tier-2 = Die zweite und die vierte Reihe müssen je vier Karten der Stufe 2 haben.
starduel-map-tier-3 = Die mittlere Reihe muss vier Karten der Stufe 3 haben.

# Abbildungen in den Regeln.
starduel-diagram-s4 = Die Ausgangslage, von Kurths Seite aus: Die Karten der Stufe 1 liegen offen in den eigenen Reihen, alle anderen verdeckt, und die Mitte ist frei.
starduel-diagram-s9 = Kurth zielt auf Enates Knoten auf 43. Der Weg führt über 12, 22 und das freie Feld 33, ist also vier Felder lang und kostet 4 Energie.
starduel-diagram-s10 = Kurth hat den Knoten auf 12 aktiviert und damit die Karten daneben aufgedeckt, auf 22 und 23.
