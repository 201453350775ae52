"""A child that ends when its parent does, however the parent ends. Standard library alone.

`serve` starts its services through this and holds the other end of standard input. Even a serve
that was killed hard lets go of that end. Then the service is asked to stop, and whatever of its
session is still there after a while is ended.
`python -m clubmanager.lifeline module NAME ARG...` runs a Python module in this process;
`python -m clubmanager.lifeline program PATH ARG...` runs a program beside it.
"""

import os
import runpy
import signal
import subprocess
import sys
import threading
import time

STOP_SECONDS = 10  # what needs longer is killed; a task it had goes back to the queue


def _stop_at_end_of_input() -> None:
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_SECONDS)  # a service that was just starting may have missed it
    if os.name == "posix" and os.getpgid(0) == os.getpid():  # nobody else's group
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _run_module(name: str, arguments: list[str]) -> None:
    sys.argv = [name, *arguments]
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def _run_program(command: list[str]) -> int:
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    signal.signal(signal.SIGTERM, lambda *_: program.terminate())
    return program.wait()


def main() -> None:
    kind, *command = sys.argv[1:]
    threading.Thread(target=_stop_at_end_of_input, daemon=True).start()
    if kind == "module":
        _run_module(command[0], command[1:])
    else:
        sys.exit(_run_program(command))


if __name__ == "__main__":
    main()
