"""The way from a bare Python to the project's environment, without asking any registry."""

import subprocess
import sys
from pathlib import Path

import pytest

from clubmanager import bootstrap


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A small checkout whose environment is only pretended to be installed."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    python = venv / bootstrap.PYTHON.relative_to(bootstrap.VENV)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    monkeypatch.setattr(bootstrap, "PYTHON", python)
    for name in ("PYPROJECT", "CONSTRAINTS"):
        path = tmp_path / getattr(bootstrap, name).name
        path.write_bytes(getattr(bootstrap, name).read_bytes())
        monkeypatch.setattr(bootstrap, name, path)
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.delenv("CLUBMANAGER_NO_BOOTSTRAP", raising=False)
    return tmp_path


@pytest.fixture
def installs(monkeypatch):
    """What would have been installed, one list for each install."""
    calls = []
    monkeypatch.setattr(bootstrap, "install", lambda python, wanted: calls.append(wanted))
    return calls


def test_importing_it_loads_nothing_but_the_standard_library():
    code = (
        "import sys, clubmanager.bootstrap\n"
        "foreign = [n for n in ('django', 'celery', 'pytest') if n in sys.modules]\n"
        "sys.exit(1 if foreign else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=bootstrap.ROOT).returncode == 0


def test_the_first_start_makes_the_environment_and_the_second_does_not(checkout, installs):
    assert bootstrap.prepare("run") == checkout / ".venv" / "bin" / "python"
    assert subprocess.run([bootstrap.PYTHON, "-c", ""]).returncode == 0
    bootstrap.prepare("run")
    assert len(installs) == 1


def test_the_test_extra_is_added_later_and_includes_running(checkout, installs):
    bootstrap.prepare("run")
    bootstrap.prepare("test")
    bootstrap.prepare("run")
    assert [any("pytest" in line for line in wanted) for wanted in installs] == [False, True]
    assert all(any("django>" in line for line in wanted) for wanted in installs)


def test_new_constraints_install_again(checkout, installs):
    bootstrap.prepare("run")
    with bootstrap.CONSTRAINTS.open("a") as file:
        file.write("# one more line\n")
    bootstrap.prepare("run")
    assert len(installs) == 2


def test_an_interrupted_install_is_tried_again(checkout, monkeypatch, installs):
    def interrupted(python, wanted):
        raise KeyboardInterrupt

    pretended = bootstrap.install
    monkeypatch.setattr(bootstrap, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.prepare("run")
    monkeypatch.setattr(bootstrap, "install", pretended)
    bootstrap.prepare("run")
    assert len(installs) == 1


def test_a_python_that_vanished_is_replaced(checkout, installs):
    bootstrap.prepare("run")
    for link in bootstrap.PYTHON.parent.glob("python*"):
        link.unlink()
        link.symlink_to("/nowhere/python")
    bootstrap.prepare("run")
    assert subprocess.run([bootstrap.PYTHON, "-c", ""]).returncode == 0
    assert len(installs) == 2


@pytest.mark.parametrize("turned_off", ["an active environment", "CLUBMANAGER_NO_BOOTSTRAP"])
def test_it_stays_out_of(checkout, installs, monkeypatch, turned_off):
    if turned_off == "CLUBMANAGER_NO_BOOTSTRAP":
        monkeypatch.setenv("CLUBMANAGER_NO_BOOTSTRAP", "1")
    else:
        monkeypatch.setattr(sys, "prefix", "/somewhere/else")
    assert bootstrap.prepare("run") == Path(sys.executable)
    assert installs == []
    assert not (checkout / ".venv").exists()


def test_the_machines_own_pip_serves_where_ensurepip_is_missing(tmp_path, monkeypatch):
    found = bootstrap.importlib.util.find_spec
    monkeypatch.setattr(
        bootstrap.importlib.util,
        "find_spec",
        lambda name: None if name == "ensurepip" else found(name),
    )
    python = tmp_path / "python"
    assert bootstrap._pip(python) == [sys.executable, "-m", "pip", "--python", str(python)]


def test_a_held_lock_is_seen_at_once(tmp_path):
    path = tmp_path / "lock"
    with bootstrap.file_lock(path), pytest.raises(BlockingIOError), _second_lock(path):
        pass
    with _second_lock(path):
        pass


def _second_lock(path):
    return bootstrap.file_lock(path, wait=False)


def test_manage_py_passes_pytests_arguments_and_exit_status_through(tmp_path):
    test = tmp_path / "test_outcome.py"
    test.write_text("def test_one():\n    assert False\n\ndef test_two():\n    pass\n")
    command = [sys.executable, "manage.py", "test", str(test), "-p", "no:cacheprovider", "-q"]
    outcomes = [
        subprocess.run([*command, *more], cwd=bootstrap.ROOT, capture_output=True).returncode
        for more in (["-k", "two"], ["-k", "one"], ["-k", "neither"])
    ]
    assert outcomes == [0, 1, 5]
