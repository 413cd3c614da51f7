# Partieende durch die Spieler.
record-agreement = die Spieler haben sich auf ein Unentschieden geeinigt
record-resignation = ein Spieler hat aufgegeben
record-out-of-time = die Zeit eines Spielers ist abgelaufen
record-abandoned = ein Spieler hat die Partie verlassen

# Spielen.
record-bad-clock = Eine Uhr muss eine endliche Zahl von Sekunden anzeigen, nicht { $clock }.
record-bad-comment = Ein Kommentar muss ein Text sein, der sich in UTF-8 darstellen lässt, nicht { $comment }.
record-bad-name = Ein Spielername muss ein Text sein, der sich in UTF-8 darstellen lässt, nicht { $name }.
record-no-move = „{ $text }“ enthält keinen Zug.
record-turn-ended = { $move }: Schon vor diesem Schritt war der Zug zu Ende.
record-undo-range = Zurücknehmen lassen sich 0 bis { $most } Schritte, nicht { $steps }.
record-redo-range = Wiederholen lassen sich 0 bis { $most } Schritte, nicht { $steps }.
record-player-count = { $game } braucht mit diesen Optionen { $seats } Spieler, nicht { $given }.
record-seed-and-deal = Gib einen Startwert oder eine Ausgangslage an, nicht beides.
record-series-over = Die Serie ist zu Ende. { $winner } hat sie gewonnen.
record-series-unfinished = Beende zuerst die laufende Partie.

# Was an einer Aufzeichnung falsch ist, und wo.
record-at = { $where }: { $problem }
record-line = Zeile { $line }
record-move = Zug Nr. { $number }
record-move-field = Zug Nr. { $number }, { $field }
record-illegal-move = { $move }: { $reason }
record-bad-format = format: Dieses Programm liest { $known }, nicht { $written }.
record-not-utf8 = Die Aufzeichnung ist kein gültiges UTF-8.
record-too-deep = Die Aufzeichnung ist zu tief verschachtelt.
record-many-records = Eine Datei mit der Endung { $suffix } enthält mehrere Aufzeichnungen. Lies sie mit load_all.
record-other-rules = rules_version: Die Partie wurde mit Version { $played } der Regeln von { $game } gespielt. Dieses Programm hat Version { $known }.
record-sealed = Die Aufzeichnung ist versiegelt. Sie lässt sich nachspielen, sobald sie die Ausgangslage enthält.
record-other-data = data_sha256: Die Partie wurde mit anderen Daten gespielt, als dieses Programm für { $game } hat ({ $options }).
record-deal-form = deal: Die richtige Schreibweise ist { $deal }.
record-other-outcome = outcome: In der Aufzeichnung steht „{ $recorded }“, ihre Züge ergeben aber „{ $actual }“.
record-no-end = kein Ergebnis
record-draw = Unentschieden, { $reason }
record-win = { $count ->
    [one] Sieg für Sitz { $seats }, { $reason }
   *[other] Sieg für die Sitze { $seats }, { $reason }
}

# Ob eine Ausgangslage die ist, auf die sich der Server festgelegt hat.
record-no-commitment = Die Aufzeichnung enthält keine Festlegung. Nichts beweist, dass die Ausgangslage nicht verändert wurde.
record-other-commitment = Die Festlegung in der Aufzeichnung, { $sha256 }, ist nicht die veröffentlichte.
record-sealed-deal = Die Aufzeichnung ist versiegelt. Die Ausgangslage lässt sich prüfen, sobald sie darin steht.
record-no-salt = In der Aufzeichnung fehlt der Salt-Wert, den man zum Prüfen der Ausgangslage braucht.
record-deal-changed = Das ist nicht die festgelegte Ausgangslage: Sie oder ihr Salt-Wert wurde verändert.
record-deal-verified = Das ist die Ausgangslage, die zu Beginn festgelegt wurde.
record-deal-matches = Die Ausgangslage passt zur Festlegung in der Aufzeichnung. Vergleiche diese mit der veröffentlichten: { $sha256 }.
record-verdict = { $deal } { $draw }
record-not-drawn-again = Die Ausgangslage lässt sich nicht noch einmal auslosen: { $problem }
record-deal-does-not-follow = Die Ausgangslage ergibt sich nicht aus dem Geheimnis des Servers und den Beiträgen der Spieler.
record-deal-follows = { $count ->
    [0] Die Ausgangslage ergibt sich aus dem Geheimnis des Servers, dessen veröffentlichte Prüfsumme { $sha256 } war. Beiträge gab es nicht.
   *[other] Die Ausgangslage ergibt sich aus dem Geheimnis des Servers, dessen veröffentlichte Prüfsumme { $sha256 } war, und diesen Beiträgen: { $contributions }.
}
