"""All 2,940 cells of Law 77, their terms in words, and a board as it is recorded."""

import json
from pathlib import Path

import pytest

from deals.core.cards import Seat, Side
from scoring.core.contract import Contract, Denomination, Doubling
from scoring.core.duplicate import (
    bonus_term,
    contract_terms,
    duplicate_points,
    duplicate_terms,
    net_points,
)
from scoring.core.game import score_game
from scoring.core.registry import get_ruleset
from scoring.core.ruleset import HandContext, RuleError

VECTORS = Path(__file__).parents[1] / "vectors" / "duplicate_scores.json"
CELLS = json.loads(VECTORS.read_text("utf-8"))["rows"]
RULES = get_ruleset("duplicate")


def contract_of(cell):
    doubled = ("", "X", "XX")[cell["dbl"]]
    return Contract.parse(f"{cell['level']}{cell['strain']}{doubled}", Seat.E)


def test_every_cell_of_the_law_is_as_published():
    assert len(CELLS) == 2940
    wrong = [
        cell
        for cell in CELLS
        if duplicate_points(contract_of(cell), cell["tricks"], cell["vul"]) != cell["score"]
    ]
    assert wrong == []


def test_rubber_terms_are_duplicates_less_the_bonus_for_game_or_part_score_in_every_cell():
    for cell in CELLS:
        contract = contract_of(cell)
        bonus = bonus_term(contract, cell["vul"]).points
        if cell["tricks"] < contract.target:
            bonus = 0
        rubber = net_points(contract_terms(contract, cell["tricks"], cell["vul"]), Side.EW)
        assert rubber == cell["score"] - bonus, cell


def test_an_independent_library_agrees_on_every_contract():
    endplay = pytest.importorskip(
        "endplay.types", reason="the double-dummy extra is not installed", exc_type=ImportError
    )
    denominations = {
        Denomination.SPADES: endplay.Denom.spades,
        Denomination.HEARTS: endplay.Denom.hearts,
        Denomination.DIAMONDS: endplay.Denom.diamonds,
        Denomination.CLUBS: endplay.Denom.clubs,
        Denomination.NOTRUMP: endplay.Denom.nt,
    }
    penalties = {
        Doubling.UNDOUBLED: endplay.Penalty.passed,
        Doubling.DOUBLED: endplay.Penalty.doubled,
        Doubling.REDOUBLED: endplay.Penalty.redoubled,
    }
    for cell in CELLS:
        ours = contract_of(cell)
        theirs = endplay.Contract(
            level=ours.level,
            denom=denominations[ours.denomination],
            declarer=endplay.Player.north,
            penalty=penalties[ours.doubling],
            result=cell["tricks"] - ours.target,
        )
        vulnerable = endplay.Vul.both if cell["vul"] else endplay.Vul.none
        points = duplicate_points(ours, cell["tricks"], cell["vul"])
        assert theirs.score(vulnerable) == points, cell


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "terms"),
    [
        pytest.param(
            "3NTX",
            10,
            True,
            [(200, "trick points"), (500, "game"), (50, "insult"), (200, "overtrick")],
            id="3NT doubled with an overtrick",
        ),
        pytest.param(
            "6S", 13, False,
            [(180, "trick points"), (300, "game"), (500, "small slam"), (30, "overtrick")],
            id="small slam",
        ),
        pytest.param(
            "2C", 11, False, [(40, "trick points"), (50, "part-score"), (60, "three overtricks")],
            id="part-score",
        ),
        pytest.param("4S", 7, True, [(300, "three undertricks")], id="three down"),
        pytest.param(
            "4SX", 5, False,
            [
                (100, "first undertrick"),
                (400, "second and third undertrick"),
                (600, "two further undertricks"),
            ],
            id="five down doubled",
        ),
    ],
)  # fmt: skip
def test_every_term_of_a_score_is_named(contract, tricks, vulnerable, terms):
    found = duplicate_terms(Contract.parse(contract, Seat.N), tricks, vulnerable)
    assert [(term.points, term.reason) for term in found] == terms


def duplicate(*deals, **more):
    return score_game({"game": "duplicate", "deals": [*deals], **more})


def test_a_board_number_fixes_dealer_and_vulnerability():
    scored = duplicate({"contract": "4SX", "declarer": "N", "tricks": 9, "board": 7})
    # Board 7: South deals, all are vulnerable.
    assert scored["deals"] == [
        {
            "dealer": "S",
            "declarer": "N",
            "made": False,
            "ns_points": 0,
            "ew_points": 200,
            "vulnerable": "All",
            "contract": "4SX",
            "tricks": 9,
            "terms": [{"side": "EW", "points": 200, "for": "first undertrick", "line": "above"}],
            "explained": "4S doubled, vulnerable, 9 tricks: "
            "200 first undertrick = 200 to the defenders",
        }
    ]
    assert (scored["totals"], scored["winner"]) == ({"NS": 0, "EW": 200}, "EW")


def test_boards_without_a_number_are_counted_from_one():
    scored = duplicate(*[{"contract": "1NT", "declarer": "E", "tricks": 7}] * 4)
    assert [deal["vulnerable"] for deal in scored["deals"]] == ["None", "NS", "EW", "All"]
    assert [deal["dealer"] for deal in scored["deals"]] == ["N", "E", "S", "W"]


