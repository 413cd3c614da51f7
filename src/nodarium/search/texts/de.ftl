search-not-a-number = { $name } muss eine Zahl sein, nicht { $value }.
search-unused-settings = { $search } kennt { $unused } nicht. Einstellbar sind: { $used }.
search-replaced-settings = { $names } wirkt nicht zusammen mit prior_visits. Lass es weg oder setze prior_visits=0.
search-naive-opponent-unused = naive_opponent wirkt nicht ohne prior_visits. Setze naive_opponent=0 oder prior_visits.
search-renamed-setting = Die Einstellung „{ $old }“ heißt jetzt „{ $new }“.
search-unknown-setting = Unbekannte Einstellung der Suche: „{ $name }“. Möglich sind: { $known }.
search-no-limit = Ein Bot braucht eine Grenze: playouts, seconds oder beides.
search-no-resources = Ein Bot braucht mindestens einen Thread und ein Megabyte Speicher.
search-unknown-bot = Unbekannter Bot „{ $name }“. Möglich sind: { $known }.
search-random-settings = Der Zufallsbot hat keine Einstellungen.
