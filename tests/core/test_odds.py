"""Exact chances against the published counts of bridge mathematics."""

import json
from pathlib import Path

from deals.core import odds

VECTORS = Path(__file__).parent.parent / "vectors"


def vector(name, key="counts"):
    return json.loads((VECTORS / name).read_text())[key]


def test_patterns():
    rows = vector("hand_patterns.json", "patterns")
    expected = {tuple(map(int, row["pattern"].split("-"))): row["count"] for row in rows}
    assert odds.pattern_counts() == expected


def test_strengths():
    counts = {str(strength): count for strength, count in odds.strength_counts().items()}
    assert counts == vector("hand_strength.json")


def test_partners_strengths():
    counts = odds.partnership_strength_counts()
    assert {str(strength): count for strength, count in counts.items()} == vector(
        "partnership_strength.json"
    )


def test_lengths_of_a_colour():
    counts = {str(length): count for length, count in odds.colour_length_counts().items()}
    assert counts == vector("colour_length.json")


def test_colour_counts_add_up_to_all_hands():
    counts = odds.colour_count_counts()
    assert sum(counts.values()) == odds.HANDS == 635_013_559_600
    assert counts[13] == 4
    # 4-3-3-3, 4-4-3-2 and 4-4-4-1, from the published patterns
    assert counts[4] == 66_905_856_160 + 136_852_887_600 + 19_007_345_500
