"""The formats as the form of a night sees them."""

import re
from pathlib import Path

import pytest

from clubmanager.nights.core.formats import FORMATS, get_format, stationary_keys
from clubmanager.nights.core.movement import MovementError, check

SIZES = [
    pytest.param(key, count, id=f"{key} of {count}")
    for key, counts in {
        "round_robin": range(4, 15),
        "social": [*range(4, 31), 199, 200],
        "mitchell": [*range(5, 41), 199, 200],
        "howell": range(3, 21),
        "individual": range(4, 53),
        "team_round_robin": range(4, 17),
    }.items()
    for count in counts
]


@pytest.mark.parametrize(("key", "count"), SIZES)
def test_the_first_and_last_number_of_rounds_offered_can_be_built(key, count):
    chosen = get_format(key)
    offered = chosen.rounds_offered(count)
    for rounds in {offered[0], offered[-1]}:
        movement = chosen.build(count, rounds=rounds, seed=b"seed")
        assert len(movement.rounds) == rounds
        assert movement.format == key
        assert check(movement) == []


@pytest.mark.parametrize(("key", "count"), SIZES)
def test_entries_are_numbered_as_the_movement_names_them(key, count):
    chosen = get_format(key)
    keys = chosen.number_entries(count)
    assert len(keys) == count
    assert set(keys) == set(chosen.build(count, rounds=1, seed=b"seed").entries)
    assert {line for line, _ in keys} == set(chosen.lines)


DRAWN = [
    pytest.param(key, count, id=f"{key} of {count}")
    for key, counts in {
        "swiss": [*range(4, 41), 199, 200],
        "team_swiss": [*range(4, 21), 99, 100],
        "knockout": [*range(2, 34), 127, 128],
        "team_knockout": [*range(2, 20), 99, 100],
    }.items()
    for count in counts
]


@pytest.mark.parametrize(("key", "count"), DRAWN)
def test_a_format_drawn_round_by_round_starts_with_round_1(key, count):
    chosen = get_format(key)
    movement = chosen.build(count, seed=b"seed")
    assert (chosen.drawn, movement.format, len(movement.rounds)) == ("round by round", key, 1)
    assert check(movement) == []
    assert set(movement.entries) == set(chosen.number_entries(count))


def test_a_format_drawn_all_at_once_has_no_next_round():
    chosen = get_format("howell")
    with pytest.raises(MovementError, match="format must be round by round, got 'all at once'"):
        chosen.draw_next(chosen.build(8))


@pytest.mark.parametrize("key", ["round_robin", "mitchell", "howell"])
@pytest.mark.parametrize("count", [5, 7, 9, 11, 13])
def test_one_pair_more_has_the_same_meetings_so_that_a_late_pair_can_step_in(key, count):
    chosen = get_format(key)
    options = {"kind": "plain"} if key == "mitchell" and (count + 1) // 2 % 2 else {}
    odd = chosen.build(count, options=options)
    even = chosen.build(count + 1, options=options)
    (late,) = set(even.entries) - set(odd.entries)
    without_late = [[s for s in tables if late not in s.entries] for tables in even.rounds]
    assert [sorted(s.entries for s in tables) for tables in without_late] == [
        sorted(s.entries for s in tables) for tables in odd.rounds
    ]


@pytest.mark.parametrize(
    ("key", "count", "first", "last"),
    [
        pytest.param("round_robin", 8, 1, 7, id="8 pairs"),
        pytest.param("round_robin", 9, 1, 9, id="9 pairs"),
        pytest.param("social", 10, 1, 12, id="10 players"),
        pytest.param("social", 16, 1, 15, id="16 players, whist table"),
        pytest.param("mitchell", 14, 1, 7, id="7 tables"),
        pytest.param("mitchell", 13, 1, 7, id="6 and a half tables"),
        pytest.param("mitchell", 16, 1, 7, id="8 tables with a skip"),
        pytest.param("howell", 8, 1, 7, id="Howell, 4 tables"),
        pytest.param("howell", 7, 1, 7, id="Howell, 3 and a half tables"),
        pytest.param("swiss", 25, 1, 12, id="Swiss of 25: half the field"),
        pytest.param("knockout", 9, 1, 4, id="knockout of 9"),
        pytest.param("individual", 28, 1, 7, id="rainbow of 7 tables"),
        pytest.param("individual", 22, 1, 12, id="individual by draw"),
        pytest.param("team_round_robin", 7, 1, 6, id="7 teams with triangles"),
    ],
)
def test_rounds_offered(key, count, first, last):
    offered = get_format(key).rounds_offered(count)
    assert (offered[0], offered[-1]) == (first, last)


def test_a_relay_offers_one_round_more_than_a_skip():
    assert get_format("mitchell").rounds_offered(16, {"kind": "relay"})[-1] == 8


@pytest.mark.parametrize(
    ("key", "count", "options", "still", "seat"),
    [
        pytest.param("howell", 8, {}, 2, ("", 8), id="Howell: the last pair"),
        pytest.param("individual", 28, {}, 20, ("", 1), id="rainbow: a North"),
        pytest.param("individual", 16, {}, 0, ("", 16), id="whist table: the last player"),
        pytest.param("mitchell", 13, {"odd": "rover"}, 12, ("NS", 1), id="not the rover"),
    ],
)
def test_who_sits_still_gets_a_seat_that_stays(key, count, options, still, seat):
    chosen = get_format(key)
    keys = chosen.number_entries(count, frozenset({still}), options)
    assert keys[still] == seat
    assert len(set(keys)) == count
    movement = chosen.build(count, options=options, stationary=frozenset({seat}))
    mine = {
        (s.table, [place.entry for place in s.places].index(seat))
        for s in movement.sittings()
        if seat in s.entries
    }
    assert len(mine) == 1
    assert not [note for note in movement.notes if "cannot keep" in note]


