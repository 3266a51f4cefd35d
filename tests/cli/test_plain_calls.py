"""A plain call is read as the parser reads it; all others are left to the parser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from shoal.cli import anonymize, commands, flags, parser
from shoal.cli.plain import read_plainly

CALLS = [
    "in.dat -k 3 -o out.dat",
    "-k 3 in.dat --output out.dat --json",
    "in.dat --model k=3 -o out.dat --method sweep --exact --quiet",
    "in.dat -k 3 -o out.dat --budget 500 --seed 7 --threads 2 --time-limit 1.5 --keep-order",
    "in.dat -k 3 -o out.csv --no-shuffle --format csv --separator ; --column items --id a --item b",
]


@pytest.mark.parametrize("call", CALLS)
def test_plain_calls_mean_the_same_to_the_parser(monkeypatch, call):
    arguments = call.split()
    plain = read_plainly(anonymize.command, arguments)
    defaults = {
        flag.parameter.name: flag.parameter.default
        for flag in flags.flags_of(anonymize.command)
        if not flag.required
    }
    seen = {}

    def publish(source, output, model, **options):
        seen.update(options, source=source, output=output, model=model)
        raise KeyboardInterrupt

    monkeypatch.setattr("shoal.recipes.publish.publish", publish)
    with pytest.raises(KeyboardInterrupt):
        anonymize.command(**{**defaults, **plain})
    read_plain, seen = seen.copy(), {}
    with pytest.raises(KeyboardInterrupt):
        parser.parse_and_run(["anonymize", *arguments])
    assert seen == read_plain
    assert isinstance(seen["source"], Path)


@pytest.mark.parametrize(
    "call",
    [
        "in.dat -k 3",
        "-k 3 -o out.dat",
        "in.dat -k 3 -o",
        "in.dat -k3 -o out.dat",
        "in.dat -k 3 --output=out.dat",
        "in.dat -k 3 -k 4 -o out.dat",
        "in.dat more.dat -k 3 -o out.dat",
        "in.dat -k 3 -o --json",
        "in.dat -k 3 -o -",
        "in.dat -k 3 -o out.dat --jsn",
        "in.dat -k 3 -o out.dat -- x",
        "--help",
        "-h",
    ],
)
def test_other_calls_are_left_to_the_parser(call):
    assert read_plainly(anonymize.command, call.split()) is None


def test_every_command_can_be_called_plainly():
    for name in commands.COMMANDS:
        command = commands.load(name)
        assert all(flag.mark is not None for flag in flags.flags_of(command)), name


def test_a_plain_run_on_text_loads_no_parser_and_no_frames(tmp_path):
    (tmp_path / "baskets.dat").write_text("1 2\n1\n1 3\n")
    program = (
        "import sys\n"
        "from shoal.cli.app import run\n"
        "status = run('anonymize baskets.dat -k 3 -o release.dat --json'.split())\n"
        "assert status == 0\n"
        "heavy = {'typer', 'click', 'pydantic', 'rich', 'polars', 'pyarrow', 'pandas', 'asyncio',"
        " 'importlib.metadata', 'concurrent.futures', 'logging', 'secrets', 'random',"
        " 'altair', 'vl_convert', 'html', 'zstandard', 'scipy', 'duckdb'}\n"
        "assert not heavy & {*sys.modules}, heavy & {*sys.modules}\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=tmp_path, capture_output=True)
