"""200 tables send 4 hands each in 60 seconds while 1,000 viewers ask every 5 seconds.

On loopback, with PostgreSQL and Valkey. Clients, database and server share this machine, so that a
ratio says as much of what else runs here as of the site: over the factor it is measured again, four
times at most, and the best counts. Of every measurement it is asserted that nothing is lost or
doubled.
"""

import http.client
import json
import os
import secrets
import socket
import subprocess
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from clubmanager import embedded
from clubmanager.bootstrap import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.redis]

TABLES, SECONDS = 200, 60
VIEWERS, EVERY_SECONDS = 1000, 5
# Tables of the same night that send one hand after another before anybody watches; the first hands
# of them warm the server up and are not measured.
IDLE_TABLES, WARM_UP_HANDS = 40, 40
SENDERS, WORKERS = 16, 4
FACTOR, MEASUREMENTS = 5, 5


@dataclass
class Site:
    """A running site, its night, and the connections of the clients."""

    port: int
    public: str
    tables: dict
    env: dict = field(repr=False)


@pytest.fixture
def site(postgres_url, broker, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    path = broker.removeprefix("redis+socket://")
    env = {
        **os.environ, "DATABASE_URL": postgres_url, "REDIS_URL": f"unix://{path}",
        "SECRET_KEY": secrets.token_hex(32), "CLUBMANAGER_DATA": str(tmp_path / "data"),
        "CLUBMANAGER_NO_BOOTSTRAP": "1", "DEBUG": "",
    }  # fmt: skip
    manage = [sys.executable, "manage.py"]
    for words in (["migrate", "--verbosity", "0"], ["collectstatic", "--noinput", "-v", "0"]):
        subprocess.run([*manage, *words], cwd=ROOT, env=env, check=True, capture_output=True)
    made = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.load_world", str(TABLES + IDLE_TABLES)],
        cwd=ROOT, env=env, check=True, capture_output=True, text=True,
    )  # fmt: skip
    found = json.loads(made.stdout)
    web = embedded.start_web("127.0.0.1", port, workers=WORKERS, env=env)
    yield Site(port, found["public"], found["tables"], env)
    web.stop()


def send(connection, token: str, hand: int, dealer: str, version: int) -> float:
    """One hand from a table's device; the seconds until it is stored."""
    facts = {"round": 1, "declarer": dealer, "declaration": "play", "trump": "R"}
    headers = {
        "Authorization": f"Table {token}", "Content-Type": "application/json",
        "If-Match": f'"{version}"', "Idempotency-Key": str(uuid.uuid4()),
    }  # fmt: skip
    body = json.dumps({"facts": facts, "tricks": 7 + version})
    start = time.perf_counter()
    connection.request("PUT", f"/api/v1/hands/{hand}/", body, headers)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == 200, text[:500]
    return time.perf_counter() - start


def paced(site: Site, jobs: list, start: float, until: float) -> list[float]:
    """Send the hands one after another on one connection, spread evenly over the time."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    results = []
    for at, job in enumerate(jobs):
        time.sleep(max(0.0, start + until * at / len(jobs) - time.perf_counter()))
        results.append(send(connection, *job))
    connection.close()
    return results


def p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]


def at_once(site: Site, jobs: list, seconds: float) -> list[float]:
    """Send all within the time, from many connections in turn; the seconds that each took."""
    start = time.perf_counter()
    with ThreadPoolExecutor(SENDERS) as pool:
        senders = [
            pool.submit(paced, site, jobs[n::SENDERS], start + seconds * n / len(jobs), seconds)
            for n in range(SENDERS)
        ]
        return [one for sender in senders for one in sender.result()]


def measure(site: Site, version: int) -> tuple[float, float]:
    """p95 in seconds idle and under load; each hand is sent once, onto that version of it."""
    tables = list(site.tables.values())
    hands = [(table["token"], *table["hands"][at], version) for at in range(4) for table in tables]
    quiet = [job for at, job in enumerate(hands) if at % len(tables) >= TABLES]
    busy = [job for at, job in enumerate(hands) if at % len(tables) < TABLES]
    at_once(site, quiet[:WARM_UP_HANDS], 0)
    idle = p95(paced(site, quiet[WARM_UP_HANDS:], time.perf_counter(), 0))
    watchers = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.load_watchers", str(site.port), site.public,
         str(VIEWERS), str(EVERY_SECONDS), str(SECONDS + EVERY_SECONDS)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(EVERY_SECONDS)  # until all of them watch
    loaded = p95(at_once(site, busy, SECONDS))
    seen = json.loads(watchers.communicate(timeout=60)[0])
    assert set(seen["statuses"]) <= {"200", "204"}
    assert sum(seen["statuses"].values()) == VIEWERS * (SECONDS // EVERY_SECONDS + 1)
    print(  # noqa: T201
        f"p95 {loaded * 1000:.0f} ms under load, {idle * 1000:.0f} ms idle, "
        f"{loaded / idle:.1f} times; viewers {seen}"
    )
    return idle, loaded


def stored(site: Site) -> list[int]:
    """How many hands there are, how many were entered, the sum of versions, and of the log."""
    counted = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c",
         "from django.db.models import Sum\n"
         "from scoring.models import Change, HandResult as H\n"
         "print(H.objects.count(), H.objects.exclude(facts=None).count(),\n"
         "      H.objects.aggregate(n=Sum('version'))['n'], Change.objects.count())"],
        cwd=ROOT, env=site.env, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return [int(word) for word in counted.stdout.split()]


def test_no_hand_is_lost_or_doubled_or_slow_while_a_thousand_watch(site):
    ratios = []
    hands = 4 * (TABLES + IDLE_TABLES)
    for version in range(MEASUREMENTS):
        idle, loaded = measure(site, version)
        sent = hands * (version + 1)
        assert stored(site) == [hands, hands, sent, sent]
        ratios.append(loaded / idle)
        if ratios[-1] <= FACTOR:
            break
    assert min(ratios) <= FACTOR, ratios
