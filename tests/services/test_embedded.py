"""Valkey and the worker that come with the site: tasks survive whatever is killed."""

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from clubmanager import embedded

pytestmark = [pytest.mark.redis, pytest.mark.skipif(os.name != "posix", reason="needs POSIX")]


def until(condition, *, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.1)
    raise AssertionError(f"still not so after {seconds} s")


def session_of(child):
    """The process ids in the child's session."""
    listing = subprocess.run(["ps", "-eo", "pid,sid,args"], capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in listing.splitlines()[1:]]
    return [int(pid) for pid, sid, _ in rows if int(sid) == child._process.pid]


def client_of(broker):
    from redis import Redis

    return Redis(unix_socket_path=broker.removeprefix("redis+socket://"))


def test_the_socket_is_for_this_user_alone(broker):
    path = broker.removeprefix("redis+socket://")
    assert os.stat(path).st_mode & 0o777 == 0o700
    assert client_of(broker).config_get("port") == {"port": "0"}


def test_a_long_folder_gets_a_short_private_socket(tmp_path):
    path = embedded.socket_path(tmp_path / ("long" * 30))
    assert len(os.fsencode(path)) < embedded.SOCKET_PATH_LIMIT
    assert path.parent.stat().st_mode & 0o777 == 0o700
    path.parent.rmdir()


def test_a_temporary_folder_that_others_may_read_is_refused(tmp_path):
    path = embedded.socket_path(tmp_path / ("long" * 31))
    path.parent.chmod(0o755)
    with pytest.raises(embedded.ServiceError, match="only this user"):
        embedded.socket_path(tmp_path / ("long" * 31))
    path.parent.rmdir()


def test_what_is_queued_survives_a_server_that_is_started_again(tmp_path):
    first, broker = embedded.start_valkey(tmp_path)
    client_of(broker).rpush("queue", "a task")
    first.stop()
    second, broker = embedded.start_valkey(tmp_path)
    assert client_of(broker).lrange("queue", 0, -1) == [b"a task"]
    second.stop()


def test_a_server_left_running_is_replaced(tmp_path):
    left, broker = embedded.start_valkey(tmp_path)
    client_of(broker).rpush("queue", "a task")
    own, broker = embedded.start_valkey(tmp_path)
    until(lambda: not left.running())
    assert client_of(broker).lrange("queue", 0, -1) == [b"a task"]
    own.stop()
    left.stop()


def test_a_socket_file_without_a_server_is_replaced(tmp_path):
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(str(tmp_path / "valkey.sock"))
    stale.close()
    child, broker = embedded.start_valkey(tmp_path)
    assert client_of(broker).ping()
    child.stop()


def test_stopping_leaves_no_process(tmp_path):
    child, _ = embedded.start_valkey(tmp_path)
    assert len(session_of(child)) == 2
    child.stop()
    assert session_of(child) == []


def test_a_service_that_cannot_start_is_named():
    with pytest.raises(embedded.ServiceError, match="A broken thing did not start"):
        embedded.Child("A broken thing", ["module", "no.such.module"], env={}, ready=lambda: False)


def orphaned(start):
    """The session of a child whose parent, which started it as `start` says, was killed."""
    code = (
        "import time; from pathlib import Path; from clubmanager import embedded\n"
        f"child = {start}\n"
        "print(child._process.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    session = int(parent.stdout.readline())
    time.sleep(1)  # until a shell has set its trap
    parent.kill()
    parent.wait()
    return session


def test_children_end_with_a_parent_that_is_killed(tmp_path):
    session = orphaned(f"embedded.start_valkey(Path({str(tmp_path)!r}))[0]")
    until(lambda: not _session_exists(session))


def test_what_does_not_listen_ends_too():
    deaf = ["program", "/bin/sh", "-c", "trap '' TERM; while :; do sleep 1; done"]
    session = orphaned(f"embedded.Child('Deaf', {deaf!r}, env={{}})")
    assert _session_exists(session)
    until(lambda: not _session_exists(session), seconds=30)


@pytest.mark.parametrize(
    ("workers", "cores", "threads"),
    [(1, 2, 4), (2, 2, 4), (4, 2, 2), (8, 2, 2), (1, 1, 3), (2, 8, 4), (3, 8, 2)],
)
def test_more_processes_have_fewer_threads_each(monkeypatch, workers, cores, threads):
    monkeypatch.setattr(embedded.os, "cpu_count", lambda: cores)
    assert embedded.threads_of(workers) == threads


def _session_exists(session):
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.filterwarnings("ignore:task_always_eager")
def test_a_task_of_a_killed_worker_goes_to_the_next_one(broker, tmp_path):
    from clubmanager.celery import app

    marks = tmp_path / "marks"
    marks.write_text("")
    worker = embedded.Child(
        "The worker", _worker_command(tmp_path), env=_worker_env(broker, tmp_path)
    )
    with app.connection_for_write(url=broker) as connection:
        app.send_task("held.hold", args=[str(marks)], connection=connection)
    until(lambda: marks.read_text() == "started\n")
    os.killpg(worker._process.pid, signal.SIGKILL)
    until(lambda: not worker.running())
    assert client_of(broker).llen("celery") == 0  # it had been taken from the queue
    embedded.return_unfinished_tasks(broker)
    worker.restart()
    until(lambda: marks.read_text() == "started\nstarted\nfinished\n")
    until(lambda: client_of(broker).zcard("unacked_index") == 0)
    worker.stop()


def _worker_command(folder):
    """A worker with the site's settings and a task that takes its time the first time only."""
    (folder / "held.py").write_text(
        "import time\n"
        "from pathlib import Path\n"
        "from clubmanager.celery import app\n"
        "@app.task(name='held.hold')\n"
        "def hold(path):\n"
        "    marks = Path(path)\n"
        "    again = marks.read_text() != ''\n"
        "    with marks.open('a') as file:\n"
        "        file.write('started\\n')\n"
        "    time.sleep(0 if again else 60)\n"
        "    with marks.open('a') as file:\n"
        "        file.write('finished\\n')\n"
    )
    return ["module", "celery", "--quiet", "-A", "held", "worker", "--concurrency=1"]


def _worker_env(broker, folder):
    return {
        "CLUBMANAGER_BROKER_URL": broker,
        "PYTHONPATH": f"{embedded.ROOT}{os.pathsep}{folder}",
        "CLUBMANAGER_DATA": str(folder),
        "PYTHONWARNINGS": embedded.AS_ROOT_IS_KNOWN,
    }
