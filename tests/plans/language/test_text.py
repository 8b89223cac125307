"""The text form of a query: it prints, and parses back to the same query."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.model.literals import Time
from kgqa_neo4j.plans.language.parsing import parse_query
from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Column,
    DatePart,
    FactTest,
    Form,
    Function,
    Having,
    Measure,
    Order,
    OverallAggregate,
    Pattern,
    Quantifier,
    Query,
    Sorting,
    Summary,
    Table,
    Term,
    TermComparison,
    Unit,
    ValueTest,
)
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.plan import Move

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=8)
ENTITIES = st.lists(NAMES, min_size=1, max_size=2, unique=True).map(tuple)
PATHS = st.lists(st.builds(Move, NAMES, st.booleans()), min_size=1, max_size=3).map(tuple)
TIMES = st.dates().map(lambda day: Time.of(day.year, day.month, day.day))
CONSTANTS = st.one_of(
    st.integers(-(10**9), 10**9), st.floats(-1e6, 1e6, allow_nan=False), st.text("ab \"\\'x", max_size=6), TIMES
)
ORDERS = [Comparison.EQUAL, Comparison.UNEQUAL, Comparison.LESS, Comparison.AT_MOST, Comparison.GREATER]
TESTS = st.builds(ValueTest, st.sampled_from(ORDERS), CONSTANTS)
FACTS = st.one_of(
    st.builds(FactTest, NAMES, TESTS),
    st.builds(FactTest, NAMES, st.booleans()),
    st.builds(FactTest, st.just(""), st.builds(ValueTest, st.just(Comparison.AT), TIMES)),
)
SOME_FACTS = st.lists(FACTS, max_size=2).map(tuple)
COUNTS = st.builds(ValueTest, st.sampled_from(ORDERS), st.integers(0, 99))


def branches(patterns: st.SearchStrategy[Pattern]) -> st.SearchStrategy[Branch]:
    return st.one_of(
        st.builds(Branch, PATHS, patterns, st.sampled_from(Quantifier), facts=SOME_FACTS),
        st.builds(Branch, PATHS, patterns, count=COUNTS, facts=SOME_FACTS),
        st.builds(
            Branch,
            st.just(()),
            st.one_of(ENTITIES.map(Pattern), st.builds(Pattern, label=NAMES)),
            st.sampled_from([Quantifier.NONE, Quantifier.SOME]),
        ),
        st.builds(Branch, PATHS, patterns, facts=SOME_FACTS, name=st.sampled_from(["", "m", "v2"])),
    )


def patterns_of(inner: st.SearchStrategy[Pattern]) -> st.SearchStrategy[Pattern]:
    some = st.lists(branches(inner), max_size=2).map(tuple)
    tests = st.lists(TESTS, max_size=2).map(tuple)
    either = st.one_of(st.just(()), st.lists(branches(inner), min_size=2, max_size=3).map(tuple))
    named = st.builds(Pattern, ENTITIES, st.just(""), tests, some, either)
    labelled = st.builds(Pattern, st.just(()), st.one_of(st.just(""), NAMES), tests, some, either)
    return st.one_of(named, labelled)


PATTERNS = st.recursive(st.builds(Pattern), patterns_of, max_leaves=4)
TERMS = st.builds(Term, PATHS, st.one_of(st.just(""), NAMES))
MEASURES = st.one_of(
    st.builds(Measure, PATHS, st.booleans()),
    st.builds(Measure),
    st.builds(Measure, qualifier=NAMES),
    st.builds(Measure, PATHS, st.just(False), TERMS, st.sampled_from(Unit)),
    st.builds(Measure, PATHS, st.just(False), st.just(Time(2024, 5, 1)), st.sampled_from(Unit)),
)
OVERALL = st.builds(OverallAggregate, st.builds(Aggregate, st.sampled_from(Function), MEASURES), PATTERNS)
QUERIES = st.builds(
    Query,
    PATTERNS,
    st.lists(
        st.builds(TermComparison, TERMS, st.sampled_from(ORDERS), st.one_of(TERMS, OVERALL)), max_size=1
    ).map(tuple),
    st.one_of(st.none(), st.builds(Order, MEASURES, st.booleans(), st.integers(1, 9), st.integers(1, 9))),
    st.sampled_from([form for form in Form if not form.is_share]),
    st.none(),
    st.one_of(st.just(()), PATHS),
    st.lists(PATHS, max_size=2).map(tuple),
)
VARIABLES = st.sampled_from(["", "m", "v2"])
COLUMNS = st.one_of(
    st.builds(Column, PATHS, VARIABLES, st.just(""), st.sampled_from(Summary)),
    st.builds(Column, PATHS, VARIABLES, st.just(""), st.just(Summary.COUNT), st.booleans()),
    st.builds(Column, st.just(()), VARIABLES, NAMES, st.sampled_from(Summary)),
    st.builds(Column, st.just(()), VARIABLES),
    st.builds(Column, PATHS, VARIABLES, hidden=st.booleans(), apart=st.booleans()),
    st.builds(Column, PATHS, VARIABLES, part=st.sampled_from(DatePart)),
)
TEXT_TESTS = st.builds(
    ValueTest, st.sampled_from([Comparison.CONTAINS, Comparison.STARTS]), st.text("ab", max_size=3)
)
TABLES = st.builds(
    Table,
    st.lists(COLUMNS, min_size=1, max_size=3).map(tuple),
    st.booleans(),
    st.lists(st.builds(Having, COLUMNS, st.one_of(TESTS, TEXT_TESTS)), max_size=2).map(tuple),
    st.lists(st.builds(Sorting, st.integers(1, 3), st.booleans()), max_size=2).map(tuple),
    st.integers(1, 9),
    st.integers(0, 3),
)
FIRST_OF_EACH = st.builds(
    Table,
    st.lists(COLUMNS, min_size=1, max_size=3).map(tuple),
    sorting=st.builds(Sorting, st.integers(1, 3), st.booleans()).map(lambda one: (one,)),
    limit=st.integers(1, 9),
    each=st.integers(1, 3),
)
SHARES = st.builds(
    Query,
    PATTERNS,
    form=st.sampled_from([form for form in Form if form.is_share]),
    part=PATTERNS,
)
WITH_TABLE = st.builds(Query, PATTERNS, table=st.one_of(TABLES, FIRST_OF_EACH))
AGGREGATED = st.builds(
    Query, PATTERNS, aggregate=st.builds(Aggregate, st.sampled_from(Function), MEASURES), group=PATHS
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(QUERIES, AGGREGATED, WITH_TABLE, SHARES))
def test_what_is_printed_parses_back(query: Query) -> None:
    assert parse_query(query_text(query)) == query


@pytest.mark.parametrize(
    "text",
    [
        "any where -memberOf-> [e:Marketing] and not -hasSkill-> [e:Python]",
        "any where -placed_on-> >= 2001-05-02 max 1..3 by -price->",
        "average -salary-> of any where -memberOf-> [x] per -ward->",
        "count of any where count <-memberOf- (any where -knows-> [p]) >= 2",
        "exists [a] where $ -born-> < [c] -born->",
        "any where number of $ <-made- > number of [c] <-made-",
        "value years from -born-> to $ -start-> of [x]",
        "any where all <-childOf- (any where -sex-> [f]) and not [a] | [b] with -lives->, <-a- -b->",
        "none any where not -discharged->",
        "percentage any where -speaks-> [e:Frisian] of any where -livesIn-> [e:Sneek]",
        ":Order give month of $ -.orderDate->, count $",
        "value difference from -.price-> to [b] -.price-> of [a]",
        "fraction :Film where -.year-> > 2000 of :Film",
        ":Film where <-MADE- as $m (:Person) give $m, $, hidden $ -.gross-> sorted by 3 down first 2 of each 1",
        "any where <-head-{at 1992-06-01} [Land] and :Person max by {start_time}",
        "any where (<-starred- [a] or -wrote->{year >= 1990} (any where -part-> [b]) or [c])",
        ":`My Label` where -`part of`-> [b]",
        "exists [a] where (any where (-borders-> [b] or <-borders- [b])) and not (any where -c->)",
    ],
)
def test_texts_print_as_they_were_written(text: str) -> None:
    assert query_text(parse_query(text)) == text


@pytest.mark.parametrize(
    ("text", "column"), [("any where", 10), ("any where -a-> [", 16), ("any max by", 11), ("every [a]", 1)]
)
def test_what_is_no_query_is_said_with_its_place(text: str, column: int) -> None:
    with pytest.raises(InputError, match=f"column {column}:") as raised:
        parse_query(text)
    assert "docs/plans.md" in str(raised.value.hint)
