"""Read the operations of a question: count, compare, negate, order, group, average.

English only, by rules, on a question with its entities masked. Each operation keeps its position, because the words
next to it say what it applies to; its own words are blanked, so that all others keep their positions.
"""

from __future__ import annotations

import re
from collections.abc import Set

from kgqa_neo4j.question.nouns import singular_of
from kgqa_neo4j.question.operations.bounds import read_numbers
from kgqa_neo4j.question.operations.comparatives import among, read_comparatives
from kgqa_neo4j.question.operations.cutting import blank, cut, take, take_all
from kgqa_neo4j.question.operations.dates import read_dates, read_spans
from kgqa_neo4j.question.operations.model import Operations
from kgqa_neo4j.question.operations.superlatives import DONE_MOST, read_superlative

# Introductions before the question itself.
_OPENING = re.compile(
    r"^\W*(?:(?:i'?m|i am|we'?re|we are) (?:looking|searching) for|i(?:'d| would) like(?: to (?:know|see|have))?|"
    r"(?:i|we) (?:need|want)(?: to (?:know|see))?|"
    r"(?:could|can|would|will) you (?:please )?(?:tell|give|show) (?:me|us)|do you know)\b"
)
_NEGATION = re.compile(
    r"\b(?:not(?! only\b)|never|without|except(?:ing)?(?: for)?|excluding|other than|apart from|but not|besides|"
    r"neither|nor|lacks?|lacking|(?<=is |re )missing(?= (?:an?|any|their|its|his|her)\b)|"
    r"still needs?(?= an? )|cannot|nobody|no one|no-one|"
    r"nothing(?= (?:is|was|has been|had been|got)\b)|"
    r"(?<!voted )(?<!vote )(?<!said )no(?!\.)(?! (?:more|less|fewer|later|earlier|longer) than))\b|"
    r"\b(?P<verb>\w+)n['\u2019]t\b|\b(?:do|does|did|is|are|was|were|has|have|had|ca|wo)nt\b"
)
_ASIDE = re.compile(r",? (?:\S+ )?itself aside")
_ALIVE = re.compile(r"\balive\b")
_ONLY = re.compile(r"\b(?:nothing but|no one but|nobody but|only|exclusively|solely)\b")
_ALL = re.compile(r"\b(?:all of|(?<!at )all(?! the\b)|every one of|every single|always|each of)\b")
_GROUP = re.compile(
    r"\b(?:per|for each|for every|in each|by each|of each|each|grouped by|broken down by|"
    r"split by)\s+(?P<noun>(?!(?:with|of|was|were|is|are|has|have|had|did|does|do)\b)[a-z][a-z -]*)"
)
# Requests for a list.
_SHOW = r"(?:show|list|give|display|print|tell|get)\b(?: me| us)? "
# In "the salaries of all employees", "all" means each of them.
_OF_EACH_ONE = re.compile(
    rf"\W*(?:{_SHOW}|what(?:'re| are| were) )?(?:the )?"
    r"(?:[a-z]+ )?[a-z]+s (?:of|for) "
)
# "Show each project with more than 3 people" asks for projects, not for groups.
_EACH_THAT = re.compile(
    rf"^\W*{_SHOW}(?P<each>(?:each|every) )(?=[a-z]+(?: [a-z]+)? (?:with|that|which|who|whose|having|without|not) )"
)
_DOES = re.compile(r"\b(?:do|does|did|has|have|had) $")
# "The cheapest per day" has no groups: the price is per day.
_PER_UNIT = re.compile(
    r"\b(?:cheapest|most expensive|priciest|costliest|cheaper|dearest|highest paid)\b.*\b(?:per|a) [a-z]+\W*$"
)
_BY = re.compile(r"\bby (?P<noun>(?!(?:the|a|an|its|their|who|which)\b)[a-z]+(?: [a-z]+)?)\W*$")
_DONE_BY = re.compile(r"\b(?:was|were|is|are|been|being|be|get|gets|got) [a-z]+ $")
_COUNT = re.compile(
    r"^\W*(?:so )?how many\b(?: (?:different|distinct|of (?:our|the|my|these)))?|^\W*(?:what(?:'s|"
    r" is|s)|give me|tell me|show)?\s*(?:the )?(?:total )?"
    r"(?:number|count) of\b(?: (?:different|distinct))?|^\W*count (?:all |the )*|"
    r"\bhow many\b(?: (?:different|distinct))?(?: times\b)?|\bhow often\b"
)
_NUMBER_OF = re.compile(r"\b(?:the )?(?:number|amount) of\b")
_AVERAGE = re.compile(r"\b(?:on average|averages?|(?<!\bi )mean|avg)\b")
_TOTAL = re.compile(
    r"^\W*(?:add|sum|total) up\b(?: all\b)?|"
    r"\b(?:in total|(?<!\ba )total(?! of *$)|sum of|sum|combined|altogether|together|overall)\b|"
    r"\b(?:adds? up to|sums? up to|totals? up to)\b|\b(?:amounts? to|comes? to)\b(?=\W*$)"
)
_SUMMED = re.compile(
    r"^\W*(?:add|sum|total) up\b|\bhow much\b|\b(?:sum of|total|combined)\b|"
    r"\b(?:add|sum|total)s? up to\b|\b(?:amounts? to|comes? to)\b(?=\W*$)"
)
_EXTREME = re.compile(
    r"\b(?P<max>maximum|max|highest|largest|greatest|biggest|most recent|latest|longest)\b|"
    r"\b(?P<min>minimum|min|lowest|smallest|least|earliest|shortest)\b"
)
_WHETHER = re.compile(
    r"^\W*(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would|isn't|aren't|doesn't|"
    r"don't|didn't)\b(?! you\b(?! have\b))"
)
_THEN_WHICH = re.compile(
    r"[?.!] ?(?:which|who|what|list|name|if so)\b|[?.!] ?(?:please )?(?:tell|show|give) me (?:who|which|what|them)\b|"
    r",? and if so,? (?:which|who|what)\b|"
    r", (?:which|who|what)(?: ones?)?\W*$"
)
# "Show each project with the number of people on it" asks for a number per project.
_COUNTED_ROWS = re.compile(
    rf"^\W*{_SHOW}(?:the )?(?:(?:every|each|all)(?: of)?(?: the)? )?(?P<rows>[a-z]+(?: [a-z]+)?),? "
    r"(?:(?:along |together )?with|and) (?:the |its |their |his |her )?(?:number|count) of (?P<counted>[a-z]+)"
)
# Pronouns for the rows: "and the date each was born".
_EACH = r"(?:they|it|he|she|each(?: of them| one)?)"
_AND_COLUMN = re.compile(
    r"\b(?:,? and|with|along with|together with|plus) (?:(?:their|its|his|her|the respective) (?P<their>[a-z][a-z ]*?)|"
    r"(?P<clause>(?:where|what|who|when|how|which) [a-z][a-z ]*)|"
    rf"the (?P<that>[a-z]+(?: [a-z]+)? (?:that )?{_EACH}(?:'re|'s)? [a-z ]+?)|"
    r"(?P<number>number of [a-z]+|[a-z]+) and (?P<and>[a-z]+(?: [a-z]+)?))(?=\W*$|,? please)"
)

