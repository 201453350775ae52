"""The whole site in one process tree: `serve` here is what the commands serve and demo call."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connections

from . import embedded
from .bootstrap import file_lock
from .embedded import Child, ServiceError

PORT_PATIENCE = 5  # seconds; a server that was killed hard needs a moment to let go of its port
LOOPBACK = ("127.0.0.1", "localhost", "::1")
Say = Callable[[str], None]


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 2,
    notice: Say,
    ready: Callable[[list[str]], None],
) -> int:
    """Prepare the database, start what is needed, and stay until asked to stop.

    `notice` gets sentences for the person at the keyboard, `ready` the site's addresses once it
    answers. Returns the exit status. Raises ServiceError if the site cannot be started.
    """
    stop = threading.Event()
    with ExitStack() as stack:
        _take_data_folder(stack)
        stack.enter_context(_signals_set(stop))
        require_own_address(host)
        require_free_port(host, port, patience=PORT_PATIENCE)
        prepare()
        found = addresses(host, port)
        # Listening everywhere, the second address is the one on the network.
        children = _start(stack, host, port, workers, notice, base_url=found[:2][-1])
        ready(found)
        return _watch(children, stop, notice)


def prepare() -> None:
    """Bring database and static files up to date."""
    call_command("migrate", interactive=False, verbosity=0)
    if not settings.DEBUG and _static_files_are_stale():
        call_command("collectstatic", interactive=False, verbosity=0)
    connections.close_all()


def require_free_port(host: str, port: int, *, patience: float = 0) -> None:
    """Raise ServiceError if another program listens there, after `patience` seconds."""
    waited = 0.0
    while not embedded.port_is_free(host, port):
        if waited >= patience:
            raise ServiceError(
                f"{host} port {port} cannot be used: it is in use or not allowed. "
                f"Choose another with --port, for example --port {port + 1}."
            )
        time.sleep(0.25)
        waited += 0.25


def addresses(host: str, port: int) -> list[str]:
    """Where browsers find the site: on this machine, and on the network if it listens there."""
    names = [embedded.reachable(host)]
    if host in ("0.0.0.0", "::"):
        names += [name for name in _network_names() if name not in names]
    return [f"http://[{n}]:{port}/" if ":" in n else f"http://{n}:{port}/" for n in names]


def lan_address(given: str = "") -> str:
    """The one address on which the network is let in: the given one, or the machine's own.

    Raises ServiceError if there is none, or for "all addresses", which is no choice.
    """
    if given in ("0.0.0.0", "::"):
        raise ServiceError(f"--lan takes one address, not {given}, which stands for all of them.")
    name = given or _network_address()
    if name is None:
        raise ServiceError(
            "This machine seems to be on no network. Join the club's network first, "
            "or name the address yourself, for example --lan 192.168.1.20."
        )
    return name


def require_own_address(host: str) -> None:
    """Raise ServiceError if this machine does not have the address."""
    if not embedded.port_is_free(host, 0):
        raise ServiceError(f"{host} is not an address of this machine.")


def _take_data_folder(stack: ExitStack) -> None:
    """One serve to a data folder."""
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        stack.enter_context(file_lock(settings.DATA_DIR / "serve.lock", wait=False))
    except BlockingIOError as error:
        raise ServiceError(
            f"The site already runs on {settings.DATA_DIR}: stop it first, "
            "or give another folder in CLUBMANAGER_DATA."
        ) from error


@contextmanager
def _signals_set(stop: threading.Event) -> Iterator[None]:
    """Turn the signals that end a program into an orderly stop."""
    numbers = [getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n)]
    before = {n: signal.getsignal(n) for n in numbers}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:  # as nohup sets it for SIGHUP
            signal.signal(number, lambda *_: stop.set())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _start(
    stack: ExitStack, host: str, port: int, workers: int, notice: Say, *, base_url: str
) -> list[Child]:
    """Start the children in order; the stack stops them in the opposite order.

    All of them learn the site's address, which table cards carry.
    """
    os.environ.setdefault("CLUBMANAGER_BASE_URL", base_url.rstrip("/"))
    children: list[Child] = []

    def own(child: Child) -> None:
        stack.callback(child.stop)
        children.append(child)

    broker = settings.REDIS_URL
    if os.environ.get("CLUBMANAGER_WORKER") != "0":
        if not broker and embedded.valkey_program():
            valkey, broker = embedded.start_valkey(settings.DATA_DIR / "valkey")
            own(valkey)
        if broker and os.name == "posix":
            own(embedded.start_worker(broker, alone=not settings.REDIS_URL))
    if not broker:
        notice("Long work (print packs) runs inside the pages: there is no queue here.")
    env = {
        "CLUBMANAGER_BROKER_URL": broker,
        "ALLOWED_HOSTS": ",".join(_allowed_hosts(host)),
        "CSRF_TRUSTED_ORIGINS": ",".join(_trusted_origins(host, port)),
    }
    own(embedded.start_web(host, port, workers=workers, env=env))
    return children


def _watch(children: list[Child], stop: threading.Event, notice: Say) -> int:
    """Wait for the signal; start again what fell over, unless it is the web server itself."""
    *helpers, web = children
    while not stop.wait(1):
        if not web.running():
            notice("The web server ended by itself, so the site stops.")
            return 1
        for child in helpers:
            if not child.running():
                notice(f"{child.name} ended by itself and is started again.")
                child.restart()
    return 0


def _allowed_hosts(host: str) -> list[str]:
    """The names in settings and, where the site listens on the network, those it has there."""
    names = list(settings.ALLOWED_HOSTS)
    if host in LOOPBACK or "ALLOWED_HOSTS" in os.environ:
        return names
    return names + (_network_names() if host in ("0.0.0.0", "::") else [host])


def _trusted_origins(host: str, port: int) -> list[str]:
    """The origins in settings and, where the site listens on the network, its own there."""
    origins = list(settings.CSRF_TRUSTED_ORIGINS)
    if host in LOOPBACK:
        return origins
    return origins + [url.rstrip("/") for url in addresses(host, port)]


def _network_names() -> list[str]:
    """This machine's address on its network, if it is on one, and its name."""
    address = _network_address()
    return [*([address] if address else []), socket.gethostname().lower()]


def _network_address() -> str | None:
    """The address from which this machine would reach others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return probe.getsockname()[0]
        except OSError:  # no network at all
            return None


def _static_files_are_stale() -> bool:
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not manifest.exists():
        return True
    made = manifest.stat().st_mtime
    files = (Path(s.path(p)) for finder in get_finders() for p, s in finder.list([]))
    return any(file.stat().st_mtime > made for file in files)
