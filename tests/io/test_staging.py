import fcntl
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from shoal import io
from shoal.data import Baskets
from shoal.errors import OutputError, ParameterError
from shoal.io import Staged


def temporaries(folder):
    return [path for path in folder.iterdir() if path.name.endswith(".shoal-tmp")]


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_the_target_appears_whole(tmp_path):
    target = tmp_path / "r.dat"
    target.write_text("old")
    with Staged(target) as staged:
        assert staged.temporary.parent == tmp_path
        assert mode(staged.temporary) == 0o600
        staged.temporary.write_text("new")
        assert target.read_text() == "old"
        staged.commit()
        assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("error", [None, RuntimeError, KeyboardInterrupt])
def test_without_commit_nothing_changes(tmp_path, error):
    target = tmp_path / "r.dat"
    target.write_text("old")

    def write_half():
        with Staged(target) as staged:
            staged.temporary.write_text("half")
            if error:
                raise error

    if error:
        with pytest.raises(error):
            write_half()
    else:
        write_half()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("umask", "private", "expected"),
    [
        (0o022, False, 0o644),
        (0o077, False, 0o600),
        (0o002, False, 0o664),
        (0o000, True, 0o600),
        (0o777, True, 0o600),
    ],
)
def test_modes(tmp_path, umask, private, expected):
    before = os.umask(umask)
    try:
        with Staged(tmp_path / "r.dat", private=private) as staged:
            assert mode(staged.temporary) == 0o600
            staged.commit()
        assert os.umask(umask) == umask
    finally:
        os.umask(before)
    assert mode(tmp_path / "r.dat") == expected


@pytest.mark.parametrize("name", ["r.dat", "r.csv.gz", "r.parquet", "r.arrow"])
def test_every_writer_can_write_to_the_temporary(tmp_path, name):
    baskets = Baskets.of([[1, 2], []])
    target = tmp_path / name
    with Staged(target) as staged:
        io.write(baskets, staged.temporary, format=io.by_name(target))
        staged.commit()
    assert io.read(target) == baskets


def test_a_temporary_replaced_by_another_file(tmp_path):
    with Staged(tmp_path / "r.dat") as staged:
        (tmp_path / "other").write_text("new")
        (tmp_path / "other").replace(staged.temporary)
        staged.commit()
    assert (tmp_path / "r.dat").read_text() == "new"


def test_stale_temporaries_are_removed_and_living_ones_kept(tmp_path):
    stale = tmp_path / ".r.dat.0123456789ab.shoal-tmp"
    stale.write_text("half")
    other = tmp_path / ".s.dat.0123456789ab.shoal-tmp"
    other.write_text("another target's")
    with Staged(tmp_path / "r.dat") as living, Staged(tmp_path / "r.dat") as second:
        assert sorted(temporaries(tmp_path)) == sorted([living.temporary, second.temporary, other])
        living.commit()
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "r.dat", other])


def test_a_locked_temporary_of_another_process_is_kept(tmp_path):
    held = tmp_path / ".r.dat.0123456789ab.shoal-tmp"
    with held.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with Staged(tmp_path / "r.dat"):
            assert held.exists()
    with Staged(tmp_path / "r.dat"):
        assert not held.exists()


