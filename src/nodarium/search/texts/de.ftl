search-not-a-number = { $name } muss eine Zahl sein, nicht { $value }.
search-unused-settings = { $search } kennt { $unused } nicht. Einstellbar sind: { $used }.
search-replaced-settings = Zusammen mit prior_visits hat das keine Wirkung: { $names }. Lass es weg oder setze prior_visits=0.
search-naive-opponent-unused = naive_opponent hat ohne prior_visits keine Wirkung. Setze naive_opponent=0 oder gib prior_visits an.
search-renamed-setting = Die Einstellung „{ $old }“ heißt jetzt „{ $new }“.
search-unknown-setting = Unbekannte Einstellung der Suche: „{ $name }“. Möglich sind: { $known }.
search-no-limit = Ein Bot braucht eine Grenze: playouts, seconds oder beides.
search-no-resources = Ein Bot braucht mindestens einen Thread und ein Megabyte Speicher.
search-unknown-bot = Unbekannter Bot „{ $name }“. Möglich sind: { $known }.
search-random-settings = Der Zufallsbot hat keine Einstellungen.
