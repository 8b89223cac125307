"""Filler phrases, which do not affect the answer: "has no mentor on record", "the oldest statute on the books"."""

from __future__ import annotations

import re

_IDLE = re.compile(
    r"\bon (?:record|file|(?:the|our|your) (?:books?|register|roster|system))(?=\s*(?:[,.;:?!)]|$))"
    r"|\b(?:(?:(?:that|which) )?(?:is|are) )?(?:(?:listed|recorded|stored|contained|present|available|included|found)"
    r" )?in (?:the|this|our|your) (?:whole |entire )?(?:database|dataset|data ?set|knowledge graph)"
    r"(?=\s*(?:[,.;:?!)]|$))"
    r"|^\W*(?i:(?:please )?(?:make|give|show|draw|build|create)(?: me| us)? a table (?:of|with|showing))\b"
    r"|\b(?:as|in) a table(?=\s*(?:[,.;:?!)]|$))"
    r"|^\W*(?:[Ii]['\u2019]?m|[Ii] am|[Jj]ust) (?:just )?(?:curious|wondering)\b(?: (?:but|about))?[,:;-]*"
    # Introductions before the question itself, and thanks after it.
    r"|^\W*(?i:(?:hello|hi|hey|good (?:morning|afternoon|evening)|please|sorry|(?:could|can|would|will) (?:you|someone)"
    r"|i['\u2019]?m|i['\u2019]d|i (?:am|want|need|would|have)|we['\u2019]d|we (?:want|need|would))\b[^?]*?"
    r"\b(?:find out|look up|work out|tell (?:me|us)|let (?:me|us) know|(?:like|want|need|love) to (?:know|find out)"
    r"|wondering|check))(?:,? please)?,?(?= (?:who|whom|whose|which|what|where|when|how)\b)"
    r"|^\W*(?i:(?:please )?(?:look|pull|bring) up\b(?: for (?:me|us))?)(?= (?:the|all|our|any|every)\b)"
    r"|,? (?:if you (?:don['\u2019]t|do not|wouldn['\u2019]t) mind|if (?:that is|that['\u2019]s|it is|it['\u2019]s) "
    r"(?:ok|okay|possible|alright|all right)|when you (?:can|have (?:time|a (?:moment|minute)))"
    r"|thanks|thank you|many thanks|cheers)(?: (?:a lot|so much|very much|in advance))?(?=\W*$)"
    r"|\b[Ii] mean\b,?|^\W*[Oo]ut of curiosity\b,?"
    r"|(?<=\w) how to [a-z]+(?=\W*$)"
    r"|,? \b(?:whatever|regardless of|no matter) (?:the|what|which) year\b(?: it was)?|\b(?:in|of) any year\b"
    r"|\bin the month(?= of\b)"
    r"|(?:(?<=since )|(?<=from )|(?<=before ))the (?:start|beginning) of\b(?= (?:the year )?\d)"
    r"|(?:(?<=until )|(?<=by )|(?<=after ))the end of\b(?= (?:the year )?\d)"
    r"|\bat (?:some|any) (?:point|time)(?: in (?:time|history|(?:his|her|their|its) (?:life|career)))?"
    r"(?=\s*(?:[,.?!)]|$))"
    # "How much does a bottle of X cost" asks for the cost of X.
    r"|(?:(?<=ow much does )|(?<=ow much do )|(?<=ow much is )|(?<=ow much was ))(?:a|an|one) [a-z]+ of\b"
    r"|\b(?i:only consider(?:ing)?|consider(?:ing)? only|counting only|only counting)\b"
    # The order of a list: "the towns, largest first".
    r"|,? (?:with )?(?:the )?(?:[a-z]{2,}est|most [a-z]+|best|worst|latest) (?:ones? )?first(?=\W*$)"
    r"|,? \b(?:past (?:and|or) present|present (?:and|or) past|(?:current|present) (?:and|or) former"
    r"|former (?:and|or) (?:current|present))\b"
    r"|\b(?:at least )?(?:partly|in part)\b|\bover the years\b"
    # The reason for asking: "..., I have to write to them".
    r"|(?<=\w), (?:because |as |since )?[Ii](?:['\u2019]m|['\u2019]d| am| have| need| want| must)(?: \w+)? to\b[^?]*"
    r"|\bas well(?=\W*$)"
    # The unit of a price or wage: "less than 22 an hour".
    r"|(?:(?<=\d)|(?<=\d euros)|(?<=\d pounds)|(?<=\d dollars)) (?:an?|per) (?:hour|day|night|week|month|year"
    r"|kilo|kilogram|litre|liter|piece|unit|person|head)\b"
    # What is not wanted: "give me the code instead of the name".
    r"|,? (?:instead of|rather than|and not|not) (?:(?:just|only) )?(?:the|their|its|a|his|her)? ?(?:full )?names?"
    r"(?=\s*(?:[,.;?!)]|$))"
    # "The heaviest part that we stock".
    r"|(?<=\w) (?:(?:that|which) )?(?:we|you) (?:currently )?(?:stock|sell|have|own|offer|carry|keep|hold|run)"
    r"(?=\W*$)"
    # "The towns that each one is in".
    r"|(?<=\w) (?:that |which )?each (?:one |of them )?(?:is|was|are|were|lies) (?:in|at|from|on)(?=\W*$)"
    # "So far" is redundant, as a graph has no future facts; so is "else" before "besides".
    r"|\b(?:so far|(?:up )?to date|up to now|until now)(?=\s*(?:[,.?!)]|$))"
    r"|(?:(?<=[Ww]ho )|(?<=[Ww]hat )|(?<=anyone )|(?<=anybody )|(?<=someone ))else\b"
    r"(?= (?:besides|except|apart from|aside from|other than)\b)"
    r"|\bas far as (?:we|you) know\b|\bthat (?:we|you) know (?:of|about)\b|\bif (?:any|at all)(?=\s*(?:[,.?!)]|$))"
)
# "The total of all of them together".
_SUMS = re.compile(r"\b(?:total|sum|add(?:ed)? up)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:put |taken |all )?together(?=\s*(?:[,.?!)]|$))")
# "Which films did Ann Lee and Bo Ray act in together": both of them did.
_OF_BOTH = re.compile(r"^\W*(?:[Ww]hich|[Ww]hat|[Hh]ow many)\b[^?]*?[A-Z][\w.'\u2019-]* and [A-Z]")
# "In common" adds nothing to "have a": both have it.
_COMMON = re.compile(
    r"(?P<said>\b(?:have|has|share) (?:an?|any|at least one|one|some) [a-z]+) in common(?=\W*$)"
)
# "Where are we holding the test" asks where the test is.
_WE_HOLD = re.compile(
    r"\b(?P<be>is|are|was|were) (?:we|they) (?:holding|having|putting on|hosting)\b(?= the\b)"
)
# "The largest sum of money" is an amount.
_MONEY = re.compile(r"\b(?:amounts?|sums?) of money\b", re.IGNORECASE)
# To "place an order" is to make one.
_ORDERS = re.compile(r"\b(?:orders?|bids?|bets?|bookings?|reservations?)\b", re.IGNORECASE)
_PLACED = re.compile(r"\b(?P<verb>place|places|placed|placing)\b(?! (?:at|in|on|\w+th|first|second|third)\b)")
_MADE = {"place": "make", "places": "makes", "placed": "made", "placing": "making"}
# Synonyms of "excluding".
_LEFT_OUT = re.compile(
    r"\b(?:leaving out|not counting|not including|leaving aside|setting aside)\b", re.IGNORECASE
)
# One word, with or without a hyphen.
_CO = re.compile(r"\b(co)-((?:star|actor)s?)\b", re.IGNORECASE)


def without_fillers(question: str) -> str:
    """Return the question with filler phrases blanked out, so that everything else keeps its position.

    Most are matched in lower case only: "On File" may be a name. "Co-stars" becomes one word, so that it stays one
    token.
    """
    left = _IDLE.sub(_blank, question)
    left = _TOGETHER.sub(_blank, left) if _SUMS.search(left) or _OF_BOTH.match(left) else left
    left = _COMMON.sub(lambda match: match["said"].ljust(len(match[0])), left)
    left = _WE_HOLD.sub(lambda match: match["be"].ljust(len(match[0])), left)
    if _ORDERS.search(left):
        left = _PLACED.sub(lambda match: _MADE[match["verb"]].ljust(len(match[0])), left)
    left = _LEFT_OUT.sub(lambda match: "excluding".ljust(len(match[0])), left)
    left = _MONEY.sub(lambda match: "amount".ljust(len(match[0])), left)
    return _CO.sub(r"\1\2 ", left)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
