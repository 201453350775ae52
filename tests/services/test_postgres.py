"""The site's database on PostgreSQL; `manage.py test --on-postgres` runs the whole suite there."""

import os
import subprocess
import sys

import pytest

from clubmanager.bootstrap import ROOT

pytestmark = pytest.mark.postgres


def test_an_empty_database_takes_every_migration(postgres_url, tmp_path):
    env = {
        **os.environ,
        "DATABASE_URL": postgres_url,
        "SECRET_KEY": "not a secret in a test",
        "CLUBMANAGER_DATA": str(tmp_path),
    }
    manage = [sys.executable, "manage.py"]
    migrated = subprocess.run([*manage, "migrate"], cwd=ROOT, env=env, capture_output=True)
    assert migrated.returncode == 0, migrated.stderr
    left = subprocess.run([*manage, "migrate", "--check"], cwd=ROOT, env=env, capture_output=True)
    assert left.returncode == 0
