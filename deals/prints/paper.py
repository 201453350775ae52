"""Paper for every print: page sizes, fonts for all scripts, text that fits, the four colours.

Text is drawn in DejaVu Sans, and in Droid Sans Fallback where DejaVu has no letter. The standard
PDF fonts are never used: they drop whatever lies outside Latin-1 without a word.
"""

import io
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock

import arabic_reshaper
from bidi.algorithm import get_display
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4  # points in a millimetre
FONTS = Path(__file__).with_name("fonts")
REGULAR, BOLD, FALLBACK = "ClubSans", "ClubSans-Bold", "ClubFallback"
FONT_FILES = {
    REGULAR: "DejaVuSans.ttf",
    BOLD: "DejaVuSans-Bold.ttf",
    FALLBACK: "DroidSansFallbackFull.ttf",
}
MISSING = "\ufffd"  # drawn where no font has the letter
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
INVISIBLE = ("Cc", "Cf")  # categories of characters that only steer others

INK = HexColor("#1b1b1b")
MUTED = HexColor("#595959")
RULE = HexColor("#8a8a8a")
SHADE = HexColor("#ececec")


@dataclass(frozen=True, slots=True)
class Paper:
    """A page size; width and height in points (1/72 inch), upright."""

    name: str
    width: float
    height: float


A4 = Paper("A4", 210 * MM, 297 * MM)
LETTER = Paper("Letter", 612.0, 792.0)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


def paper_named(name: str) -> Paper:
    """The paper of that name, in any case. Raises ValueError for another size."""
    for paper in PAPERS.values():
        if paper.name.lower() == name.lower():
            return paper
    raise ValueError(f"paper must be {' or '.join(PAPERS)}, got {name!r}")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page; x and y are its lower left corner, in points."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def inset(self, across: float, down: float | None = None) -> "Box":
        """The box inside this one, smaller by that much on each side."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


@dataclass(frozen=True, slots=True)
class ColourSign:
    """How one aBRIDGEd colour is told apart: never by colour alone."""

    letter: str
    shape: str
    colour: Color
    name: str


# Dark enough for white paper, also on a printer that knows only grey.
COLOUR_SIGNS = {
    "R": ColourSign("R", "\u2665", HexColor("#c8102e"), "red"),
    "Y": ColourSign("Y", "\u2666", HexColor("#b58900"), "yellow"),
    "G": ColourSign("G", "\u2663", HexColor("#1a7f37"), "green"),
    "B": ColourSign("B", "\u2660", HexColor("#1557b0"), "blue"),
}


_REGISTERING = Lock()  # a font registered twice would be two fonts in one file


def _glyphs(font: str) -> frozenset[int]:
    """Code points that a font can draw; registers it on first use, once a process."""
    with _REGISTERING:
        return _register(font)


@cache
def _register(font: str) -> frozenset[int]:
    loaded = TTFont(font, str(FONTS / FONT_FILES[font]))
    pdfmetrics.registerFont(loaded)
    return frozenset(loaded.face.charToGlyph)


def _font_for(letter: str, fonts: tuple[str, ...]) -> str | None:
    return next((font for font in fonts if ord(letter) in _glyphs(font)), None)


def isolate(name: str) -> str:
    """A name that keeps its own writing direction inside a sentence."""
    return f"{ISOLATE}{name}{END_ISOLATE}"


def _visual_order(text: str) -> str:
    """Text as it stands on paper from left to right, without invisible characters."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    parts = re.split(f"[{ISOLATE}{END_ISOLATE}]", text)
    ordered = "".join(_left_to_right(part) for part in parts)
    return "".join(letter for letter in ordered if unicodedata.category(letter) not in INVISIBLE)


