search-not-a-number = { $name } must be a number, not { $value }.
search-unused-settings = { $search } doesn’t use { $unused }. Its settings are { $used }.
search-replaced-settings = With prior_visits, these settings have no effect: { $names }. Leave them out or set prior_visits=0.
search-naive-opponent-unused = naive_opponent has no effect without prior_visits. Set prior_visits, or set naive_opponent=0.
search-renamed-setting = The search setting “{ $old }” is now called “{ $new }”.
search-unknown-setting = Unknown search setting “{ $name }”. Available: { $known }.
search-no-limit = A bot needs a limit: playouts, seconds, or both.
search-no-resources = A bot needs at least one thread and one megabyte of memory.
search-unknown-bot = Unknown bot “{ $name }”. Available: { $known }.
search-random-settings = The random bot has no settings.