# "Show each shop with the town it is in and how many people work there".
_ROWS = re.compile(
    rf"^\W*{_SHOW}"
    r"(?P<each>(?:for )?(?:every|each|all)(?: of)?(?: the)? |the )?"
    r"(?P<rows>[a-z\u00a7][^,:]*?)(?:,? (?:along |together )?with|,|:) (?P<told>.+?)\W*$"
)
# "For each shop, give me its town and who owns it".
_EACH_ROW = re.compile(
    r"^\W*(?P<each>for (?:each|every) )(?P<rows>[a-z][^,:]*?), (?:please )?(?:show|list|give|tell|name)(?: me| us)? "
    r"(?P<told>(?:its|their|the|his|her|who|which|what|when|where|how) .+?)\W*$"
)
# "Name and salary of each employee".
_TOLD_OF_EACH = re.compile(
    rf"^\W*(?:{_SHOW}|what(?:'s| is| are| was| were) )?(?:the )?"
    r"(?P<told>[a-z][a-z ,]*?) (?:of|for) (?:each|every)(?: one)?(?: of)?(?: the| our)? "
    r"(?P<rows>[a-z\u00a7][^,:]*?)\W*$"
)
# Columns that are plain nouns, "their salary", and words for columns that are computed.
_PLAIN = re.compile(r"(?:(?P<whose>the|their|its|his|her) )?(?P<noun>[a-z]+(?: [a-z]+)?)")
_MADE = re.compile(
    r"\b(?:number|count|total|sum|averages?|mean|median|most|least|max|maximum|min|minimum|share|percentage|how|many|"
    r"much|often|best|worst|top|first|last|next|more|less|fewer|no|not|any|[a-z]+est)\b"
)
_AND_TOLD = re.compile(r",? and |, ")
_NEXT_TOLD = re.compile(
    r",? and (?=(?:the|its|their|his|her|who|whom|whose|when|where|which|what|how)\b)|, (?:and )?"
)
_TOLD = re.compile(
    r"(?:who|whom|when|where|what|which|how (?:many|much|long|old))\b.* |"
    rf"(?:the|which|what) [a-z]+(?: [a-z]+)?? (?:that )?{_EACH}(?:'s|'re)? [a-z ]+"
)
_UNSAYING = re.compile(
    r"\b(?:how (?:many|much)|who|whom|when|where|which|what|it|they|he|she|the|its|their)\b(?:'s|'re)?"
)

