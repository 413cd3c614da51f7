"""`python -m nodarium` is the `nodarium` command."""

import sys

from nodarium.cli.main import main

sys.exit(main())
