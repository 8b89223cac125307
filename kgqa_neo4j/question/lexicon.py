"""Knowledge of English that does not depend on the graph: function words, nouns by kind of entity, and the like."""

from __future__ import annotations

from kgqa_neo4j.question.tables import lines_of


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FUNCTION_WORDS = frozenset(
    _words(
        """
        a an the this that these those some any each every all both either neither such i you he she
        it we they me him her us them my your his its our their mine yours hers ours theirs himself
        herself itself themselves one ones someone somebody something anyone anything thing things
        am is are was were be been being do does did done doing have has had having can could will
        would shall should may might must ought of in on at by for with about against between into
        through during before after above below to from up down out off over under as than upon
        within without via per toward towards among along across and or but nor so yet if then
        because while although though whether not no yes also too only just very more most less
        least much many few several other others another same there here again ever never always
        often still already now currently s t re ve ll d m please tell know like want find give name
        list show say let actually really what which who whom whose when where why how called named considered known
        """
    )
)
"""Words that never name a relation or a class."""

QUESTION_WORDS = {
    "who": "person",
    "whom": "person",
    "whose": "person",
    "when": "time",
    "where": "place",
}
"""Question words that imply the kind of the answer."""

ARTICLES = frozenset({"a", "an", "the"})
BEING = frozenset({"is", "are", "was", "were"})
DOING = frozenset({"do", "does", "did"})
RELATIVE_PRONOUNS = frozenset({"that", "which", "who", "whom"})

ASKING = frozenset({*QUESTION_WORDS, "what", "which", "how"})

IMPERATIVES = frozenset(_words("name list tell give show find say"))
"""Words that introduce a request at the beginning of a question; they may have a meaning elsewhere."""

CATEGORIES = frozenset(_words("type types kind kinds sort sorts"))
"""Words that ask for a category without naming it ..."""

CATEGORY_NAMES = ("genre", "category")
"""... and names that it may have: "what kind of music" asks for a genre."""

SHARING = {
    **dict.fromkeys(_words("share shares shared sharing same common co together both"), 1.0),
    **dict.fromkeys(_words("also other another similar else too besides"), 0.5),
}
"""Words of questions that go back along a relation ("films that *share* a director with X"), with weights."""

KINDS: dict[str, tuple[str, ...]] = {
    "person": _words(
        """
        person people man woman child father mother parent son daughter husband wife spouse brother
        sister actor actress director writer author singer musician artist player politician
        president king queen scientist engineer founder leader member coach teacher inventor
        character relative partner celebrity
        """
    ),
    "place": _words(
        """
        place location country city town state region province county continent island river
        mountain lake street village district nation territory birthplace headquarters venue stadium
        airport building
        """
    ),
    "time": _words("time date year month day century decade era period birthday"),
    "number": _words(
        """
        number amount count quantity population height length weight age size rating score votes
        """
    ),
    "organisation": _words(
        """
        organisation organization company university school college club team band institution
        employer party agency label studio publisher association church league government army
        network
        """
    ),
    "work": _words(
        """
        film movie book novel song album game show series episode painting play poem software
        magazine story work publication music single program soundtrack
        """
    ),
    "kind": _words(
        """
        kind type sort genre category class language gender sex religion profession occupation job
        nationality ethnicity race disease cause subject topic theme style format position role
        color sport instrument award prize title degree currency tag
        """
    ),
    "event": _words("event war battle election tournament conference festival match season disaster"),
    "organism": _words("animal plant species taxon bird fish insect tree breed"),
    "object": _words(
        """
        object star planet asteroid galaxy moon vehicle ship aircraft car weapon product food drug
        gene
        """
    ),
}
"""Kinds of entities, each with nouns for it."""

ROLES = frozenset(word for line in lines_of("roles.txt") for word in line.split())
"""More nouns for persons, by what they do or have, as databases name them."""


# Suffixes of nouns for persons only.
_PERSONAL = ("ician", "ologist")


def names_person(noun: str) -> bool:
    """Return whether a singular noun names persons."""
    return noun in ROLES or noun in KINDS["person"] or noun.endswith(_PERSONAL)


GENERIC_NOUNS = frozenset(
    _words(
        """
        people person persons thing things item items member members family relative relatives someone
        everyone everybody anybody ones one guys folks entry entries list names name different distinct total current
        currently existing known available you we they me please in-house there exist exists occur kind
        kinds type types sort way lot number amount value years year days date altogether itself themselves
        others other another both either own single still yet already ever anything everything nothing somebody anyone
        company tracker moment database graph data catalogue got get gets many much show list give tell find
        """
    )
)
"""General nouns that stand for whatever the rest of the question describes."""

LIGHT_VERBS = frozenset(
    _words(
        """
        take takes took taken taking come comes came coming go goes went gone make makes made use used uses
        using need needs needed put keep kept give given gives pass passed passes become became stand live
        lie
        """
    )
)
"""Verbs that say little about which relation is meant."""

NO_SUPERLATIVES = frozenset(
    _words(
        """
        forest west midwest northwest southwest test contest guest request interest harvest quest conquest
        priest chest nest pest rest vest honest modest protest invest suggest arrest digest crest zest
        everest budapest
        """
    )
)
"""Nouns and adjectives that merely end like superlatives."""

NO_COMPARATIVES = frozenset(
    _words(
        """
        other either whether neither over under after ever never her per number member order customer paper
        user river mother father brother sister daughter director owner player singer writer manager leader
        maker former together center september october november december answer water power border offer
        cover consumer supplier remember consider developer reporter maintainer buyer upper inner outer
        letter computer server folder layer tower flower dinner summer winter weather feather corner partner
        officer teacher doctor actor engineer designer career butler
        """
    )
)
"""Words that merely end like comparatives."""

NO_UNITS = frozenset(
    _words(
        """
        in of by and or from that which who at on with for to is are was were did do does have has had each
        per
        """
    )
)
"""Words after a number that are not its unit."""
TAKING = frozenset({"take", "takes", "took", "taken", "taking"})
"""Forms of the verb of "takes place" and "took the longest"."""
