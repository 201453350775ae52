"""Deals of algorithm "1", derived anew from docs/dealing.md. It imports nothing of the project.

usage: derive_deals.py FILE    FILE: [{"description", "secret", "later_value"}, ...] as JSON
"""

import hashlib
import hmac
import json
import sys
from math import comb

CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
N = 53644737765488792839237440000


def pick(pack, x):
    places = []
    for k in range(13, 0, -1):
        p = max(p for p in range(len(pack)) if comb(p, k) <= x)
        x -= comb(p, k)
        places.append(p)
    return [pack[p] for p in sorted(places)], [c for p, c in enumerate(pack) if p not in places]


def deal(key, board):
    counter, x = 0, N
    while x >= N:
        block = hmac.new(key, bytes.fromhex(f"{board:08x}{counter // 2:08x}"), "sha256").hexdigest()
        x = int(block[24 * (counter % 2) :][:24], 16)
        counter += 1
    north, pack = pick(CARDS, x // (comb(39, 13) * comb(26, 13)))
    east, pack = pick(pack, x // comb(26, 13) % comb(39, 13))
    south, west = pick(pack, x % comb(26, 13))
    hands = [
        ".".join("".join(c[1] for c in hand if c[0] == suit) for suit in "SHDC")
        for hand in (north, east, south, west)
    ]
    return "N:" + " ".join(hands)


def derive(case):
    d, secret = case["description"], bytes.fromhex(case["secret"])
    text = json.dumps(d, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    key = hmac.new(secret, text + b"\0" + case["later_value"].encode(), "sha256").digest()
    first, count = d["boards"]["first"], d["boards"]["count"]
    return {
        "commitment": hashlib.sha256(b"sealed deal set, algorithm 1\n" + text + secret).hexdigest(),
        "deals": {str(b): deal(key, b) for b in range(first, first + count)},
    }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump([derive(case) for case in json.load(file)], sys.stdout, indent=1)
