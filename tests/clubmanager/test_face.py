"""The face: tokens with enough contrast, signs besides colour, no inline style or script."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "clubmanager/static/css/site.css").read_text()
TEMPLATES = sorted(
    path
    for path in ROOT.glob("*/**/*.html")
    if "templates" in path.parts and ".venv" not in path.parts
)
STATES = ["missing", "entered", "confirmed", "questioned", "adjusted", "late", "cancelled"]


def tokens(scheme):
    """Colours by token name; the dark ones stand on top of the light ones."""
    light, dark = CSS.split("@media screen and (prefers-color-scheme: dark)")
    dark = dark.split("/* ---------- Ground")[0]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    if scheme == "dark":
        colours |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))
    return colours


def luminance(colour):
    """Source: WCAG 2.2, relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


TEXT_PAIRS = [
    *[
        (ink, ground)
        for ink in ("ink", "ink-soft", "brand")
        for ground in ("page", "surface", "sunk")
    ],
    ("on-brand", "brand"),
    ("on-brand", "brand-ink"),
    ("brand-ink", "brand-soft"),
    ("ink", "brand-soft"),
    ("ink-soft", "brand-soft"),
    ("danger-ink", "danger-soft"),
    ("danger-ink", "surface"),
    ("danger-ink", "page"),
    *[(name, f"{name}-soft") for name in ("red", "yellow", "green", "blue", "nt", *STATES)],
]
EDGE_PAIRS = [
    *[
        (edge, ground)
        for edge in ("line-strong", "focus")
        for ground in ("page", "surface", "sunk")
    ],
    ("danger", "surface"),
]


def test_contrast_is_measured_as_wcag_does():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_has_a_contrast_of_at_least_four_and_a_half(scheme, ink, ground):
    colours = tokens(scheme)
    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("edge", "ground"), EDGE_PAIRS)
def test_edges_and_focus_rings_have_a_contrast_of_at_least_three(scheme, edge, ground):
    colours = tokens(scheme)
    assert contrast(colours[edge], colours[ground]) >= 3


def test_every_colour_has_a_dark_counterpart():
    light, dark = tokens("light"), tokens("dark")
    unchanged = {name for name in light if light[name] == dark[name]}
    assert {name for name in unchanged if not name.startswith("stripe-")} == set()


def test_every_state_has_its_own_sign_besides_its_colour():
    signs = dict(re.findall(r'\.badge-(\w+)::before, \.cell-\1::before \{ content: "(.)"', CSS))
    assert list(signs) == STATES
    assert len(set(signs.values())) == len(STATES)


@pytest.mark.parametrize(
    ("trump", "shape", "letter"),
    [("R", "♥", "R"), ("Y", "♦", "Y"), ("G", "♣", "G"), ("B", "♠", "B"), ("NT", "", "NT")],
)
def test_every_colour_carries_its_letter_and_shape(trump, shape, letter):
    html = render_to_string("_colour.html", {"trump": trump})
    assert f">{letter}</span>" in html
    assert shape in html


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_has_inline_style_or_script(path):
    html = path.read_text()
    assert not re.search(r"\sstyle\s*=|<style", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)
    assert not re.search(r"\son\w+\s*=\s*[\"']|javascript:", html)


@pytest.mark.parametrize("name", ["400.html", "403_csrf.html", "500.html"])
def test_error_pages_need_nothing_but_themselves(name):
    html = render_to_string(name)
    assert "<h1>" in html
    assert 'href="/"' in html


def test_an_address_that_does_not_exist_says_so_and_leads_home(client, db):
    response = client.get("/no-such-page-at-all/")
    assert response.status_code == 404
    assert 'href="/"' in response.content.decode()


def test_pages_come_with_a_policy_that_allows_no_inline_code(client, db):
    policy = client.get("/score/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_the_page_frame_has_language_viewport_and_a_way_past_the_navigation(client, db):
    html = client.get("/score/").content.decode()
    assert re.search(r'<html lang="en[^"]*">', html)
    assert "width=device-width, initial-scale=1" in html
    assert 'href="#content"' in html
    assert '<main id="content"' in html