def test_the_short_line_can_be_chosen():
    chosen = get_format("mitchell")
    lines = [line for line, _ in chosen.number_entries(7, options={"short_line": "NS"})]
    assert (lines.count("NS"), lines.count("EW")) == (3, 4)
    assert ("NS", 4) not in chosen.build(7, options={"short_line": "NS"}).entries


def test_contestants_alternate_between_the_lines():
    assert get_format("mitchell").number_entries(5) == (
        ("NS", 1),
        ("EW", 1),
        ("NS", 2),
        ("EW", 2),
        ("NS", 3),
    )


def test_those_who_sit_still_go_north_south():
    keys = get_format("mitchell").number_entries(6, frozenset({1, 3, 5}))
    assert keys == (("EW", 1), ("NS", 1), ("EW", 2), ("NS", 2), ("EW", 3), ("NS", 3))


def test_more_who_sit_still_than_north_south_holds_is_noted():
    chosen = get_format("mitchell")
    still = frozenset({0, 1, 2, 3})
    keys = chosen.number_entries(6, still)
    movement = chosen.build(6, stationary=stationary_keys(keys, still))
    assert movement.notes[-1] == "East-West 1 cannot keep a seat: only North-South stay."


@pytest.mark.parametrize("key", ["round_robin", "social"])
def test_a_seat_that_stays_is_passed_on(key):
    movement = get_format(key).build(8, seed=b"seed", stationary=frozenset({("", 5)}))
    mine = [s for s in movement.sittings() if ("", 5) in s.entries]
    assert {(s.table, s.n.entry) for s in mine} == {(1, ("", 5))}


def test_the_chapter_on_movements_lists_every_format_with_its_sizes():
    chapter = (Path(__file__).parents[2] / "docs" / "movements.md").read_text()
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \| ([\w ]+) \| (\d+) to (\d+)[^|]* \| ([\w ]+) \|$",
                      chapter, re.MULTILINE)  # fmt: skip
    assert {key: (who.split()[0], int(least), int(most), drawn)
            for key, who, least, most, drawn in rows} == {
        one.key: (one.contestants, one.least, one.most, one.drawn) for one in FORMATS.values()
    }  # fmt: skip


def test_every_format_explains_itself_to_a_form():
    for key, chosen in FORMATS.items():
        assert chosen.key == key
        assert chosen.label
        assert chosen.contestants in ("pairs", "players", "teams")
        assert chosen.drawn in ("all at once", "round by round")
        assert all(values for values in chosen.options.values())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        pytest.param(
            lambda: get_format("howel"),
            "format must be 'round_robin' or 'mitchell' or 'howell' or 'swiss' or 'knockout' or "
            "'social' or 'individual' or 'team_round_robin' or 'team_swiss' or 'team_knockout', "
            "got 'howel'",
            id="unknown format",
        ),
        pytest.param(
            lambda: get_format("round_robin").build(3), "pairs must be 4 to 14, got 3", id="3 pairs"
        ),
        pytest.param(
            lambda: get_format("social").build(3, seed=b""),
            "players must be 4 to 200, got 3",
            id="3 players",
        ),
        pytest.param(
            lambda: get_format("social").build(8, rounds=0, seed=b""),
            "rounds must be 1 to 24, got 0",
            id="no rounds",
        ),
        pytest.param(
            lambda: get_format("mitchell").build(4), "pairs must be 5 to 200, got 4", id="2 tables"
        ),
        pytest.param(
            lambda: get_format("mitchell").build(6, options={"kind": "howell"}),
            "kind must be 'auto' or 'plain' or 'skip' or 'relay', got 'howell'",
            id="unknown kind",
        ),
        pytest.param(
            lambda: get_format("mitchell").build(6, options={"kind": "skip"}),
            "kind must be plain at 3 tables, got 'skip'",
            id="a skip at three tables",
        ),
        pytest.param(
            lambda: get_format("mitchell").rounds_offered(11, {"odd": "rover"}),
            "tables under a rover must be 6 to 15, got 5",
            id="a rover at five tables",
        ),
        pytest.param(
            lambda: get_format("mitchell").build(13, options={"odd": "rover", "kind": "skip"}),
            "kind must be relay under a rover at 6 tables, got 'skip'",
            id="a rover over a skip",
        ),
        pytest.param(
            lambda: get_format("individual").rounds_offered(10, {"kind": "whist"}),
            "kind must be draw with 10 players, got 'whist'",
            id="no whist table of ten",
        ),
        pytest.param(
            lambda: get_format("swiss").build(12, rounds=7),
            "rounds must be 1 to 6, got 7",
            id="a Swiss longer than half the field",
        ),
        pytest.param(
            lambda: get_format("social").build(8, options={"kind": "skip"}, seed=b""),
            "option must be left out, got 'kind'",
            id="option of another format",
        ),
        pytest.param(
            lambda: get_format("social").number_entries(8, frozenset({8})),
            "sits_still must be 0 to 7, got 8",
            id="index out of range",
        ),
    ],
)
def test_what_cannot_be_built_is_refused(call, message):
    with pytest.raises(MovementError) as error:
        call()
    assert str(error.value) == message
