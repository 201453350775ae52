"""The house keeps its shape: arrows point downwards, and core/ is plain Python.

Imports, foreign keys and other model names in text, migration dependencies, addresses
(reverse names and {% url %}) and included templates all count as arrows.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# From the ground up. A room may use itself and the rooms before it.
ROOMS = ("deals", "scoring", "people", "nights", "seasons", "publishing", "wiring")
APPS = ROOMS[:-1]
FORBIDDEN_IN_CORE = ("django", "rest_framework", "celery", "reportlab")

MODEL_NAME = re.compile(rf"({'|'.join(APPS)})\.[A-Za-z]\w*")
ADDRESS_NAME = re.compile(rf"({'|'.join(APPS)}):[\w:-]+")
DOTTED_PATH = re.compile(r"(?:clubmanager|deals|scoring)(?:\.\w+)+")
URL_TAG = re.compile(r"""\{%\s*url\s+["'](\w+):""")
TEMPLATE_TAG = re.compile(r"""\{%\s*(?:include|extends)\s+["'](\w+)/""")


def room_of_module(module: str) -> str | None:
    """The room a dotted module lives in, None for modules that are not ours."""
    top, _, rest = module.partition(".")
    if top in ("deals", "scoring"):
        return top
    if top != "clubmanager":
        return None
    part = rest.partition(".")[0]
    return part if part in APPS else "wiring"


def module_of_file(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(tree: ast.AST, path: Path) -> Iterator[str]:
    """Every module, or name in a module, that a file imports; relative ones made absolute."""
    package = path.parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def named_rooms(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """(what was named, room) for models, addresses, paths and app labels in text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if found := MODEL_NAME.fullmatch(text) or ADDRESS_NAME.fullmatch(text):
                yield text, found[1]
            elif DOTTED_PATH.fullmatch(text) and (room := room_of_module(text)):
                yield text, room
        elif (label := app_label(node)) in APPS:
            yield label, label


def app_label(node: ast.AST) -> str:
    """The app of a ("app", "0001_name") dependency or of a get_model("app", "Name") call."""
    texts: list[object] = []
    if isinstance(node, ast.Tuple):
        texts = [getattr(part, "value", None) for part in node.elts]
        if len(texts) != 2 or not re.fullmatch(r"\d{4}_\w+|__\w+__", str(texts[1])):
            return ""
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get_model":
        texts = [getattr(part, "value", None) for part in node.args]
    return str(texts[0]) if texts else ""


def upward(room: str, target: str | None) -> bool:
    return target is not None and ROOMS.index(target) > ROOMS.index(room)


def python_violations(source: str, path: Path) -> list[str]:
    """Upward arrows of one Python file, and anything in core/ that is not plain Python."""
    tree = ast.parse(source)
    room = room_of_module(module_of_file(path)) or "wiring"
    found = []
    for module in imported_modules(tree, path):
        if upward(room, room_of_module(module)):
            found.append(f"{path}: {room} imports {module}")
        if "core" in path.parts and not plain_python(module):
            found.append(f"{path}: core imports {module}")
    for name, target in named_rooms(tree):
        if upward(room, target):
            found.append(f"{path}: {room} names {name}")
    return found


def plain_python(module: str) -> bool:
    """Core may import no framework, and of our own modules only other cores."""
    parts = module.split(".")
    return parts[0] not in FORBIDDEN_IN_CORE and (room_of_module(module) is None or "core" in parts)


def template_violations(source: str, path: Path) -> list[str]:
    """Upward links and includes of one template; top-level templates belong to the wiring."""
    room = path.parts[1] if len(path.parts) > 2 and path.parts[1] in APPS else "wiring"
    return [
        f"{path}: {room} links to {target}"
        for target in [*URL_TAG.findall(source), *TEMPLATE_TAG.findall(source)]
        if target in APPS and upward(room, target)
    ]


def python_files() -> list[Path]:
    return [
        path.relative_to(ROOT)
        for floor in ("deals", "scoring", "clubmanager")
        for path in sorted((ROOT / floor).rglob("*.py"))
    ]


def template_files() -> list[Path]:
    folders = [ROOT / "templates", *ROOT.glob("*/templates"), *ROOT.glob("clubmanager/*/templates")]
    return [
        path.relative_to(ROOT)
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".html", ".txt", ".xml", ".svg")
    ]


def test_no_python_file_points_upwards_and_every_core_is_plain():
    found = [
        violation
        for path in python_files()
        for violation in python_violations((ROOT / path).read_text(), path)
    ]
    assert found == []


def test_no_template_points_upwards():
    found = [
        violation
        for path in template_files()
        for violation in template_violations((ROOT / path).read_text(), path)
    ]
    assert found == []


def test_the_walk_sees_all_floors():
    rooms = {room_of_module(module_of_file(path)) for path in python_files()}
    assert {"deals", "scoring", "people", "nights", "publishing", "wiring"} <= rooms
    assert any("core" in path.parts for path in python_files())
    assert template_files()


@pytest.mark.parametrize(
    ("file", "source"),
    [
        pytest.param("deals/models.py", "import scoring.models", id="deals imports scoring"),
        pytest.param("deals/x.py", "from clubmanager.people import models", id="ground to top"),
        pytest.param("scoring/x.py", "from clubmanager import nights", id="package by name"),
        pytest.param("scoring/x.py", "import clubmanager.settings", id="settings by import"),
        pytest.param("clubmanager/people/x.py", "from ..nights import models", id="relative"),
        pytest.param("clubmanager/people/x.py", "from .. import nights", id="relative package"),
        pytest.param("clubmanager/people/a/b.py", "from ...nights.core import x", id="deeper"),
        pytest.param("clubmanager/people/__init__.py", "from ..nights import x", id="package"),
        pytest.param("clubmanager/nights/x.py", "from clubmanager.celery import app", id="wiring"),
        pytest.param(
            "clubmanager/nights/x.py",
            "def late():\n    from clubmanager.publishing.views import page",
            id="inside a function",
        ),
        pytest.param(
            "deals/models.py", "x = models.ForeignKey('people.Club', CASCADE)", id="foreign key"
        ),
        pytest.param(
            "scoring/migrations/0001_initial.py",
            "x = models.ForeignKey(to='people.club')",
            id="foreign key in a migration",
        ),
        pytest.param(
            "scoring/migrations/0001_initial.py",
            "dependencies = [('nights', '0001_initial')]",
            id="migration dependency",
        ),
        pytest.param(
            "scoring/migrations/0001_initial.py",
            "dependencies = [('nights', '__first__')]",
            id="dependency on the first migration",
        ),
        pytest.param("deals/x.py", "apps.get_model('nights', 'Round')", id="get_model"),
        pytest.param("deals/x.py", "apps.get_model('nights.Round')", id="get_model, one text"),
        pytest.param("scoring/x.py", "redirect('nights:board', 3)", id="address"),
        pytest.param("scoring/x.py", "import_module('clubmanager.people.models')", id="dotted"),
        pytest.param("deals/core/x.py", "import django", id="core imports Django"),
        pytest.param("deals/core/x.py", "from django.db import models", id="core and models"),
        pytest.param("scoring/core/x.py", "from rest_framework import fields", id="core and API"),
        pytest.param("scoring/core/x.py", "from celery import shared_task", id="core and tasks"),
        pytest.param("deals/core/a/b.py", "from reportlab.pdfgen import canvas", id="core and PDF"),
        pytest.param("scoring/core/x.py", "from ..models import Chart", id="core and its models"),
        pytest.param("clubmanager/nights/core/x.py", "from deals.services import x", id="services"),
    ],
)
def test_a_planted_violation_in_python_is_found(file, source):
    assert len(python_violations(source, Path(file))) >= 1


@pytest.mark.parametrize(
    ("file", "source"),
    [
        pytest.param("scoring/x.py", "from deals.core.cards import Seat", id="downwards"),
        pytest.param("clubmanager/nights/x.py", "from ..people.models import Club", id="relative"),
        pytest.param("clubmanager/nights/x.py", "from . import models", id="own room"),
        pytest.param("clubmanager/urls.py", "from clubmanager.publishing import urls", id="wiring"),
        pytest.param("clubmanager/nights/models.py", "F('people.Club')", id="key downwards"),
        pytest.param("deals/models.py", "F(settings.AUTH_USER_MODEL)", id="the user model"),
        pytest.param(
            "deals/migrations/0001_initial.py",
            "dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]",
            id="dependency on the user model",
        ),
        pytest.param("deals/x.py", "'people and nights'", id="mere words"),
        pytest.param("deals/x.py", "('nights', 'Nights')", id="a choice, no dependency"),
        pytest.param("scoring/core/x.py", "import numpy\nimport math", id="plain core"),
        pytest.param("scoring/core/x.py", "from .chart import Chart", id="core beside it"),
        pytest.param("scoring/core/x.py", "from deals.core import cards", id="core below"),
    ],
)
def test_what_points_downwards_is_left_alone(file, source):
    assert python_violations(source, Path(file)) == []


@pytest.mark.parametrize(
    ("file", "source", "count"),
    [
        pytest.param("templates/deals/a.html", "{% url 'scoring:x' %}", 1, id="deals to scoring"),
        pytest.param("templates/people/a.html", '{%url "nights:x" 3 %}', 1, id="people to nights"),
        pytest.param("templates/nights/a/b.html", "{% url 'publishing:x' %}", 1, id="deeper"),
        pytest.param("templates/people/a.html", "{% include 'nights/_x.html' %}", 1, id="include"),
        pytest.param("templates/deals/a.html", "{% extends 'people/x.html' %}", 1, id="extends"),
        pytest.param("templates/nights/a.html", "{% url 'people:x' %}", 0, id="downwards"),
        pytest.param("templates/nights/a.html", "{% url 'nights:x' %}", 0, id="own room"),
        pytest.param("templates/nights/a.html", "{% extends 'base.html' %}", 0, id="base page"),
        pytest.param("templates/base.html", "{% url 'publishing:x' %}", 0, id="the wiring's own"),
        pytest.param("templates/nights/a.html", "{% url 'admin:index' %}", 0, id="not ours"),
    ],
)
def test_links_in_templates_are_arrows_too(file, source, count):
    assert len(template_violations(source, Path(file))) == count
