#!/usr/bin/env python3
"""Every command of the site: `python3 manage.py demo`, `python3 manage.py test`, and the rest."""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - older Pythons do start this file
    sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0])

from clubmanager import bootstrap


def main() -> None:
    testing = sys.argv[1:2] == ["test"]
    bootstrap.enter(sys.argv, extra="test" if testing else "run")
    if testing:
        from clubmanager.testrun import run

        sys.exit(run(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubmanager.settings")
    from django.core.management import execute_from_command_line

    from clubmanager.pipes import end_with_the_reader

    end_with_the_reader(lambda: execute_from_command_line(sys.argv))


if __name__ == "__main__":
    main()
