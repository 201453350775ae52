#!/bin/sh
# One backup: database, key and printed files, as FOLDER/clubmanager-DATE.tar.gz.
# Usage: deploy/backup.sh FOLDER
# Reads CLUBMANAGER_DATA and DATABASE_URL as the site does; safe while the site runs.
set -eu
umask 077

[ $# -eq 1 ] || { echo "usage: $0 FOLDER" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
data=${CLUBMANAGER_DATA:-$root/var}
mkdir -p "$1"
target=$(cd "$1" && pwd)/clubmanager-$(date +%Y%m%d-%H%M%S).tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -n "${DATABASE_URL:-}" ]; then
    pg_dump --format=custom --file="$work/database.pgdump" "$DATABASE_URL"
else
    # SQLite's own copy: a plain one could catch the database in the middle of a change.
    python3 - "$data/clubmanager.sqlite3" "$work/clubmanager.sqlite3" <<'PYTHON'
import sqlite3
import sys

source = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
with sqlite3.connect(sys.argv[2]) as copy:
    source.backup(copy)
PYTHON
fi
for part in secret_key jobs; do
    if [ -e "$data/$part" ]; then cp -R "$data/$part" "$work/"; fi
done
tar -czf "$target.part" -C "$work" .
mv "$target.part" "$target"
echo "$target"
