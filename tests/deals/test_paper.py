"""Paper: sizes, fonts for every script, text that stays in its place."""

import pytest

from deals.prints.paper import (
    A4,
    BOLD,
    COLOUR_SIGNS,
    FALLBACK,
    FONT_FILES,
    FONTS,
    LETTER,
    REGULAR,
    fit,
    fit_lines,
    isolate,
    line_of,
    paper_named,
    text_width,
    wrap,
)

SIXTY = "Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of Wem"


def drawn(text: str, bold: bool = False) -> str:
    return "".join(run for _, run in line_of(text, bold).runs)


@pytest.mark.parametrize(
    ("name", "paper"),
    [pytest.param("A4", A4, id="A4"), pytest.param("letter", LETTER, id="letter in lower case")],
)
def test_paper_is_found_by_name(name, paper):
    assert paper_named(name) is paper


def test_another_paper_is_refused_with_what_is_allowed():
    with pytest.raises(ValueError, match="paper must be A4 or Letter, got 'A5'"):
        paper_named("A5")


def test_sizes_are_those_of_the_standards():
    assert (round(A4.width, 2), round(A4.height, 2)) == (595.28, 841.89)
    assert (LETTER.width, LETTER.height) == (612, 792)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Łucja Żak", "Łucja Żak", id="Polish"),
        pytest.param("Дмитрий", "Дмитрий", id="Cyrillic"),
        pytest.param("Ελένη", "Ελένη", id="Greek"),
        pytest.param("王小明", "王小明", id="Chinese"),
        pytest.param("e\u0301t\u00e9", "\u00e9t\u00e9", id="decomposed letters are composed"),
        pytest.param("שרה", "הרש", id="Hebrew runs from the right"),
        pytest.param("שרה (לוי)", "(יול) הרש", id="brackets are mirrored"),
        pytest.param("\u0645\u062d", "\ufea2\ufee3", id="Arabic letters are joined"),
        pytest.param("a\u0000b\u200bc\td", "abc d", id="control characters vanish"),
        pytest.param("x\U000f0000y", "x\ufffdy", id="a letter that no font has"),
    ],
)
def test_every_script_is_drawn(text, expected):
    assert drawn(text) == expected
    assert drawn(text, bold=True) == expected


def test_isolated_names_keep_their_own_direction():
    line = f"{isolate('王小明')} & {isolate('שרה (לוי)')}"
    assert drawn(line) == "王小明 & (יול) הרש"


def test_runs_change_font_only_where_a_letter_is_missing():
    assert line_of("Li 王小明 OK").runs == (
        (REGULAR, "Li "),
        (FALLBACK, "王小明"),
        (REGULAR, " OK"),
    )
    assert line_of("Li 王", bold=True).runs == ((BOLD, "Li "), (FALLBACK, "王"))


def test_a_name_shrinks_until_it_fits():
    fitted = fit(SIXTY, 13.0, 250.0)
    assert 5.0 <= fitted.size < 13.0
    assert fitted.width <= 250.001


def test_a_short_name_keeps_its_size():
    assert fit("Anna Berg", 13.0, 250.0).size == 13.0


def test_what_cannot_shrink_enough_is_shortened_with_an_ellipsis():
    fitted = fit(SIXTY, 13.0, 60.0, False, 8.0)
    assert fitted.size == 8.0
    assert fitted.width <= 60.001
    assert fitted.line.runs[0][1].endswith("\u2026")


def test_a_long_name_takes_two_lines_before_it_gets_small():
    lines = fit_lines(SIXTY, 13.0, 200.0)
    assert len(lines) == 2
    assert all(line.size == 9.0 and line.width <= 200.001 for line in lines)


@pytest.mark.parametrize("text", [SIXTY, "W" * 200, "王" * 80, "a b c " * 40])
@pytest.mark.parametrize("width", [20.0, 90.0, 300.0])
def test_no_wrapped_line_is_wider_than_its_column(text, width):
    lines = wrap(text, 12.0, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(text_width(line, 12.0) <= width for line in lines)


def test_a_long_word_breaks_after_its_hyphen():
    width = text_width("Featherstonehaugh-Chol", 18.0)
    assert wrap("Featherstonehaugh-Cholmondeley", 18.0, width)[0] == "Featherstonehaugh-"


def test_colours_have_letters_and_four_different_shapes():
    assert "".join(sign.letter for sign in COLOUR_SIGNS.values()) == "RYGB"
    assert [drawn(sign.shape) for sign in COLOUR_SIGNS.values()] == ["♥", "♦", "♣", "♠"]


def test_fonts_come_with_their_licences():
    assert {path.name for path in FONTS.iterdir()} == {
        *FONT_FILES.values(),
        "LICENSE-DejaVu.txt",
        "LICENSE-Droid.txt",
    }
