"""Generate three small graphs of different domains with questions and exact answer sets, from a seed.

They cover what public sets lack: small private graphs, with plain questions, counts and yes/no questions together.
Everything is invented; the answers follow from the triples by the path of each `Form`.
"""

# ruff: noqa: E501 - long wordings and lists of names are easier to read unwrapped

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Triple = tuple[str, str, str]

_PEOPLE = [
    "Ada Brandt",
    "Bela Kovac",
    "Carla Jonas",
    "Dario Lenz",
    "Edda Marsh",
    "Falk Nilsson",
    "Greta Olin",
    "Hugo Petit",
    "Ines Quade",
    "Jonas Reiter",
    "Kira Sand",
    "Lars Thoma",
    "Mira Ulrich",
    "Nils Vogt",
    "Olga Winter",
    "Pablo Xaver",
    "Quinn Yates",
    "Rosa Zeller",
    "Sven Adler",
    "Tara Busch",
    "Udo Clemens",
    "Vera Dorn",
    "Wim Ebert",
    "Yara Frick",
    "Zeno Gruber",
    "Alma Hahn",
    "Bruno Iser",
    "Cleo Jahn",
    "Denis Krug",
    "Elin Lang",
    "Finn Moser",
    "Gina Nagel",
    "Henk Otto",
    "Ida Pohl",
    "Jens Rau",
    "Karin Seidel",
]
_CITIES = [
    "Alvora",
    "Brinmark",
    "Cestona",
    "Dunhal",
    "Estrevo",
    "Farholm",
    "Galdine",
    "Hestrup",
    "Ilvona",
    "Jarnsund",
    "Kelmar",
    "Lorvik",
    "Mistral Bay",
    "Norwick",
    "Ostrana",
    "Pelham Cross",
    "Quarnby",
    "Rovello",
    "Saltmere",
    "Tirano",
]


@dataclass(frozen=True, slots=True)
class Form:
    """Wordings of questions for one path.

    `path` lists its relations, with ``<`` before those followed against their direction. `kind` is what is asked about
    the entities at its end: ``which``, ``count`` or ``whether``. In a wording, ``X`` is the topic, and ``Y`` the entity
    that a yes/no question asks about.
    """

    kind: str
    path: tuple[str, ...]
    wordings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SmallGraph:
    """A graph with its questions in the form of JSON lines: ``question``, ``topic`` (a list), ``answers``."""

    name: str
    triples: tuple[Triple, ...]
    questions: tuple[dict[str, object], ...]


def company(draw: random.Random) -> list[Triple]:
    """Return employees, departments, offices, projects, tools and customers."""
    departments = ["Sales", "Research", "Logistics", "Finance", "Support", "Design"]
    projects = [
        f"Project {name}" for name in ("Heron", "Lynx", "Otter", "Raven", "Stork", "Marten", "Ibis", "Elk")
    ]
    tools = ["Gridline", "Papertrail", "Quickboard", "Solvent", "Tracepoint"]
    customers = ["Norva Foods", "Belmont Rail", "Castor Energy", "Delphi Press", "Eastgate Clinic"]
    triples: list[Triple] = [(one, "located_in", draw.choice(_CITIES[:4])) for one in departments]
    for place, person in enumerate(_PEOPLE):
        triples.append((person, "works_in", departments[place % len(departments)]))
        if place >= len(departments):
            triples.append((person, "reports_to", _PEOPLE[place % len(departments)]))
        triples += [(person, "assigned_to", one) for one in draw.sample(projects, draw.choice((1, 1, 2)))]
        triples.append((person, "speaks", draw.choice(("German", "French", "Spanish", "Polish"))))
    for project in projects:
        triples.append((project, "led_by", draw.choice(_PEOPLE)))
        triples.append((project, "ordered_by", draw.choice(customers)))
        triples += [(project, "uses", one) for one in draw.sample(tools, 2)]
    return triples


