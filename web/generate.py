"""Writes two files for the page: the OpenAPI description, from which `npm run wire` makes TypeScript types, and the
palettes. Run it from the root of the repository: python web/generate.py
"""

import json
from dataclasses import asdict
from pathlib import Path

from nodarium.core.theme import ART_HUES, PALETTES
from nodarium.server.app import make_app
from nodarium.server.settings import ServerSettings

WEB = Path(__file__).parent


def openapi() -> str:
    return json.dumps(make_app(ServerSettings(database="sqlite:///unused")).openapi(), indent=1) + "\n"


def palettes() -> str:
    colours = {name: asdict(palette) for name, palette in PALETTES.items()}
    art = {name: asdict(colour) for name, colour in ART_HUES.items()}
    return json.dumps(colours | {"art": art}, indent=2) + "\n"


if __name__ == "__main__":
    (WEB / "openapi.json").write_text(openapi(), "utf-8")
    (WEB / "src/lib/palettes.json").write_text(palettes(), "utf-8")
