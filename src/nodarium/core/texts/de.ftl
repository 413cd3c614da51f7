# Vorschläge am Ende einer Fehlermeldung.
core-did-you-mean = Meintest du { $name }?
core-available = Möglich sind: { $names }.
core-none-available = Es gibt keine.

core-unknown-game = Unbekanntes Spiel „{ $name }“. { $hint }
core-unknown-option = Unbekannte Option { $name }. { $hint }
core-unknown-rule = Unbekannte Regel { $rule }. { $hint }
core-first-rule = Die erste ist { $rule }.
core-unknown-theme = Unbekanntes Farbschema { $theme }. Möglich sind: { $themes }.
core-bad-choice = { $option } kann nicht { $value } sein. Möglich sind: { $choices }.
core-bad-choice-or-own = { $option } kann nicht { $value } sein. Möglich sind: { $choices } oder etwas Eigenes.
core-file-as-text = { $option }: Gib eine Datei als pathlib.Path an, nicht als Text „{ $value }“.
core-not-compiled = Das Spiel { $game } ist nicht kompiliert. Lege { $module }.pxd neben { $module }.py und führe „make build“ aus, oder setze NODARIUM_PURE=1, damit alles in reinem Python läuft.
core-bad-seed = Ein Startwert muss eine ganze Zahl von 0 bis 2**{ $bits } - 1 sein, nicht { $seed }.
core-other-game = Erwartet wird eine Stellung von { $expected }, nicht von { $given }.

# Sitze und Züge.
core-game-over = Die Partie ist zu Ende: { $reason }.
core-no-seat-to-act = Die Partie ist zu Ende, niemand ist am Zug. Gib einen Sitz an.
core-seats-can-act = { $count ->
    [2] Die Sitze { $seats } sind beide am Zug. Gib einen Sitz an.
   *[other] Die Sitze { $seats } sind alle am Zug. Gib einen Sitz an.
}
core-not-your-turn = { $seat } ist nicht am Zug, sondern { $able }.
core-unknown-seat = Unbekannter Sitz { $seat }. Es gibt die Sitze 0 bis { $last }.
core-no-such-action = In { $game } gibt es keine Aktion { $action }.
core-action-not-integer = Eine Aktion muss eine ganze Zahl sein, nicht { $action }.

# Ergebnisse. Aus der Regel in Klammern am Ende wird ein Link.
core-won = { $count ->
    [one] { $winners } gewinnt: { $reason }
   *[other] { $winners } gewinnen gemeinsam: { $reason }
}
core-drawn = Unentschieden: { $reason }
core-by-rule = { $reason } ({ $rule })

# Warum JSON nicht gelesen werden kann.
core-field-missing = Das Feld { $field } fehlt.
core-field-unknown = Unbekanntes Feld { $field }.
core-not-one-of = Möglich sind { $choices }, nicht { $value }.
core-type-expected = Erwartet wird { $types }, nicht { $given }.
core-pattern-expected = Muss die Form { $pattern } haben.
core-too-short = Die Länge muss mindestens { $least } betragen.
core-too-long = Die Länge darf höchstens { $most } betragen.
core-length-expected = Die Länge muss { $length } betragen.
core-number-too-small = Muss mindestens { $least } sein.
core-number-too-large = Darf höchstens { $most } sein.
core-json-malformed = Das JSON ist fehlerhaft: { $problem }.
core-json-truncated = Das JSON ist unvollständig.
core-not-decodable = { $problem }.
core-type-str = eine Zeichenkette
core-type-int = eine ganze Zahl
core-type-float = eine Zahl
core-type-bool = true oder false
core-type-array = ein Array
core-type-object = ein Objekt
core-type-null = null