def geography(draw: random.Random) -> list[Triple]:
    """Return countries with cities, rivers, languages, currencies and mayors."""
    countries = [
        "Aldoria",
        "Bretha",
        "Corvia",
        "Dalmera",
        "Estva",
        "Folkland",
        "Gorland",
        "Helvar",
        "Istrava",
        "Jutmark",
    ]
    rivers = ["Arvo", "Bress", "Calder", "Dwyn", "Enns", "Fulda", "Garonne", "Havel"]
    triples: list[Triple] = []
    for place, country in enumerate(countries):
        cities = _CITIES[2 * place : 2 * place + 2]
        triples += [(city, "city_in", country) for city in cities]
        triples += [
            (country, "capital", cities[0]),
            (country, "continent", ("Vesteria", "Ostria", "Meridia")[place % 3]),
            (country, "official_language", draw.choice(("Aldorian", "Brethan", "Corvish"))),
            (country, "currency", draw.choice(("crown", "florin", "thaler"))),
            (country, "borders", countries[(place + 1) % len(countries)]),
            (countries[(place + 1) % len(countries)], "borders", country),
        ]
    for place, city in enumerate(_CITIES):
        triples.append((city, "mayor", _PEOPLE[place]))
        triples.append((city, "twinned_with", draw.choice([one for one in _CITIES if one != city])))
    for river in rivers:
        triples += [(river, "flows_through", one) for one in draw.sample(countries, draw.choice((2, 3)))]
    return triples


def family(draw: random.Random) -> list[Triple]:
    """Return three generations with their towns, trades, schools and pets."""
    triples: list[Triple] = []
    couples = [(_PEOPLE[place], _PEOPLE[place + 1]) for place in range(0, 8, 2)]
    middle = _PEOPLE[8:20]
    young = _PEOPLE[20:36]
    for place, child in enumerate(middle):
        triples += [(parent, "parent_of", child) for parent in couples[place % len(couples)]]
    married = [(middle[place], middle[place + 1]) for place in range(0, 12, 2)]
    for place, child in enumerate(young):
        triples += [(parent, "parent_of", child) for parent in married[place % len(married)]]
    for one, other in couples + married:
        triples += [(one, "married_to", other), (other, "married_to", one)]
    for person in _PEOPLE:
        triples += [
            (person, "born_in", draw.choice(_CITIES[:6])),
            (person, "lives_in", draw.choice(_CITIES[4:10])),
            (person, "occupation", draw.choice(("baker", "teacher", "pilot", "nurse", "carpenter"))),
        ]
        if draw.random() < 0.6:
            triples.append(
                (person, "attended", draw.choice(("Hillside School", "Lakeview School", "Abbey School")))
            )
        if draw.random() < 0.4:
            triples.append(
                (person, "owns_pet", f"{person.split()[0]}'s {draw.choice(('dog', 'cat', 'parrot'))}")
            )
    return triples


