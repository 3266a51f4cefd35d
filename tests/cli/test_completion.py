"""Completion: Typer's protocol, and bash itself, complete commands, groups and flags."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer

from shoal.cli.app import COMMANDS, build

from .conftest import SHOAL, run

Offer = list[str]


NAMES = [
    *("" if group == "shoal" else group for group in COMMANDS),
    *(
        f"{'' if group == 'shoal' else group} {name}".strip()
        for group, commands in COMMANDS.items()
        for name in commands
    ),
]


def flags_of(name: str) -> Offer:
    """The long flags that the help of a command shows."""
    command = typer.main.get_command(build(name.split()))
    for word in name.split():
        command = command.commands[word]
    shown = [one for one in command.params if not getattr(one, "hidden", False)]
    return [flag for one in shown for flag in one.opts if flag.startswith("--")]


def ask(monkeypatch: pytest.MonkeyPatch, *words: str) -> Offer:
    """What the script is answered for a line whose last word is to be completed."""
    monkeypatch.setenv("_SHOAL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(["shoal", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_commands_and_groups_are_completed(monkeypatch):
    first = ask(monkeypatch, "")
    assert {name.split()[0] for name in NAMES if name} == {*first}
    assert ask(monkeypatch, "anon") == ["anonymize"]
    assert sorted(ask(monkeypatch, "rules", "")) == ["check", "generate"]
    assert sorted(ask(monkeypatch, "completion", "")) == ["bash", "fish", "zsh"]
    assert ask(monkeypatch, "anonymize", "--no-such") == []
    assert ask(monkeypatch, "verify", "--q") == ["--qi", "--quiet"]


@pytest.mark.parametrize("name", NAMES)
def test_flags_are_completed(monkeypatch, name):
    assert {*flags_of(name)} <= {*ask(monkeypatch, *name.split(), "--")}


def in_bash(script: Path, line: str) -> Offer:
    """What bash offers for a line."""
    words = line.split(" ")
    listed = " ".join(map(shlex.quote, words))
    ask = (
        f"source {script}; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; "
        '_shoal_completion shoal; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = f"{Path(SHOAL).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", ask],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": path},
    )
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes(tmp_path):
    script = tmp_path / "script"
    script.write_text(run("completion", "bash").stdout)
    assert in_bash(script, "shoal anon") == ["anonymize"]
    assert "--min-support" in in_bash(script, "shoal mine --")
    # No offer: bash then completes names of files.
    assert in_bash(script, "shoal verify rel") == []
    assert "complete -o default" in script.read_text()


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_scripts_of_other_shells_are_sound(tmp_path, shell):
    script = run("completion", shell).stdout
    assert f"_SHOAL_COMPLETE=complete_{shell}" in script
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed, so its script is not parsed")
    (tmp_path / "script").write_text(script)
    parsed = subprocess.run([shell, "-n", tmp_path / "script"], capture_output=True, text=True)
    assert parsed.stderr == ""


def test_fish_asks_by_status(monkeypatch):
    monkeypatch.setenv("_SHOAL_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "is-args")
    for line, status in (("shoal anon", 0), ("shoal verify ", 1)):
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        assert run().returncode == status


def test_no_such_shell():
    done = run("completion", "cmd")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'bash', 'zsh', 'fish'" in done.stderr
