"""Past participles: "win" gives "won"."""

from __future__ import annotations

_IRREGULAR = {
    "win": "won", "lose": "lost", "sell": "sold", "send": "sent", "pay": "paid", "hold": "held", "break": "broken",
    "withdraw": "withdrawn", "choose": "chosen", "write": "written", "build": "built", "buy": "bought", "keep": "kept",
    "leave": "left", "lend": "lent", "make": "made", "find": "found", "give": "given", "take": "taken", "draw": "drawn",
    "steal": "stolen", "settle": "settled", "ship": "shipped", "cancel": "cancelled", "drop": "dropped",
    "stop": "stopped",
}  # fmt: skip


def participle(verb: str) -> str:
    """Return the past participle of a verb in its base form."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}ed"