_LIST = re.compile(
    r"(?:(?:,? (?:along |together )?with|,? plus) (?:(?:their|its|his|her|the)\b)|:) (?P<list>[a-z][a-z ,]*)(?=\W*$)"
)
_ITEM = re.compile(
    r"(?:the |their |its |his |her |a )?(?P<item>[a-z][a-z ]*?)(?= *(?:,(?: and)?| and |$|[?.!]))[ ,]*(?:and )?"
)
_RELATIVE = re.compile(r" (?:that|which|who)\b.*$")
_CLAUSE = re.compile(r"\b(?:who|which|that|where|when|by|of|for|how|is|are|was|were)\b")


def read_operations(masked: str, named: Set[str] = frozenset()) -> Operations:
    """Return the operations of a question with its entities masked as ``§0``, ``§1`` and so on.

    Args:
        masked: the question.
        named: words such as "first" that are part of a relation's name in this graph, and therefore order nothing.
    """
    text = masked.lower().replace("\u2019", "'")
    found = Operations(text)
    blank(found, _OPENING)
    _read_counted_rows(found)
    _read_clauses(found)
    found.whether = bool(_WHETHER.match(text)) and not _THEN_WHICH.search(text) and not among(text)
    read_dates(found)
    read_spans(found)
    _read_count(found)
    each = _EACH_THAT.match(found.text)
    if not _PER_UNIT.search(text) and not each:
        _read_group(found)
    _read_columns(found)
    if each and not found.columns:
        cut(found, *each.span("each"))
    read_comparatives(found)
    read_numbers(found)
    _read_aggregate(found)
    if not found.comparative and not found.superlative:
        read_superlative(found, named)
    for match in take_all(found, _ONLY):
        found.onlys.append(match.start())
    blank(found, _ASIDE)
    for match in take_all(found, _NEGATION):
        verb = match["verb"]
        if not (match.start() <= 1 and verb and found.whether):
            found.negations.append(match.start())
    _read_alive(found)
    if found.aggregate or found.total or found.counts or found.superlative:
        # In "the total of all orders", "all" means each of them.
        return found
    if not re.match(
        r"^\W*(?:list|show|name|give me|tell me|what|which)?\s*(?:me )?(?:an? (?:full |complete )?list of )?"
        r"all\b(?! of .* (?:been|have|are)\b)",
        found.text,
    ):
        for match in take_all(found, _ALL):
            of_each = _OF_EACH_ONE.fullmatch(found.text[: match.start()])
            if found.whether or (match.start() > len("which ") and not of_each):
                found.alls.append(match.start())
    return found


def _read_alive(found: Operations) -> None:
    """Read "alive" as a negated death, and "not alive" as a death."""
    for match in _ALIVE.finditer(found.text):
        before = [place for place in found.negations if place < match.start()]
        if before:
            found.negations.remove(before[-1])
        else:
            found.negations.append(match.start() - 1)


def _read_counted_rows(found: Operations) -> None:
    """Read a list with a count for each row as counts per group."""
    if match := _COUNTED_ROWS.match(found.text):
        found.counts, found.group = True, (match.start("rows"), match["rows"])
        cut(found, match.start(), match.start("counted"))


def _read_count(found: Operations) -> None:
    if count := take(found, _COUNT):
        found.counts = True
        if "total" in count[0]:
            # If the graph stores such numbers, they are summed.
            found.total, found.aggregate_place = True, count.end()


def _read_group(found: Operations) -> None:
    grouped = _GROUP.search(found.text)
    if grouped is None and (_AVERAGE.search(found.text) or found.counts or _TOTAL.search(found.text)):
        grouped = _BY.search(found.text)
        if grouped and _DONE_BY.search(found.text[: grouped.start()]):
            # "Were hit by rain".
            grouped = None
    if grouped and not found.text[grouped.end() :].lstrip(" ?.!").startswith("§"):
        noun, end = grouped["noun"].strip(), grouped.end()
        if _DOES.search(found.text[: grouped.start()]) and " " in noun:
            # "How many concerts has each orchestra given": the verb is not part of the group's name.
            noun = noun.rsplit(" ", 1)[0]
            end = grouped.start("noun") + len(noun)
        found.group = (grouped.start("noun"), noun)
        cut(found, grouped.start(), end)


