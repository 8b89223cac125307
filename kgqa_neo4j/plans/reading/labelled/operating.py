"""Detects the operations of a question: comparing, counting, averaging, grouping, sorting, limiting."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.language.query import Summary
from kgqa_neo4j.plans.reading.labelled.spots import Token
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS
from kgqa_neo4j.question.operations.degrees import degrees_of
from kgqa_neo4j.question.operations.numbers import small_number
from kgqa_neo4j.question.value_constraints import degree_of

_COMPARISONS: tuple[tuple[Comparison, str], ...] = (
    (
        Comparison.AT_LEAST,
        r"(?:greater|more|higher|larger) than or equal to|at least|no less than|not less than|a minimum of|from|>=|"
        r"on or after",
    ),
    (
        Comparison.AT_MOST,
        r"(?:less|fewer|lower|smaller) than or equal to|at most|no more than|not more than|a maximum of|up to|<=|"
        r"on or before",
    ),
    (
        Comparison.UNEQUAL,
        r"not equal to|different from|other than|is not|are not|isn't|aren't|not|except(?: for)?|but not|excluding|"
        r"outside(?: of)?|not (?:in|from)|besides|apart from|aside from|"
        r"(?:(?:has|have|had) (?:not|never)|(?:has|have|had)n['\u2019]t) (?:yet )?been(?!\s+to\b)",
    ),
    (
        Comparison.GREATER,
        r"(?:greater|more|higher|larger|bigger|longer|taller|heavier|older|later|better|newer|faster|richer|"
        r"wealthier|deeper|wider|broader|costlier|busier|stronger) than|over|above|"
        r"exceed(?:s|ing)?|beyond|after|since|>",
    ),
    (
        Comparison.LESS,
        r"(?:less|fewer|lower|smaller|shorter|lighter|younger|earlier|cheaper|worse|slower|poorer|narrower|"
        r"weaker) than|under|below|before|<",
    ),
    (Comparison.CONTAINS, r"contain(?:s|ing)?|includ(?:es?|ing)|with the word|has the word|having the word"),
    (Comparison.STARTS, r"(?:start|begin)(?:s|ing)? with|that starts with"),
    (Comparison.ENDS, r"end(?:s|ing)? (?:with|in)"),
    (
        Comparison.EQUAL,
        r"equal to|equals|exactly|is|are|was|were|of|as|=|named|called|titled|in|on|at|with|by|from",
    ),
)
_FILLER = r"(?:\s+(?:the|a|an|value|values?|of|year|date|than|to|by|string|word|text|number|is|just|name))*"
_BEHIND = [
    (one, re.compile(rf"(?<![\w])(?:{text}){_FILLER}\s*[:$€£]?\s*$", re.I)) for one, text in _COMPARISONS
]
_OR_MORE = re.compile(
    r"^\s+(?:[a-z]+\s+)?or\s+(?:(?P<more>more|over|above|higher|greater|later|after|"
    r"longer)|(?:less|fewer|under|below|lower|earlier|before|shorter))\b",
    re.I,
)
# "More seats than".
_MORE_OF = re.compile(
    r"\b(?:(?P<less>less|fewer|lower|smaller|shorter|worse)|more|greater|higher|larger|bigger|longer|better)\s+"
    r"(?:[\w-]+\s+){1,4}than(?:\s+(?:the|that of))?\s*$",
    re.I,
)
_WITHIN = re.compile(r"^\W*in (?:its|their|the|his|her)\b", re.I)
_BETWEEN = re.compile(r"\b(?:between|from)\s+\W?$", re.I)

_COUNT = re.compile(
    r"\b(?:how many|(?:the )?(?:total |overall )?(?:number|count|headcount|tally) of(?: times)?|"
    r"with (?:the )?(?:numbers|counts)(?=\W*$)|count(?: of|"
    r" the(?: number of)?)?)\b(?P<distinct> (?:all )?(?:the )?(?:different|distinct|"
    r"unique))?",
    re.I,
)
_FUNCTIONS: tuple[tuple[Summary, re.Pattern[str]], ...] = (
    (Summary.AVERAGE, re.compile(r"\b(?:on average|averages?|mean|avg)\b", re.I)),
    (
        Summary.SUM,
        re.compile(
            r"\b(?:sum(?: of)?|total(?: sum(?: of)?)?|combined|altogether|all told|how much|"
            r"add(?:ed|ing)? up|sum(?:med|ming)? up)\b",
            re.I,
        ),
    ),
    (
        Summary.MAXIMUM,
        re.compile(
            r"\b(?:maximum|max|highest|largest|greatest|biggest|longest|latest|most recent(?:ly)?|"
            r"tallest|heaviest|oldest|newest|fastest|most expensive|richest|deepest|top)\b",
            re.I,
        ),
    ),
    (
        Summary.MINIMUM,
        re.compile(
            r"\b(?:minimum|min|lowest|smallest|(?<!at )least|earliest|shortest|lightest|youngest|slowest|cheapest)\b",
            re.I,
        ),
    ),
)
_MOST = re.compile(
    r"\b(?P<most>(?<!at )most(?! recently\b)|highest number of|largest number of|greatest number of|"
    r"maximum number of)\b|\b(?:fewest|(?<!at )least|lowest number of|"
    r"smallest number of|minimum number of)\b",
    re.I,
)
# Superlatives whose measure is listed, or known from their stem.
_ANY_MOST = re.compile(
    r"\b(?:(?:most|least) (?:expensive|costly|popular|profitable|productive|powerful|visited)|"
    r"(?:best|worst) attended|best|worst|[a-z]{2,}iest|"
    r"(?:hott|warm|cold|cool|strong|weak|thick|thinn|bright|loud|hard|steep|clos|near|dens|poor|wett|larg|dri)est)\b",
    re.I,
)
_GROUP = re.compile(
    r"\b(?:(?:for |of |in |by |from )?each(?! other\b)|for every|per(?! (?:hour|minute|second)\b)|every|"
    r"group(?:ed)?(?: (?:the |these )?(?:results?|them|it))? by(?: the)?|(?:down|compared|split|separated) by|"
    r"for all the different|"
    # "Across all of our hotels" gives one number for all of them.
    r"across(?: all different| different|(?! (?:all|our|my|your)\b)))\b",
    re.I,
)
# "What does it cost per hour": a rate.
_RATE = re.compile(r"\bper (?:hour|minute|second)\b", re.I)
_PER_TIME = re.compile(r"(?<=\w)(?<!s)(?<!\bin)(?<!\bfor) (?:per|each|every) (?:day|week|month|year)\b", re.I)
# "More passengers a day": a rate, not a period.
_A_TIME = re.compile(
    r"(?<=[a-z])(?<!\bin)(?<!\bfor)(?<!\bon)(?<!\bof)(?<!\bat)(?<!within)(?<!\bis)(?<!after)(?<!than)"
    r" an? (?:day|week|month|year|night)\b(?! (?:of|in|on|ago|later|earlier|or)\b)",
    re.I,
)
_SORT = re.compile(
    r"\b(?:sort(?:ed|ing)?|order(?:ed|ing)?|rank(?:ed|ing)?)"
    r"(?: (?:(?:the|these) (?:results?|rows?|list|output|answers?)|them))? (?:(?:in|"
    r"by) (?P<before>ascending|descending)(?: order)?(?: of)? ?(?:by )?|by\b|from\b|"
    r"alphabetically|in order)",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:descending|desc|highest(?: to lowest)?|largest first|decreasing|from highest)\b", re.I
)
_SEVERAL = r"(?P<many>\d+|two|three|four|five|six|seven|eight|nine|ten)"
_TOP = re.compile(
    rf"\b(?:top|bottom|first|limit(?: the results?)? (?:to|of)?|only|any|just)\s+{_SEVERAL}\b",
    re.I,
)
# "Highest first": the order of rows with sums.
_FIRST = re.compile(
    r"[,(]?\s*(?:the )?(?:(?P<down>highest|largest|biggest|greatest|most|longest|latest|newest|best)|"
    r"lowest|smallest|fewest|least|shortest|earliest|oldest|cheapest|worst)(?: ones?)? first\b",
    re.I,
)
# "What does X charge for Y" asks how much.
_CHARGED = re.compile(
    r"\bwhat (?:do|does|did|would|will) (?:[^?.,]{1,60}? )?(?P<verb>charge|cost|pay|bill|earn|spend)\b", re.I
)
# "The top 5 films by revenue": those with the greatest revenue.
_TOP_BY = re.compile(
    r"\b(?P<which>top|bottom)\s+\w+\s[^?.]*?\s(?P<by>by|in terms of|based on|according to)\s", re.I
)
_N_MOST = re.compile(
    rf"\b{_SEVERAL} (?:most|highest|"
    r"largest|biggest|longest|oldest|youngest|lowest|smallest|shortest|latest|"
    r"earliest|least|fewest|best|worst|[a-z]{3,}est)\b",
    re.I,
)
# "Which three countries have the most customers".
_N_HAVE = re.compile(
    rf"^\W*(?:which|what) {_SEVERAL} (?:[\w-]+ ){{1,3}}?\w+ the (?:most|least|fewest|[a-z]{{3,}}est)\b", re.I
)
# "The three events with the longest downtime", "the three vets who have been here the longest".
_N_WITH = re.compile(
    rf"\b(?:the|name|list|which) {_SEVERAL} "
    r"(?:[\w-]+ ){1,4}?(?:(?:with|having)|(?:who|that|which) (?:[\w-]+ ){1,6}?) ?"
    r"the (?:most|least|fewest|[a-z]{3,}est)\b",
    re.I,
)
_WHETHER = re.compile(
    r"^\W*(?:is|are|was|were|did|does|do|has|have|had|can|could)\b(?! (?:you|anyone|anybody|someone) )", re.I
)
# "Are there any without a roof? Names please", "do we have any with one": the question is which ones.
_WHICH = re.compile(
    r"\b(?:which (?:ones?|are they)|names?,? please|name them|list them|who are they|who (?:is|was) it)\b|"
    r"\?\s*(?:(?:and )?(?:if so,? )?(?:who|which|where|what))\s*\?\s*$|"
    r"^\W*(?:do (?:we|you) (?:have|know|stock|carry)|have (?:we|you) got) (?:of )?(?:any|some)\b|"
    r"[?.]\s*(?:please )?(?P<shows>give|show|tell|list) (?:me |us )?",
    re.I,
)
# "I mean the number of crimes" rephrases the question.
_MEANING = re.compile(r"\b(?:i|we) mean\b", re.I)
_DISTINCT = re.compile(r"\b(?:distinct|unique|different)\b", re.I)
# "List her hobbies one by one".
_APART = re.compile(
    r"\b(?:one (?:by one|per (?:line|row)|at a time|each)|separately|individually|(?:list|name|show|give)(?: me)? each|"
    r"each (?:one )?(?:on|in) (?:its|a) (?:own|separate|new) (?:line|row))\b",
    re.I,
)
_THAN = re.compile(r"\b(?:[a-z]+er|more|less|greater) than\b|\bat (?:least|most)\b|\bequal to\b", re.I)
# How a quoted text is compared; these words name nothing: "whose name starts with 'T'".
_TEXT = re.compile(
    r"\b(?:(?:start|begin)(?:s|ing)? with|end(?:s|ing)? (?:with|in)|contain(?:s|ing)?)\b(?=[^?.,;§]{0,25}§)",
    re.I,
)
_RETURN = re.compile(
    r"(?:[,.;?]|\band)\s*(?:and )?(?:also )?(?:please )?(?:return|show|list|give|display|"
    r"provide|report|include|find|retrieve|what (?:is|are))\b(?: also\b)?|\b(?:along with|together with|"
    r"as well as|and (?:their|its|his|her|the)|(?<!been )with (?:their|its|his|her))\b",
    re.I,
)
_WISHING = re.compile(
    r"^\W*(?:i|we)(?:['\u2019](?:m|re|d)| am| are| would)? (?:need|want|like|looking for|after)"
    r"(?: to (?:know|see|find))?\b",
    re.I,
)
_NOT = re.compile(
    r"\b(?:not|never|without|no one|no(?!-[a-z])|none|nothing|n't|neither|lacks?|lacking|don't|doesn't|didn't|"
    r"haven't|hasn't|isn't|aren't|wasn't|nobody)\b",
    re.I,
)
# Whether the property before it has a value.
_KNOWN = re.compile(
    r"\b(?:(?:that|which) )?(?:is|are|was|were)?\s*(?P<not>not |n't )?(?:null|empty|missing|blank)\b|"
    r"\b(?:(?:we|you|they) (?:don['\u2019]?t|do not) (?:know|have)(?=\W*$)"
    r"|(?:(?:that|which) )?(?:is|are|was|were) (?:unknown|unrecorded|not (?:known|recorded|on record|given|filled in))"
    r"|(?:is|are|was|were)n['\u2019]t (?:known|recorded|on record|given|filled in))\b|"
    r"\b(?:(?:property|value|field|attribute) (?:(?:that )?is )?|(?:that )?(?:is|are) )"
    r"(?P<known>defined|recorded|specified|known|filled in)\b",
    re.I,
)
# A request to leave out empty groups, which are left out anyway.
_LEFT_OUT = re.compile(
    r"[,.;?(]\s*(?:please )?(?:"
    r"(?:leave out|skip|ignore|omit|excluding)(?: (?:the|all|any))* (?:empty (?:ones|rows)|"
    r"(?:ones|those) (?:without|that have (?:no|none)|with (?:no|none))\b[^,.;()]*)|"
    r"(?:only|just)(?: (?:for|the|those|ones))* (?:\w+ )?(?:who|that|which|with) [^,.;()]*|"
    r"for (?:those|the ones) (?:who|that|which|with) [^,.;()]*)[).!]*\s*$",
    re.I,
)
_BEFORE_COUNT = frozenset(
    (
        "compare",
        "return",
        "retrieve",
        "calculate",
        "determine",
        "total",
        "average",
        "find",
        "get",
        "report",
        "mean",
    )
)


EXTREMES = (Summary.MAXIMUM, Summary.MINIMUM)
"""Summaries that select one of all values."""
MADE = (Summary.SUM, Summary.AVERAGE)
"""Summaries that combine all values."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """The words of an operation, at characters [start, end)."""

    start: int
    end: int
    text: str


def behind_sign(tokens: Sequence[Token], keyword: Keyword) -> int:
    """Return the index of the first token after a keyword; the number of tokens if there is none."""
    return next((at for at, one in enumerate(tokens) if one.start >= keyword.end), len(tokens))


@dataclass(slots=True)
class SpottedOperations:
    """The operations of a question, with the keywords that express them.

    `groups`: what there is a row for; `known`: whether the property named before has a value; `charged`: a verb that
    alone asks for an amount; `apart`: each value of a list is a row; `left_out`: a request to leave out empty groups;
    `which`: a question whether there are any asks which ones; `taken`: for each token, whether it is part of a keyword.
    """

    counts: list[tuple[Keyword, bool]] = field(default_factory=list)
    functions: list[tuple[Keyword, Summary, tuple[str, ...]]] = field(default_factory=list)
    most: tuple[Keyword, bool] | None = None
    groups: list[Keyword] = field(default_factory=list)
    sort: tuple[Keyword, bool] | None = None
    many: int = 0
    whether: bool = False
    which: bool = False
    distinct: bool = False
    returns: list[Keyword] = field(default_factory=list)
    nots: list[Keyword] = field(default_factory=list)
    known: list[tuple[Keyword, bool]] = field(default_factory=list)
    left_out: Keyword | None = None
    charged: Keyword | None = None
    apart: bool = False
    taken: list[bool] = field(default_factory=list)


def spotted_operations(
    question: str, tokens: Sequence[Token], named: Collection[int] = ()
) -> SpottedOperations:
    """Return the operations of a question; tokens at the indexes `named` are part of names: "average lifespan"."""
    masked = question
    for place, one in enumerate(tokens):
        if one.kind == "quoted" or place in named:
            masked = masked[: one.start] + "§" * (one.end - one.start) + masked[one.end :]
    operations = SpottedOperations()
    covered: list[tuple[int, int]] = []

    def keyword(match: re.Match[str]) -> Keyword:
        covered.append(match.span())
        return Keyword(match.start(), match.end(), match[0].lower())

    if (match := _LEFT_OUT.search(masked)) and _GROUP.search(masked[: match.start()]):
        operations.left_out = keyword(match)
        masked = masked[: match.start()] + "§" * (match.end() - match.start())
    covered += [match.span() for match in _MEANING.finditer(masked)]
    operations.whether = bool(_WHETHER.match(masked))
    if operations.whether and (match := _WHICH.search(masked)):
        operations.whether, operations.which = False, True
        asking = keyword(match)
        if match["shows"]:
            operations.returns.append(asking)
    if (match := _MOST.search(masked)) and (match["most"] is None or not _is_degree(masked[match.start() :])):
        operations.most = keyword(match), bool(match["most"])
    for match in _COUNT.finditer(masked):
        if not _inside(match, covered) and _begins(masked, match):
            operations.counts.append((keyword(match), bool(match["distinct"])))
    if match := _N_MOST.search(masked) or _N_HAVE.search(masked) or _N_WITH.search(masked):
        operations.many = small_number(match["many"].lower())
        covered.append(match.span("many"))
    if match := _WISHING.match(masked):
        keyword(match)
    if match := _TOP.search(masked):
        operations.many = small_number(match["many"].lower())
        keyword(match)
    if (match := _FIRST.search(masked)) and not _SORT.search(masked):
        operations.sort = keyword(match), bool(match["down"])
    for summary, pattern in _FUNCTIONS:
        for match in pattern.finditer(masked):
            if not _inside(match, covered) and not (operations.most and match[0].lower() == "least"):
                known = degree_of(match[0].lower())
                operations.functions.append((keyword(match), summary, known[2] if known else ()))
    for match in _ANY_MOST.finditer(masked):
        if not _inside(match, covered) and (found := degrees_of(match[0].lower())):
            greatest, _, phrases = found
            operations.functions.append(
                (keyword(match), Summary.MAXIMUM if greatest else Summary.MINIMUM, phrases)
            )
    if match := _SORT.search(masked):
        down = (match["before"] or "").lower() == "descending" or bool(_DOWN.search(masked, match.start()))
        operations.sort = keyword(match), down
        covered += [one.span() for one in _DOWN.finditer(masked)] + [
            one.span() for one in re.finditer(r"\bascending(?: order)?\b|\border\b", masked, re.I)
        ]
    elif (match := _TOP_BY.search(masked)) and operations.many:
        operations.sort = Keyword(match.start("by"), match.end("by"), "by"), match["which"].lower() == "top"
    if match := _APART.search(masked):
        operations.apart = True
        if not match[0].lower().endswith(" each"):
            covered.append(match.span())
    made = any(summary in MADE for _, summary, _ in operations.functions)
    if (match := _PER_TIME.search(masked)) and not made and not operations.counts:
        # "The most money per year": nothing is aggregated per year.
        keyword(match)
    covered += [match.span() for match in _A_TIME.finditer(masked)]
    operations.groups = [keyword(match) for match in _GROUP.finditer(masked) if not _inside(match, covered)]
    covered += [match.span() for match in _RATE.finditer(masked)]
    operations.returns = [keyword(match) for match in _RETURN.finditer(masked)]
    for match in _KNOWN.finditer(masked):
        operations.known.append((keyword(match), bool(match["not"] or match["known"])))
    operations.nots = [keyword(match) for match in _NOT.finditer(masked) if not _inside(match, covered)]
    if match := _CHARGED.search(masked):
        operations.charged = Keyword(match.start("verb"), match.end("verb"), match["verb"].lower())
    operations.distinct = bool(_DISTINCT.search(masked))
    covered += [one.span() for pattern in (_THAN, _TEXT) for one in pattern.finditer(masked)]
    covered += [one.span() for one in _DISTINCT.finditer(masked)]
    operations.taken = [
        any(low <= one.start < high for low, high in covered) and one.kind != "quoted" for one in tokens
    ]
    return operations


def compared(question: str, start: int, end: int) -> tuple[Comparison, int, bool]:
    """Return how a constant at characters [start, end) is compared, and where the comparing words start.

    The last item is whether these words are more than a preposition.
    """
    before = question[:start].rstrip("'\"`\u2018\u201c ")
    before += " "
    if match := _OR_MORE.match(question[end:]):
        return (Comparison.AT_LEAST if match["more"] else Comparison.AT_MOST), start, True
    if _WITHIN.match(question[end:]) and re.search(r"\b(?:with|having|has|have)\W*$", before, re.I):
        return Comparison.CONTAINS, start, True
    if match := _MORE_OF.search(before):
        return (Comparison.LESS if match["less"] else Comparison.GREATER), match.start(), True
    for comparison, pattern in _BEHIND:
        if match := pattern.search(before):
            told = comparison is not Comparison.EQUAL
            if comparison is Comparison.AT_LEAST and match[0].strip().lower().startswith("from"):
                return Comparison.EQUAL, match.start(), False
            return comparison, match.start(), told
    return Comparison.EQUAL, start, False


def is_between(question: str, start: int, end: int, next_start: int) -> bool:
    """Return whether a constant and the next one are the bounds of a range."""
    return bool(_BETWEEN.search(question[:start])) and bool(
        re.fullmatch(r"\W*(?:and|to)\W*", question[end:next_start], re.I)
    )


def _is_degree(text: str) -> bool:
    """Return whether "most" belongs to an adjective: "most expensive"."""
    return degree_of(" ".join(text.lower().split()[:2]).rstrip("?.!,")) is not None


def _begins(question: str, match: re.Match[str]) -> bool:
    """Return whether words for a count are not part of a name: "phone number of", "watch count"."""
    if match[0].lower().startswith("how many"):
        return True
    before = re.findall(r"[\w']+|,$", question[: match.start()].rstrip())
    if match[0].lower().startswith("with") or before[-1:] == [","]:
        return True
    if match[0].lower().strip() == "count":
        return not before or before[-1].lower() in ("and", "the", "please")
    return not before or before[-1].lower() in FUNCTION_WORDS or before[-1].lower() in _BEFORE_COUNT


def _inside(match: re.Match[str], covered: Sequence[tuple[int, int]]) -> bool:
    return any(low < match.end() and match.start() < high for low, high in covered)