def test_a_passed_out_board_scores_nothing_and_counts():
    scored = duplicate({"passed_out": True}, {"auction": "P P P P"})
    assert [(deal["ns_points"], deal["ew_points"]) for deal in scored["deals"]] == [(0, 0)] * 2
    assert (scored["winner"], scored["decided_by"]) == (None, "draw")


def test_the_auctions_declarer_follows_from_the_boards_dealer():
    scored = duplicate({"auction": "P 1H P 4H P P P", "tricks": 10, "board": 2})
    assert (scored["deals"][0]["dealer"], scored["deals"][0]["declarer"]) == ("E", "S")


def test_an_adjustment_shows_the_deal_as_played_and_as_ruled():
    deal = duplicate(
        {
            "contract": "4S",
            "declarer": "S",
            "tricks": 10,
            "adjustment": {"to": "EW", "tricks": 2, "reason": "revoke in trick 9"},
        }
    )["deals"][0]
    assert (deal["ns_points"], deal["ew_points"], deal["made"]) == (0, 100, False)
    assert deal["adjusted"] == {
        "reason": "revoke in trick 9",
        "tricks_as_played": 10,
        "tricks_as_ruled": 8,
        "explained_as_played": "4S, not vulnerable, 10 tricks: 120 trick points, 300 game = 420",
    }


@pytest.mark.parametrize(
    ("facts", "tricks", "sentence"),
    [
        pytest.param(
            {"contract": "4SX", "declarer": "N"}, 9,
            "North, 4S doubled, 9 tricks, one down: 100 points to East and West.", id="down",
        ),
        pytest.param(
            {"contract": "3NT", "declarer": "W"}, 10,
            "West, 3NT, 10 tricks, made with one overtrick: 430 points to East and West.",
            id="made",
        ),
        pytest.param({"passed_out": True}, None, "Passed out: no points.", id="passed out"),
        pytest.param(
            {
                "contract": "4S",
                "declarer": "S",
                "adjustment": {"to": "EW", "tricks": 1, "reason": "revoke"},
            },
            10,
            "South, 4S, 10 tricks as played, 9 tricks as ruled (revoke), one down: "
            "50 points to East and West.",
            id="ruled",
        ),
    ],
)  # fmt: skip
def test_a_sentence_says_what_happened(facts, tricks, sentence):
    parsed = RULES.parse_facts(facts)
    score = RULES.score_hand(parsed, tricks, HandContext(Seat.N))
    assert RULES.describe(parsed, tricks, score) == sentence
    assert RULES.parse_facts(RULES.dump_facts(parsed)) == parsed


DOWN = {"contract": "4SX", "declarer": "N", "tricks": 9}
REVOKE = {"to": "EW", "tricks": 2, "reason": "revoke"}


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        pytest.param(DOWN | {"tricks": 14}, "tricks must be 0 to 13, got 14", id="14 tricks"),
        pytest.param(DOWN | {"tricks": None}, "tricks must be 0 to 13, got nothing", id="none"),
        pytest.param(DOWN | {"contract": "8S"}, "level must be 1 to 7", id="eight"),
        pytest.param(DOWN | {"declarer": "Q"}, "declarer must be one of N, E, S, W", id="who"),
        pytest.param({"contract": "4S", "tricks": 9}, "declarer must be one of", id="nobody"),
        pytest.param(DOWN | {"honours": {"N": 100}}, "honours must be left out", id="honours"),
        pytest.param({"passed_out": True, "tricks": 3}, "tricks must be left out", id="passed out"),
        pytest.param({"passed_out": 1}, "passed_out must be true or false", id="no flag"),
        pytest.param({}, "deal must be contract, auction or passed_out", id="nothing"),
        pytest.param(DOWN | {"passed_out": True}, "deal must be contract, auction", id="both"),
        pytest.param(
            {"auction": "1S P P P", "declarer": "E", "tricks": 9},
            "declarer must be left out beside auction",
            id="declarer beside an auction",
        ),
        pytest.param(DOWN | {"board": 0}, "board must be a whole number from 1", id="board 0"),
        pytest.param(
            DOWN | {"adjustment": REVOKE | {"tricks": 10}},
            "adjustment tricks must be no more tricks than the other side won",
            id="more than were won",
        ),
        pytest.param(
            DOWN | {"adjustment": REVOKE | {"reason": " "}},
            "adjustment reason must be given",
            id="without a reason",
        ),
        pytest.param(
            DOWN | {"adjustment": REVOKE | {"tricks": 0}},
            "adjustment tricks must be a whole number from 1 to 13",
            id="no tricks",
        ),
    ],
)
def test_what_the_law_does_not_know_is_refused(deal, message):
    with pytest.raises(RuleError) as refused:
        duplicate({"passed_out": True}, deal)
    assert str(refused.value).startswith(f"deal 2: {message}")


def test_another_boards_number_is_refused_at_a_stored_board():
    facts = RULES.parse_facts({"contract": "1C", "declarer": "N", "board": 5})
    with pytest.raises(RuleError, match="board must be the board of this hand, got 5"):
        RULES.score_hand(facts, 7, HandContext(Seat.N, number=3, board=True))


def test_a_stored_boards_own_vulnerability_counts():
    facts = RULES.parse_facts({"contract": "4S", "declarer": "N"})
    stored = HandContext(Seat.N, number=1, board=True, vulnerable=frozenset({Side.NS}))
    assert RULES.score_hand(facts, 10, stored).ns_points == 620