def _read_columns(found: Operations) -> None:
    if found.counts or found.whether or found.columns:
        return
    if _read_list(found):
        return
    match = _AND_COLUMN.search(found.text)
    if match is None:
        return
    for name in ("their", "clause", "that", "number", "and"):
        if match[name]:
            found.columns.append((match.start(name), match[name].removeprefix("number of ")))
    rest = found.text[match.end() :]
    cut(found, match.start(), match.end())
    if rest.strip(" ,?.!").startswith("please"):
        cut(found, match.end(), len(found.text))


def _read_clauses(found: Operations) -> None:
    """Cut clauses that ask for columns: "with who won it and when it began"."""
    each = _EACH_ROW.match(found.text)
    match = each or _ROWS.match(found.text)
    if _read_plain(found, match if match and (match["each"] or "").startswith(("each", "every")) else None):
        return
    if match is None:
        return
    start, spans = match.start("told"), []
    for joint in _NEXT_TOLD.finditer(found.text, start, match.end("told")):
        spans.append((start, joint.start()))
        start = joint.end()
    spans.append((start, match.end("told")))
    texts = [found.text[first:last] for first, last in spans]
    if each is None and not any(map(_TOLD.match, texts)):
        return
    found.columns = [
        (first, " ".join(_UNSAYING.sub(" ", text).split()))
        for (first, _), text in zip(spans, texts, strict=True)
    ]
    if not all(text for _, text in found.columns):
        found.columns = []
        return
    cut(found, match.end("rows"), match.end("told"))
    if match["each"]:
        cut(found, match.start("each"), match.end("each"))


def _read_plain(found: Operations, rows: re.Match[str] | None) -> bool:
    """Cut nouns that ask for columns: "show each employee with their salary", "salary of each employee"."""
    ways = (rows, _TOLD_OF_EACH.match(found.text))
    match = next((one for one in ways if one and not _MADE.search(one["told"])), None)
    if match is None:
        return False
    parts = [_PLAIN.fullmatch(text) for text in _AND_TOLD.split(match["told"])]
    if not all(parts) or (match is rows and len(parts) < 2 and parts[0] and not parts[0]["whose"]):
        return False
    # Names are shown anyway.
    nouns = [part["noun"] for part in parts if part and singular_of(part["noun"]) != "name"]
    start = match.start("told")
    found.columns = [(start + match["told"].index(noun), noun) for noun in nouns]
    if match is rows:
        cut(found, match.end("rows"), match.end("told"))
        start = match.start("each")
    cut(found, start, match.start("rows"))
    return True


def _read_list(found: Operations) -> bool:
    """Cut a list of columns: "with its owner, town and opening date", "shops: town and owner"."""
    match = _LIST.search(found.text)
    if match is None:
        return False
    parts = [
        (one.start("item"), _RELATIVE.sub("", one["item"]))
        for one in _ITEM.finditer(found.text, match.start("list"), match.end("list"))
    ]
    if len(parts) < 2 or any(_CLAUSE.search(text) for _, text in parts):
        return False
    found.columns += parts
    cut(found, match.start(), match.end())
    if found.group:
        # "For each shop: town and owner" asks for one row per shop.
        place, noun = found.group
        found.text = f"{found.text[:place]}{noun}{found.text[place + len(noun) :]}"
        found.group = None
    return True


def _read_aggregate(found: Operations) -> None:
    if match := take(found, _AVERAGE):
        found.aggregate, found.aggregate_place = "average", match.end()
    elif (found.counts or _SUMMED.search(found.text)) and (match := take(found, _TOTAL)):
        found.total, found.aggregate_place = True, match.end()
    if found.aggregate or found.total:
        blank(found, _NUMBER_OF)
        return
    if found.counts or found.superlative or DONE_MOST.search(found.text):
        return
    if match := re.match(
        r"^\W*(?:what(?:'s| is| was| were|s)?|give me|tell me|show me)?\s*(?:the )?", found.text
    ):
        rest = found.text[match.end() :]
        if extreme := _EXTREME.match(rest):
            # The graph decides whether the value is meant or the entity that has it.
            found.aggregate = "maximum" if extreme["max"] else "minimum"
            found.aggregate_place = match.end() + extreme.end()
            found.aggregate_times = extreme[0] in ("latest", "earliest", "most recent")
            if extreme[0] in ("maximum", "max", "minimum", "min"):
                cut(found, match.end(), found.aggregate_place)
