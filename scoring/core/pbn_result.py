"""A scored board as PBN tags. Source: PBN 2.1, tags Declarer, Contract, Result and Score."""

from __future__ import annotations

from scoring.core.contract import Contract


def result_tags(contract: Contract | None, tricks: int | None, ns_net: int) -> dict[str, str]:
    """Return the tags Declarer, Contract, Result and Score, in the order in which PBN has them.

    A passed-out board has the contract "Pass", an empty declarer and an empty result. `ns_net`
    are North-South's points less East-West's.
    """
    return {
        "Declarer": contract.declarer.value if contract else "",
        "Contract": contract.text if contract else "Pass",
        "Result": str(tricks) if contract and tricks is not None else "",
        "Score": f"NS {ns_net}",
    }