def _left_to_right(text: str) -> str:
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        return str(get_display(arabic_reshaper.reshape(text)))
    return text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text in visual order, cut into runs of (font name, text)."""

    runs: tuple[tuple[str, str], ...]
    unit_width: float  # width in points at a size of one point


@lru_cache(maxsize=20_000)
def line_of(text: str, bold: bool = False) -> Line:
    """Cut text into runs by which font has its letters; U+FFFD where none has."""
    fonts = (BOLD, REGULAR, FALLBACK) if bold else (REGULAR, FALLBACK)
    pairs = [(_font_for(letter, fonts), letter) for letter in _visual_order(text)]
    pairs = [(font, letter) if font else (fonts[0], MISSING) for font, letter in pairs]
    runs = tuple(
        (font, "".join(letter for _, letter in group))
        for font, group in groupby(pairs, key=lambda pair: pair[0])
    )
    return Line(runs, sum(pdfmetrics.stringWidth(run, font, 1) for font, run in runs))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width in points of a line of text."""
    return line_of(text, bold).unit_width * size


@dataclass(frozen=True, slots=True)
class Fitted:
    """A line at the size at which it fits its place."""

    line: Line
    size: float

    @property
    def width(self) -> float:
        return self.line.unit_width * self.size


@lru_cache(maxsize=20_000)
def fit(text: str, size: float, width: float, bold: bool = False, least: float = 5.0) -> Fitted:
    """Shrink text from `size` down to `least` until it fits `width`; beyond that, shorten it."""
    line = line_of(text, bold)
    if line.unit_width * size > width:
        size = max(least, width / line.unit_width)
    kept = len(text)
    while line.unit_width * size > width + 1e-6 and kept:
        kept -= 1
        line = line_of(text[:kept].rstrip() + "\u2026" if kept else "", bold)
    return Fitted(line, size)


def draw_fitted(canvas: Canvas, x: float, y: float, fitted: Fitted, align: str = "left") -> None:
    """Draw a fitted line with its baseline at y; x is its left, middle or right."""
    x -= {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * fitted.width
    for font, run in fitted.line.runs:
        canvas.setFont(font, fitted.size)
        canvas.drawString(x, y, run)
        if len(fitted.line.runs) > 1:
            x += pdfmetrics.stringWidth(run, font, fitted.size)


def draw_text(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    bold: bool = False,
    align: str = "left",
    width: float = 10_000.0,
    least: float = 5.0,
) -> None:
    """Draw one line of text that never spills over `width` points."""
    draw_fitted(canvas, x, y, fit(text, size, width, bold, least), align)


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Break text into lines of at most `width` points; a word longer than a line is cut,

    after a hyphen where it has one."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        joined = f"{current} {word}".strip()
        if text_width(joined, size, bold) <= width:
            current = joined
            continue
        if current:
            lines.append(current)
        while text_width(word, size, bold) > width and len(word) > 1:
            cut = _letters_that_fit(word, size, width, bold)
            lines.append(word[:cut])
            word = word[cut:]
        current = word
    return [*lines, current] if current else lines


def _letters_that_fit(word: str, size: float, width: float, bold: bool) -> int:
    cut = len(word) - 1
    while cut > 1 and text_width(word[:cut], size, bold) > width:
        cut -= 1
    return word.rfind("-", 0, cut) + 1 or cut


@lru_cache(maxsize=20_000)
def fit_lines(
    text: str, size: float, width: float, bold: bool = False, least: float = 9.0, lines: int = 2
) -> tuple[Fitted, ...]:
    """One line of `least` points or more if it fits, else up to `lines` smaller ones.

    Never wider than `width` points, whatever the text.
    """
    single = fit(text, size, width, bold, 1.0)
    if single.size >= least:
        return (single,)
    while len(wrap(text, least, width, bold)) > lines and least > 1:
        least -= 0.5
    return tuple(fit(line, least, width, bold, 1.0) for line in wrap(text, least, width, bold))


def render(paper: Paper, title: str, draw: Callable[[Canvas], None], language: str = "en") -> bytes:
    """A PDF file with title and language, as bytes; equal drawing gives equal bytes."""
    _glyphs(REGULAR)
    _glyphs(BOLD)
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer,
        pagesize=(paper.width, paper.height),
        invariant=1,
        lang=language,
        initialFontName=REGULAR,
    )
    canvas.setTitle(title)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    draw(canvas)
    canvas.save()
    return buffer.getvalue()
