"""From a bare Python to this project's own environment. Standard library alone.

Outside a virtual environment, `manage.py` always runs again inside `.venv`, which is made and
filled here with the pinned packages of constraints.txt. A stamp is written last, so that an
install that was interrupted is tried again. CLUBMANAGER_NO_BOOTSTRAP=1 (set by images) or an
active virtual environment turn all of this off. Progress goes to standard error only.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PYPROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "constraints.txt"


def enter(argv: Sequence[str], *, extra: str) -> None:
    """Go on inside the project's environment: return if already there, else run `argv` again.

    `extra` is "run" or "test" (which adds the packages that the tests need).
    """
    python = prepare(extra)
    if python == Path(sys.executable):
        return
    command = [str(python), *argv]
    if os.name == "nt":  # there exec returns to the shell before the command has ended
        sys.exit(subprocess.call(command))
    sys.stdout.flush()
    os.execv(python, command)


def prepare(extra: str) -> Path:
    """The Python to run the project with; its environment is made or brought up to date."""
    if os.environ.get("CLUBMANAGER_NO_BOOTSTRAP") == "1" or sys.prefix != sys.base_prefix:
        _require_django()
        return Path(sys.executable)
    if not _up_to_date(extra):
        with file_lock(ROOT / ".bootstrap.lock"):
            if not _up_to_date(extra):  # another start may have done it while this one waited
                _make_environment(extra)
    return PYTHON


def requirements(extra: str) -> list[str]:
    """The project's requirements as pyproject.toml lists them, with the test extra or not."""
    import tomllib

    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    wanted: list[str] = list(project["dependencies"])
    if extra == "test":
        wanted += project["optional-dependencies"]["test"]
    return wanted


def install(python: Path, wanted: Sequence[str]) -> None:
    """Install requirements into the environment of `python`; uv, where present, is quicker."""
    options = ["install", "--constraint", str(CONSTRAINTS), *wanted]
    uv = shutil.which("uv")
    if uv and _run([uv, "pip", options[0], "--python", str(python), *options[1:]]) == 0:
        return
    if _run([*_pip(python), *options]) != 0:
        sys.exit("The packages could not be installed; the same command tries again.")


@contextmanager
def file_lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold the lock of a file, which ends with this process; BlockingIOError if not to wait."""
    with path.open("a+b") as file:
        _lock(file, wait=wait)
        yield


def _lock(file: IO[bytes], *, wait: bool) -> None:
    if os.name == "nt":
        import msvcrt

        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _stamp(extra: str) -> Path:
    return VENV / f"clubmanager-{extra}.stamp"


def _wanted_state() -> str:
    content = PYPROJECT.read_bytes() + CONSTRAINTS.read_bytes()
    return hashlib.sha256(content).hexdigest()


def _up_to_date(extra: str) -> bool:
    stamp = _stamp(extra)
    return PYTHON.exists() and stamp.exists() and stamp.read_text() == _wanted_state()


def _make_environment(extra: str) -> None:
    _say("Preparing the environment in .venv: once, about a minute.")
    state = _wanted_state()
    for stale in VENV.glob("clubmanager-*.stamp"):
        stale.unlink()
    if not PYTHON.exists():
        import venv

        venv.create(VENV, clear=True, symlinks=os.name != "nt")
    install(PYTHON, requirements(extra))
    for done in {"run", extra}:
        _stamp(done).write_text(state)
    _say("The environment is ready.")


def _pip(python: Path) -> list[str]:
    """pip inside the environment, or (Debian without python3-venv) the machine's own pip."""
    if importlib.util.find_spec("ensurepip"):
        inside = [str(python), "-m", "pip"]
        if _succeeds([*inside, "--version"]) or _succeeds([str(python), "-m", "ensurepip"]):
            return inside
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", str(python)]
    sys.exit("This Python has no pip: install pip (Debian: apt-get install python3-venv).")


def _succeeds(command: Sequence[str]) -> bool:
    silent = subprocess.DEVNULL
    return subprocess.run(command, stdout=silent, stderr=silent).returncode == 0


def _run(command: Sequence[str]) -> int:
    """Run an installer; of its chatter, show the package it is busy with, and all of a failure."""
    show = sys.stderr.write if sys.stderr.isatty() else len
    lines = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT
    ) as process:
        assert process.stdout
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Collecting "):
                show(f"\r\033[K  {line.split()[1]}")
    show("\r\033[K")
    if process.returncode:
        _say("".join(lines[-30:]))
    return process.returncode


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def _require_django() -> None:
    if importlib.util.find_spec("django") is None:
        sys.exit(
            "This environment lacks the project's packages: leave it (deactivate), or run\n"
            f'  {sys.executable} -m pip install -c constraints.txt -e ".[test]"'
        )


if __name__ == "__main__":  # `python3 -m clubmanager.bootstrap test` prints the Python to use
    sys.stdout.write(f"{prepare(sys.argv[1])}\n")
