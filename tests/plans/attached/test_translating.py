"""Queries about nodes, values and labels as things, over labels and properties."""

import pytest

from kgqa_neo4j.attached.model import (
    Connection,
    Label,
    Property,
    PropertyGraphSchema,
    RelationshipType,
    ValueType,
)
from kgqa_neo4j.model.comparison import Comparison
from kgqa_neo4j.plans.attached.relations import Relations
from kgqa_neo4j.plans.attached.translating import Translator, Untranslatable
from kgqa_neo4j.plans.language.query import (
    Aggregate,
    Branch,
    Form,
    Function,
    Measure,
    Order,
    Pattern,
    Quantifier,
    Query,
    ValueTest,
)
from kgqa_neo4j.plans.language.text import query_text
from kgqa_neo4j.plans.language.things import INSTANCE_OF, Kind, Thing, id_of, thing_of
from kgqa_neo4j.plans.plan import Move

_NAME = Property("name", ValueType.TEXT, ("STRING",), samples=("Ada", "Ben"))
_TITLE = Property("title", ValueType.TEXT, ("STRING",), samples=("Kestrel",))
_YEAR = Property("released", ValueType.NUMBER, ("INTEGER",), samples=("1999", "2003"))
_LENGTH = Property("minutes", ValueType.NUMBER, ("INTEGER",), samples=("95", "130"), unit="minute")
_ROLE = Property("role", ValueType.TEXT, ("STRING",), samples=("Neo",))
_SCHEMA = PropertyGraphSchema(
    (
        Label("Person", 10, (_NAME,), ("name",)),
        Label("Movie", 5, (_TITLE, _YEAR, _LENGTH), ("title",)),
    ),
    (
        RelationshipType("ACTED_IN", 20, (Connection("Person", "ACTED_IN", "Movie", 20),), (_ROLE,)),
        RelationshipType("DIRECTED", 5, (Connection("Person", "DIRECTED", "Movie", 5),)),
    ),
)
_ADA = id_of(Thing(Kind.NODE, "Person", "name", "Ada"))
_BEN = id_of(Thing(Kind.NODE, "Person", "name", "Ben"))
_KESTREL = id_of(Thing(Kind.NODE, "Movie", "title", "Kestrel"))
_MOVIES = id_of(Thing(Kind.LABEL, "Movie"))
_ACTED, _DIRECTED, _RELEASED = Move("ACTED_IN"), Move("DIRECTED"), Move(".released")


def translated(query: Query) -> str:
    """Return the text of the translated query."""
    return query_text(Translator(_SCHEMA, Relations(_SCHEMA)).translated(query))


def of(*branches: Branch, entities: tuple[str, ...] = ()) -> Query:
    """Return the query for what has these branches."""
    return Query(Pattern(entities, branches=branches))


def test_a_thing_is_told_by_its_id() -> None:
    assert thing_of(_ADA) == Thing(Kind.NODE, "Person", "name", "Ada")


def test_a_node_becomes_a_label_and_its_name() -> None:
    assert (
        translated(of(Branch((_ACTED.back,), Pattern((_ADA,)))))
        == ':Movie where <-ACTED_IN- (:Person where -.name-> = "Ada") give distinct $'
    )


def test_a_class_becomes_a_label() -> None:
    query = of(
        Branch((Move(INSTANCE_OF),), Pattern((_MOVIES,))), Branch((_RELEASED,), Pattern(tests=(_AFTER,)))
    )
    assert translated(query) == ":Movie where -.released-> > 2000 give distinct $"


_AFTER = ValueTest(Comparison.GREATER, 2000)


def test_a_value_that_is_asked_for_becomes_a_column_of_its_node() -> None:
    assert (
        translated(of(Branch((_RELEASED.back,), Pattern((_KESTREL,)))))
        == ':Movie where -.title-> = "Kestrel" and -.released-> give distinct $ -.released->'
    )


def test_a_property_of_relationships_is_asked_from_either_end_or_both() -> None:
    role, at_movie = Move("ACTED_IN.role"), Move("ACTED_IN.role<")
    both = of(Branch((role.back,), Pattern((_ADA,))), Branch((at_movie.back,), Pattern((_KESTREL,))))
    assert translated(both) == (
        ':Person where -.name-> = "Ada" and -ACTED_IN-> as $answer (:Movie where -.title-> = "Kestrel") '
        "give distinct $answer{role}"
    )
    neo = id_of(Thing(Kind.FACT, "ACTED_IN", "role", "Neo"))
    assert translated(of(Branch((role,), Pattern((neo,))))) == (
        ':Person where -ACTED_IN->{role = "Neo"} give distinct $'
    )


def test_several_nodes_or_values_are_alternatives() -> None:
    query = of(Branch((_ACTED.back,), Pattern((_ADA, _BEN))))
    text = Translator(_SCHEMA, Relations(_SCHEMA)).translated(query)
    assert [one.pattern.tests[0].value for one in text.pattern.branches[0].pattern.either] == ["Ada", "Ben"]


def test_what_several_steps_lead_back_to_is_left_out_where_it_could_be_there() -> None:
    there = Branch((_ACTED, _ACTED.back), Pattern((_ADA,)))
    mates = of(there, Branch((), Pattern((_ADA,)), Quantifier.NONE))
    assert translated(mates).endswith('and -.name-> != "Ada" give distinct $')
    films = of(Branch((_DIRECTED.back, _ACTED, _ACTED.back), Pattern((_ADA,))))
    apart = of(*films.pattern.branches, Branch((), Pattern((_ADA,)), Quantifier.NONE))
    assert translated(apart) == translated(films)


def test_an_order_by_a_property_of_relationships_begins_with_these() -> None:
    query = Query(
        Pattern(
            branches=(
                Branch(
                    (Move("ACTED_IN.role"),),
                ),
            )
        ),
        order=Order(Measure((Move("ACTED_IN.role"),)), True),
    )
    assert translated(query) == ":Person where -ACTED_IN-> as $measured max by {role} give distinct $"


def test_an_average_over_relationships_is_a_column() -> None:
    query = Query(
        Pattern(
            branches=(
                Branch(
                    (Move("ACTED_IN.role<"),),
                ),
            )
        ),
        aggregate=Aggregate(Function.MAXIMUM, Measure((Move("ACTED_IN.role<"),))),
    )
    assert translated(query) == ":Movie where <-ACTED_IN- as $measured give maximum $measured{role}"


@pytest.mark.parametrize(
    "query",
    [
        Query(Pattern(branches=(Branch((_RELEASED.back,), Pattern((_KESTREL,))),)), form=Form.EXISTS),
        Query(Pattern(branches=(Branch((_RELEASED, _RELEASED.back), Pattern((_KESTREL,))),))),
        Query(Pattern(branches=(Branch((Move(INSTANCE_OF),), Pattern((_MOVIES,)), Quantifier.NONE),))),
    ],
)
def test_what_no_query_over_labels_says_is_refused(query: Query) -> None:
    with pytest.raises(Untranslatable):
        translated(query)


def test_numbers_in_units_are_no_years() -> None:
    catalogue = Relations(_SCHEMA).catalogue
    assert catalogue[".minutes"].object_type == "number" and catalogue[".released"].object_type == ""


def test_ends_are_called_by_their_labels() -> None:
    acted = Relations(_SCHEMA).catalogue["ACTED_IN"]
    assert (acted.subject_classes, acted.object_classes) == (("person",), ("movie",))