_COMPANY = (
    Form("which", ("works_in",), ("which department does X work in?", "what is X's department?")),
    Form("which", ("<works_in",), ("who works in X?", "which employees are in X?", "list the staff of X")),
    Form("which", ("reports_to",), ("who does X report to?", "who is the boss of X?")),
    Form("which", ("<reports_to",), ("who reports to X?", "who are the subordinates of X?")),
    Form("which", ("led_by",), ("who leads X?", "who is in charge of X?")),
    Form("which", ("ordered_by",), ("which customer ordered X?", "who is X for?")),
    Form("which", ("uses",), ("which tools does X use?", "what software is used by X?")),
    Form("which", ("speaks",), ("what language does X speak?",)),
    Form("which", ("works_in", "located_in"), ("where is the department that X works in located?",
                                             "in which city does X work?")),
    Form("which", ("led_by", "works_in"), ("in which department does the leader of X work?",)),
    Form("which", ("reports_to", "speaks"), ("what language does the boss of X speak?",)),
    Form("which", ("<ordered_by", "led_by"), ("who leads the projects ordered by X?",)),
    Form("which", ("<led_by", "ordered_by"), ("for which customers are the projects led by X?",)),
    Form("which", ("<works_in", "assigned_to", "uses"), ("which tools are used by the projects that people in X are assigned to?",)),
    Form("which", ("led_by", "works_in", "located_in"), ("in which city is the department of the leader of X located?",)),
    Form("count", ("<works_in",), ("how many people work in X?", "how many employees does X have?")),
    Form("count", ("<assigned_to",), ("how many people are assigned to X?",)),
    Form("count", ("<reports_to",), ("how many people report to X?",)),
    Form("whether", ("works_in",), ("does X work in Y?", "is X in the Y department?")),
    Form("whether", ("reports_to",), ("does X report to Y?",)),
    Form("whether", ("uses",), ("does X use Y?",)),
)  # fmt: skip
_GEOGRAPHY = (
    Form("which", ("capital",), ("what is the capital of X?", "which city is X's capital?")),
    Form("which", ("<capital",), ("which country has X as its capital?",)),
    Form("which", ("borders",), ("which countries border X?", "what are the neighbours of X?")),
    Form("which", ("official_language",), ("what language is spoken in X?", "what is the official language of X?")),
    Form("which", ("currency",), ("what is the currency of X?", "what money do they use in X?")),
    Form("which", ("continent",), ("on which continent is X?",)),
    Form("which", ("mayor",), ("who is the mayor of X?", "who governs the town of X?")),
    Form("which", ("flows_through",), ("which countries does the X flow through?",)),
    Form("which", ("<flows_through",), ("which rivers flow through X?", "what are the rivers of X?")),
    Form("which", ("<city_in",), ("which cities are in X?", "name the towns of X")),
    Form("which", ("capital", "mayor"), ("who is the mayor of the capital of X?",)),
    Form("which", ("city_in", "currency"), ("what is the currency of the country that X is in?",)),
    Form("which", ("borders", "capital"), ("what are the capitals of the countries that border X?",)),
    Form("which", ("flows_through", "official_language"), ("which languages are spoken in the countries X flows through?",)),
    Form("which", ("twinned_with", "mayor"), ("who is the mayor of the town that X is twinned with?",)),
    Form("which", ("city_in", "capital", "mayor"), ("who is the mayor of the capital of the country of X?",)),
    Form("which", ("flows_through", "capital", "mayor"), ("who are the mayors of the capitals of the countries that the X flows through?",)),
    Form("count", ("borders",), ("how many countries border X?", "how many neighbours does X have?")),
    Form("count", ("<continent",), ("how many countries are there in X?",)),
    Form("count", ("<flows_through",), ("how many rivers flow through X?",)),
    Form("whether", ("borders",), ("does X border Y?", "is X a neighbour of Y?")),
    Form("whether", ("flows_through",), ("does the X flow through Y?",)),
    Form("whether", ("capital",), ("is the capital of X Y?",)),
)  # fmt: skip
_FAMILY = (
    Form("which", ("parent_of",), ("who are the children of X?", "who are X's kids?")),
    Form("which", ("<parent_of",), ("who are the parents of X?", "who is X's mother or father?")),
    Form("which", ("married_to",), ("who is X married to?", "who is the spouse of X?")),
    Form("which", ("born_in",), ("where was X born?", "what is X's birthplace?")),
    Form("which", ("lives_in",), ("where does X live?", "in which town is X's home?")),
    Form("which", ("occupation",), ("what is the occupation of X?", "what does X do for a living?")),
    Form("which", ("attended",), ("which school did X attend?", "where did X go to school?")),
    Form("which", ("owns_pet",), ("what pet does X own?",)),
    Form("which", ("<born_in",), ("who was born in X?",)),
    Form("which", ("<occupation",), ("who works as a X?", "name everyone who is a X")),
    Form("which", ("married_to", "born_in"), ("where was the spouse of X born?",)),
    Form("which", ("<parent_of", "occupation"), ("what do the parents of X do for a living?",
                                                 "what are the occupations of X's parents?")),
    Form("which", ("parent_of", "parent_of"), ("who are the children of X's children?", "who are the grandchildren of X?")),
    Form("which", ("parent_of", "lives_in"), ("where do the children of X live?",)),
    Form("which", ("married_to", "owns_pet"), ("what pet does the spouse of X own?",)),
    Form("which", ("parent_of", "married_to", "occupation"), ("what are the occupations of the spouses of X's children?",)),
    Form("which", ("<parent_of", "<parent_of", "born_in"), ("where were the parents of X's parents born?",)),
    Form("count", ("parent_of",), ("how many children does X have?", "how many kids does X have?")),
    Form("count", ("<lives_in",), ("how many people live in X?",)),
    Form("count", ("<born_in",), ("how many people were born in X?",)),
    Form("whether", ("married_to",), ("is X married to Y?", "is Y the spouse of X?")),
    Form("whether", ("lives_in",), ("does X live in Y?",)),
    Form("whether", ("attended",), ("did X attend Y?",)),
)  # fmt: skip

