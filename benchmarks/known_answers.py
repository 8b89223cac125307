"""A generated graph of institutes, their people and cities, with questions whose answers are known in advance."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product

Triple = tuple[str, str, str]

_BEGINNINGS = (
    "Bel",
    "Dor",
    "Fen",
    "Gal",
    "Hest",
    "Jor",
    "Kel",
    "Lum",
    "Mav",
    "Nor",
    "Pel",
    "Ros",
    "Tav",
    "Vol",
)
_MIDDLES = ("amar", "enko", "idas", "olvi", "umeth", "arrin", "essa", "ithel", "oska", "undra")
_FEWEST_STAFF, _MOST_STAFF = 4, 9
_CITIES = 20


@dataclass(frozen=True, slots=True)
class KnownQuestion:
    """A question and the names of exactly those entities that answer it."""

    text: str
    answers: frozenset[str]


@dataclass(frozen=True, slots=True)
class KnownGraph:
    """Triples, and questions about them."""

    triples: list[Triple]
    questions: list[KnownQuestion]


def known_graph(institutes: int = 50, seed: int = 0) -> KnownGraph:
    """Return a graph of at most 100 institutes, each with some people, and seven questions about each."""
    chance = random.Random(seed)
    # Distinct, pronounceable, and no words of a question.
    names = ["".join(parts) for parts in product(_BEGINNINGS, _MIDDLES, map(str.lower, _BEGINNINGS))]
    chance.shuffle(names)
    cities = [names.pop() for _ in range(_CITIES)]
    graph = KnownGraph([], [])
    for _ in range(institutes):
        institute, head = f"{names.pop()} Institute", f"{names.pop()} {names.pop()}"
        staff = [f"{names.pop()} {names.pop()}" for _ in range(chance.randint(_FEWEST_STAFF, _MOST_STAFF))]
        city, home = chance.choice(cities), chance.choice(cities)
        graph.triples.extend(
            [(head, "leads", institute), (institute, "located_in", city), (head, "lives_in", home)]
        )
        graph.triples.extend((one, "works_in", institute) for one in staff)
        for text, answers in (
            (f"who leads {institute}?", [head]),
            (f"who works in {institute}?", staff),
            (f"how many people work in {institute}?", [str(len(staff))]),
            (f"where is {institute} located?", [city]),
            (f"where does {head} live?", [home]),
            (f"where is what [{head}] leads located?", [city]),
            (f"who works in the institute that {head} leads?", staff),
        ):
            graph.questions.append(KnownQuestion(text, frozenset(answers)))
    return graph
