"""Where everything on a score pad stands: boxes in points, computed without drawing.

A row gives a hand at least 12 mm, so that a full hand of letters fits without glasses.
"""

from dataclasses import dataclass

from deals.prints.paper import MM, Box, Paper

MARGIN = 10 * MM
TALLEST_ROW = 35 * MM
MOST_HANDS = 8
BLANKS_A_PAGE = (1, 2)
CHART_HEIGHT = 36 * MM
CUT = 7 * MM  # between two blank pads of a page
POINTS_WIDTH = 20 * MM
STUB_WIDTH = 20.5 * MM
TRICKS_WIDTH = 14 * MM
CAPTION = 0.32  # share of a line of options that its captions take
BETWEEN = 2.0  # points between two options of a group
LEAST_GAP = 9.0  # points between two groups
MOST_GROWTH = 1.3


@dataclass(frozen=True, slots=True)
class Heights:
    """Heights in points of the parts of a pad other than its hands."""

    heading: float
    teams: float
    total: float
    winner: float
    correction: float
    signatures: float

    @property
    def together(self) -> float:
        return (
            self.heading + self.teams + self.total + self.winner + self.correction + self.signatures
        )


FULL = Heights(24 * MM, 24 * MM, 14 * MM, 10 * MM, 10 * MM, 14 * MM)
SMALL = Heights(7 * MM, 15 * MM, 10 * MM, 7 * MM, 0.0, 8 * MM)


@dataclass(frozen=True, slots=True)
class PadLayout:
    """The parts of one game's pad, from the top down; pairs are North-South, East-West."""

    heading: Box
    teams: tuple[Box, Box]
    rows: tuple[Box, ...]
    total: Box
    winner: Box
    correction: Box
    signatures: tuple[Box, Box]


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The parts of one hand's row, or of the total's row."""

    ns_points: Box
    stub: Box
    upper: Box
    lower: Box
    tricks: Box
    ew_points: Box


def page_area(paper: Paper) -> Box:
    """The page without its margins."""
    return Box(0, 0, paper.width, paper.height).inset(MARGIN)


def chart_box(paper: Paper) -> Box:
    """The chart's place at the foot of the page."""
    area = page_area(paper)
    return Box(area.x, area.y, area.width, CHART_HEIGHT)


def pad_layout(paper: Paper, hands: int) -> PadLayout:
    """Layout of a page that holds one game. Raises ValueError unless hands is 1 to 8."""
    if not 1 <= hands <= MOST_HANDS:
        raise ValueError(f"hands must be 1 to {MOST_HANDS}, got {hands}")
    area = page_area(paper)
    above = Box(area.x, area.y + CHART_HEIGHT, area.width, area.height - CHART_HEIGHT)
    return _layout(above, hands, FULL)


def blank_layouts(paper: Paper, per_page: int, hands: int = 4) -> tuple[PadLayout, ...]:
    """Layouts of a page of blank pads, top first. Raises ValueError unless 1 or 2 a page."""
    if per_page not in BLANKS_A_PAGE:
        raise ValueError(f"per_page must be 1 or 2, got {per_page}")
    if per_page == 1:
        return (pad_layout(paper, hands),)
    area = page_area(paper)
    height = (area.height - CHART_HEIGHT - CUT * per_page) / per_page
    return tuple(
        _layout(
            Box(area.x, area.top - height - k * (height + CUT), area.width, height), hands, SMALL
        )
        for k in range(per_page)
    )


def _layout(area: Box, hands: int, heights: Heights) -> PadLayout:
    row = min(TALLEST_ROW, (area.height - heights.together) / hands)
    edges = [heights.heading, heights.teams, *[row] * hands]
    edges += [heights.total, heights.winner, heights.correction, heights.signatures]
    bands = []
    top = area.top
    for height in edges:
        top -= height
        bands.append(Box(area.x, top, area.width, height))
    heading, teams, *rows, total, winner, correction, signatures = bands
    return PadLayout(
        heading, _halves(teams), tuple(rows), total, winner, correction, _halves(signatures)
    )


def _halves(box: Box) -> tuple[Box, Box]:
    half = box.width / 2
    return Box(box.x, box.y, half, box.height), Box(box.x + half, box.y, half, box.height)


def row_layout(row: Box) -> RowLayout:
    """Points at both edges, under their teams; between them what happened, on two lines."""
    ns_points = Box(row.x, row.y, POINTS_WIDTH, row.height)
    ew_points = Box(row.right - POINTS_WIDTH, row.y, POINTS_WIDTH, row.height)
    stub = Box(ns_points.right, row.y, STUB_WIDTH, row.height)
    tricks = Box(ew_points.x - TRICKS_WIDTH, row.y, TRICKS_WIDTH, row.height)
    pad = min(2.5 * MM, row.height * 0.05)
    facts = Box(stub.right, row.y, tricks.x - stub.right, row.height).inset(2 * MM, pad)
    half = facts.height / 2
    upper = Box(facts.x, facts.y + half, facts.width, half)
    return RowLayout(
        ns_points, stub, upper, Box(facts.x, facts.y, facts.width, half), tricks, ew_points
    )


@dataclass(frozen=True, slots=True)
class Option:
    """Something to cross or to write in; width in points."""

    label: str
    width: float
    shape: str = "box"  # "box", "circle" or "write"


@dataclass(frozen=True, slots=True)
class Group:
    """Options of which one is chosen, under a caption."""

    caption: str
    options: tuple[Option, ...]

    @property
    def width(self) -> float:
        return sum(option.width for option in self.options) + BETWEEN * (len(self.options) - 1)


PASSES = Group("Passes before Play", tuple(Option(str(n), 19) for n in range(4)))
ROUND_TWO = Group("or all four passed", (Option("Round Two", 66),))
STRENGTHS = Group("Strengths, 40 in all", tuple(Option(s, 32, "write") for s in "NESW"))
DECLARER = Group("Declarer", tuple(Option(s, 19, "circle") for s in "NESW"))
DECLARATION = Group("Declaration", (Option("Play", 33), Option("Ten", 29), Option("Seven", 38)))
TRUMP = Group("Trump", tuple(Option(c, 20) for c in ("R", "Y", "G", "B", "NT")))


def groups_of(deals_stored: bool) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """What the upper and the lower line of a hand ask for; strengths only for shuffled cards."""
    if deals_stored:
        return (PASSES, ROUND_TWO, DECLARER), (DECLARATION, TRUMP)
    return (PASSES, ROUND_TWO, STRENGTHS), (DECLARER, DECLARATION, TRUMP)


def place_groups(line: Box, groups: tuple[Group, ...]) -> list[tuple[Group, list[Box]]]:
    """Boxes of each group's options on a line, under room for the captions.

    Options grow by up to three tenths where the line has room to spare.
    """
    wanted = sum(group.width for group in groups)
    scale = min(MOST_GROWTH, (line.width - LEAST_GAP * (len(groups) - 1)) / wanted)
    gap = min(20.0, (line.width - scale * wanted) / (len(groups) - 1))
    caption = min(12.0, line.height * CAPTION)
    height = min(line.height - caption - 1, 25.0)
    y = line.top - caption - height
    placed, x = [], line.x
    for group in groups:
        boxes = []
        for option in group.options:
            boxes.append(Box(x, y, option.width * scale, height))
            x += (option.width + BETWEEN) * scale
        placed.append((group, boxes))
        x += gap - BETWEEN * scale
    return placed
