"""`manage.py serve` as a person starts it: what runs, what it says, and that it all ends."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest

from clubmanager.bootstrap import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="needs POSIX")]


@pytest.fixture
def port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def env(tmp_path):
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    return {**kept, "CLUBMANAGER_DATA": str(tmp_path / "data")}


def command(port, *more):
    return [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1", *more]


@contextmanager
def serving(port, env):
    process = subprocess.Popen(
        command(port), cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == f"The site is at http://127.0.0.1:{port}/\n"
        yield process
    finally:
        process.kill()
        process.communicate()
        until_gone(env)


def processes_of(env):
    """The command lines of what runs with this data folder or was started for it."""
    found = []
    for folder in os.listdir("/proc") if os.path.isdir("/proc") else ():
        try:
            with open(f"/proc/{folder}/environ", "rb") as file:
                if f"CLUBMANAGER_DATA={env['CLUBMANAGER_DATA']}\0".encode() in file.read():
                    with open(f"/proc/{folder}/cmdline", "rb") as file:
                        found.append(file.read().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return [line for line in found if line]


def until_gone(env, seconds=20):
    deadline = time.monotonic() + seconds
    while processes_of(env) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert processes_of(env) == []


def answer(port):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/")
    with urllib.request.urlopen(request, timeout=20) as response:
        return response.status


@pytest.mark.redis
def test_it_serves_with_queue_and_worker_and_ends_with_all_its_children(port, env):
    with serving(port, env) as process:
        assert answer(port) == 200
        running = " ".join(processes_of(env))
        assert all(name in running for name in ("valkey-server", "celery", "granian"))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert processes_of(env) == []


@pytest.mark.redis
def test_after_a_hard_kill_the_next_one_takes_over(port, env):
    with serving(port, env) as process:
        process.kill()
        process.wait()
        with serving(port, env):
            assert answer(port) == 200


def test_a_second_one_on_the_same_data_is_refused(port, env):
    env["CLUBMANAGER_WORKER"] = "0"
    with serving(port, env):
        second = subprocess.run(command(port), cwd=ROOT, env=env, capture_output=True, text=True)
        assert second.returncode == 2
        assert "already runs" in second.stderr


def test_a_port_in_use_is_said_plainly(port, env):
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        refused = subprocess.run(command(port), cwd=ROOT, env=env, capture_output=True, text=True)
    assert refused.returncode == 2
    assert f"127.0.0.1 port {port} cannot be used" in refused.stderr
    assert "--port" in refused.stderr


def test_without_a_worker_it_says_that_long_work_runs_inline(port, env):
    env["CLUBMANAGER_WORKER"] = "0"
    with serving(port, env) as process:
        assert "valkey-server" not in " ".join(processes_of(env))
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "runs inside the pages" in errors


def test_lan_listens_on_one_address_and_says_what_that_means(port, env):
    env["CLUBMANAGER_WORKER"] = "0"
    lan = [*command(port), "--lan", "127.0.0.1"]
    process = subprocess.Popen(
        lan, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == f"The site is at http://127.0.0.1:{port}/\n"
        meaning = process.stdout.readline()
        assert "Everybody on this network can open the site" in meaning
        assert "unencrypted" in meaning
        assert "\u2588" in process.stdout.readline()  # the address as a QR code
        assert answer(port) == 200
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        until_gone(env)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        pytest.param("192.0.2.77", "192.0.2.77 is not an address of this machine", id="not ours"),
        pytest.param("0.0.0.0", "--lan takes one address", id="all of them"),
    ],
)
def test_lan_takes_one_address_of_this_machine(port, env, address, message):
    lan = [*command(port), "--lan", address]
    refused = subprocess.run(lan, cwd=ROOT, env=env, capture_output=True, text=True)
    assert refused.returncode == 2
    assert message in refused.stderr
