coins-summary = Wählt eure Münzen gleichzeitig.
coins-tagline = Errate, was sie verbergen.
coins-facts = Alle wählen zugleich
coins-seat-one = Spieler 1
coins-seat-two = Spieler 2
coins-seat-three = Spieler 3
coins-option-players = Zahl der Spieler
coins-two-rounds = zwei Runden sind gespielt
coins-waiting = { $count ->
    [one] Ein Spieler wählt noch
   *[other] { $count } Spieler wählen noch
}
coins-coins = Münzen
coins-coin = Münze { $coin }
coins-shown = gezeigt: { $coins }
coins-chooses = { $seat } wählt Münze { $coin }
coins-not-yours = Diese Münze hast du nicht.
coins-not-a-coin = „{ $text }“ ist kein Zug. Schreibe eine Münze so: coin 7
coins-deal-form = Eine Ausgangslage von Coins sieht so aus: {"{"}"hands": [[1, 2], [3, 4]]{"}"}
coins-two-each = Jeder Spieler braucht zwei der Münzen 1 bis 9.
coins-not-a-position = „{ $text }“ ist keine Stellung von Coins.
coins-impossible-position = „{ $text }“ kann keine Stellung von Coins sein.
coins-largest = { $coin } ist die größte Münze.
coins-point = ein Punkt