_GRAPHS = {"company": (company, _COMPANY), "geography": (geography, _GEOGRAPHY), "family": (family, _FAMILY)}
NAMES = tuple(_GRAPHS)
# Maximum number of questions per wording.
_ASKED = 6


def small_graph(name: str, seed: int = 0) -> SmallGraph:
    """Return the graph `name` (one of `NAMES`); deterministic for a given seed."""
    make, forms = _GRAPHS[name]
    draw = random.Random(seed)
    triples = list(dict.fromkeys(make(draw)))
    questions = [one for form in forms for one in _questions(form, triples, draw)]
    draw.shuffle(questions)
    return SmallGraph(name, tuple(triples), tuple(questions))


def follow(triples: Sequence[Triple], topic: str, path: Sequence[str]) -> set[str]:
    """Return the entities that a path reaches from a topic, except the topic; no step goes back along its triple."""
    level: set[tuple[str, int]] = {(topic, -1)}
    for step in path:
        inward, relation = step.startswith("<"), step.lstrip("<")
        level = {
            (subject if inward else object_, number)
            for number, (subject, own, object_) in enumerate(triples)
            for node, came in level
            if own == relation and number != came and node == (object_ if inward else subject)
        }
    return {node for node, _ in level} - {topic}


def _questions(form: Form, triples: Sequence[Triple], draw: random.Random) -> Iterator[dict[str, object]]:
    topics = sorted({end for subject, _, object_ in triples for end in (subject, object_)})
    answered = {topic: found for topic in topics if (found := follow(triples, topic, form.path))}
    possible = sorted(frozenset().union(*answered.values()))
    for wording in form.wordings:
        for topic in draw.sample(sorted(answered), min(_ASKED, len(answered))):
            right = sorted(answered[topic])
            named, answers = [topic], right
            if form.kind == "count":
                answers = [str(len(right))]
            elif form.kind == "whether":
                true = draw.random() < 0.5
                others = [one for one in possible if one not in right and one != topic]
                named.append(draw.choice(right if true or not others else others))
                answers = ["yes" if named[1] in right else "no"]
            # Replaced in one pass, because names may contain these letters.
            text = "".join({"X": topic, "Y": named[-1]}.get(part, part) for part in _split(wording))
            yield {
                "question": text,
                "topic": named,
                "answers": answers,
                "kind": form.kind,
                "hops": len(form.path),
            }


def _split(wording: str) -> Iterator[str]:
    start = 0
    for place, letter in enumerate(wording):
        alone = not wording[place - 1 : place].isalnum() and not wording[place + 1 : place + 2].isalnum()
        if letter in "XY" and alone:
            yield wording[start:place]
            yield letter
            start = place + 1
    yield wording[start:]