def test_a_killed_run_leaves_the_target_and_the_next_run_cleans_up(tmp_path):
    target = tmp_path / "r.dat"
    target.write_text("old")
    code = (
        "import sys, time\n"
        "from shoal.io import Staged\n"
        "with Staged(sys.argv[1]) as staged:\n"
        "    staged.temporary.write_text('half')\n"
        "    print('written', flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, target], stdout=subprocess.PIPE) as run:
        assert run.stdout.readline() == b"written\n"
        with Staged(target):
            assert len(temporaries(tmp_path)) == 2
        os.kill(run.pid, signal.SIGKILL)
    assert target.read_text() == "old"
    assert len(temporaries(tmp_path)) == 1
    with Staged(target) as staged:
        assert temporaries(tmp_path) == [staged.temporary]
    assert list(tmp_path.iterdir()) == [target]


def test_kills_at_many_moments_never_leave_a_part(tmp_path):
    target = tmp_path / "r.dat"
    code = (
        "import sys\n"
        "from shoal.io import Staged\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        "    with Staged(sys.argv[1]) as staged:\n"
        "        with staged.temporary.open('w') as file:\n"
        "            for _ in range(100):\n"
        "                file.write('1 2 3\\n' * 1000)\n"
        "        staged.commit()\n"
    )
    for moment in range(6):
        with subprocess.Popen([sys.executable, "-c", code, target], stdout=subprocess.PIPE) as run:
            run.stdout.readline()
            time.sleep(0.013 * moment)
            run.kill()
        assert not target.exists() or target.stat().st_size == 600_000
        assert len(temporaries(tmp_path)) <= 1
    with Staged(target):
        pass
    assert temporaries(tmp_path) == []


def test_a_symbolic_link_stays_one(tmp_path):
    (tmp_path / "link.dat").symlink_to(tmp_path / "real.dat")
    with Staged(tmp_path / "link.dat") as staged:
        staged.temporary.write_text("new")
        staged.commit()
    assert (tmp_path / "link.dat").is_symlink()
    assert (tmp_path / "real.dat").read_text() == "new"


def test_a_name_of_the_greatest_length(tmp_path):
    target = tmp_path / ("é" * 125 + ".dat")
    with Staged(target) as staged:
        staged.commit()
    assert target.exists()


def refuse(target, **options):
    with pytest.raises((ParameterError, OutputError)) as caught, Staged(target, **options):
        pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_targets_that_are_refused(tmp_path):
    assert refuse(tmp_path).endswith("it is a directory")
    assert refuse(tmp_path / "no" / "r.dat").endswith("its directory does not exist")
    (tmp_path / "file").touch()
    assert refuse(tmp_path / "file" / "r.dat").endswith("its directory does not exist")
    for device in ("/dev/null", "/dev/full", "/dev/stdout"):
        if not Path(device).is_file():  # standard output may be redirected to a file
            assert refuse(device).endswith("it is not a regular file")
    os.mkfifo(tmp_path / "pipe")
    assert refuse(tmp_path / "pipe").endswith("it is not a regular file")
    assert refuse("/proc/r.dat").startswith("cannot write /proc/r.dat: ")
    assert refuse(tmp_path / ("x" * 300)).endswith("file name too long")


def test_an_output_that_is_an_input(tmp_path):
    source = tmp_path / "a.dat"
    source.write_text("1\n")
    (tmp_path / "soft.dat").symlink_to(source)
    os.link(source, tmp_path / "hard.dat")
    for name in ("a.dat", "soft.dat", "hard.dat", "../" + tmp_path.name + "/a.dat"):
        assert "output equals input" in refuse(tmp_path / name, inputs=[tmp_path / "x", source])
    assert source.read_text() == "1\n"
    with Staged(tmp_path / "b.dat", inputs=[source]):
        pass


AS_NOBODY = """
import os, sys
from shoal.errors import ShoalError
from shoal.io import Staged
if os.geteuid() == 0:  # root may write everywhere
    os.setuid(65534)
for target in sys.argv[1:]:
    try:
        Staged(target).check()
        print("allowed")
    except ShoalError as error:
        print(error)
"""


def test_places_that_may_not_be_written():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "closed").mkdir(mode=0o555)
        (folder / "open").mkdir()
        (folder / "open").chmod(0o777)
        (folder / "open" / "r.dat").touch(mode=0o400)
        targets = [folder / name for name in ("closed/r.dat", "open/r.dat", "open/s.dat")]
        command = [sys.executable, "-c", AS_NOBODY, *map(str, targets)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert said[0].endswith("permission denied in its directory")
    assert said[1].endswith("permission denied")
    assert said[2] == "allowed"


def test_the_temporary_exists_only_inside(tmp_path):
    staged = Staged(tmp_path / "r.dat")
    with pytest.raises(ParameterError, match="only inside"):
        _ = staged.temporary
    with staged:
        staged.commit()
        with pytest.raises(ParameterError, match="only inside"):
            staged.commit()


def test_a_dash_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ParameterError, match="standard output: name a file"):
        Staged("-").check()
    Staged("./-").check()
