"""The files in deploy/: their commands parse, and linters find nothing wrong.

Programs that aren't Python packages (systemd-analyze, caddy, promtool) check their files if they are installed.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from nodarium.cli.main import parse

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "nodarium.service").read_text("utf-8")
# Those system calls of systemd's groups that Python offers, see systemd.exec(5).
CALL_GROUPS = {
    "@resources": {"nice", "sched_setaffinity", "sched_setparam", "sched_setscheduler", "setpriority", "setrlimit"},
    "@privileged": {"chown", "chroot", "fchown", "lchown", "setgroups", "setresuid", "setreuid", "setuid"},
}
COMPOSE: Any = YAML(typ="safe").load((DEPLOY / "compose.yaml").read_text("utf-8"))


def run(*words: str, **more: Any) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr


def tool(name: str) -> str:
    """A program of this environment."""
    return str(Path(sys.executable).with_name(name))


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} isn't installed")
    return found


def exec_start() -> list[str]:
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    return shlex.split(line)


def test_the_dockerfile_has_no_known_mistakes() -> None:
    run(tool("hadolint"), "--failure-threshold", "info", str(DEPLOY / "Dockerfile"))


def test_the_image_is_made_from_files_that_exist() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    copied = [line.split()[1:-1] for line in re.findall(r"^COPY (?!--from).*$", text, re.MULTILINE)]
    assert copied
    assert all((ROOT / name).exists() for names in copied for name in names)


def test_the_compose_file_follows_its_schema() -> None:
    run(tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml"))


def test_the_compose_file_names_existing_files_and_variables() -> None:
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            else:
                assert source in COMPOSE["volumes"]
    used = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    assert used == set(re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text("utf-8"), re.MULTILINE))
    subnet = COMPOSE["networks"]["proxied"]["ipam"]["config"][0]["subnet"]
    assert f"--trust-proxy={subnet}" in COMPOSE["services"]["server"]["command"]


def test_every_command_is_one_that_the_program_knows() -> None:
    (image,) = re.findall(r"^CMD (\[\"serve.*\])$", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    for words in (json.loads(image), COMPOSE["services"]["server"]["command"], exec_start()[1:]):
        command, args = parse(words)
        assert command.name == "serve"
        assert args.metrics_port == 9100


def test_the_unit_is_valid_and_hardened(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    unit = tmp_path / "nodarium.service"
    unit.write_text(UNIT.replace(exec_start()[0], sys.executable))  # it checks that the program exists
    run(analyze, "verify", "--man=no", str(unit))
    run(analyze, "security", "--offline=true", "--threshold=20", "--no-pager", str(unit))


def test_the_unit_allows_the_system_calls_that_the_program_makes() -> None:
    """Bots' threads set their priority. The filter didn't allow it, and killed the server at the first bot's move."""
    forbidden: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", UNIT, re.MULTILINE):
        names = line.removeprefix("~").split()
        calls = set[str]().union(*(CALL_GROUPS.get(name, {name}) for name in names))
        forbidden = forbidden | calls if line.startswith("~") else forbidden - calls
    sources = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    made = {call for text in sources for call in re.findall(r"\b(?:os|resource)\.(\w+)\(", text)}
    assert "setpriority" in made
    assert forbidden
    assert not forbidden & made
    assert re.search(r"^SystemCallErrorNumber=EPERM$", UNIT, re.MULTILINE)  # without it, a forbidden call kills


def test_the_proxy_configuration_is_valid(tmp_path: Path) -> None:
    caddy = program("caddy")
    run(caddy, "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile", env={"HOME": str(tmp_path)})


def test_the_alerts_and_the_expressions_of_the_dashboard_are_valid(tmp_path: Path) -> None:
    promtool = program("promtool")
    run(promtool, "check", "config", str(DEPLOY / "monitoring/prometheus.yml"))
    dashboard = json.loads((DEPLOY / "monitoring/dashboard.json").read_text("utf-8"))
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = [{"record": f"panel_{number}", "expr": expression} for number, expression in enumerate(expressions)]
    file = tmp_path / "rules.yml"
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))  # JSON is YAML
    run(promtool, "check", "rules", str(file))
