"""Results have one door: only `nights.services` calls the scoring floor's writes."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WRITES = {"record_hand", "confirm_hand", "clear_hand", "rule_hand", "rescore_game",
          "restore_hand", "question_hand"}  # fmt: skip
DOOR = {"clubmanager/nights/services/hands.py", "scoring/services.py"}


def callers(source: str) -> set[str]:
    """Names of scoring writes that a module takes from scoring.services."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "scoring.services":
            found |= {alias.name for alias in node.names} & WRITES
        if isinstance(node, ast.ImportFrom) and node.module == "scoring":
            found |= {"services" for alias in node.names if alias.name == "services"}
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name == "scoring.services"}
    return found


def test_no_other_room_writes_results():
    rooms = [p for top in ("clubmanager", "scoring", "deals") for p in (ROOT / top).rglob("*.py")]
    guilty = {
        str(path.relative_to(ROOT)): sorted(found)
        for path in rooms
        if (found := callers(path.read_text())) and str(path.relative_to(ROOT)) not in DOOR
    }
    assert not guilty


def test_the_check_catches_each_way_of_going_round_the_door():
    assert callers("from scoring.services import record_hand") == {"record_hand"}
    assert callers("from scoring import services") == {"services"}
    assert callers("import scoring.services as s") == {"scoring.services"}
    assert not callers("from scoring.services import Conflict")
