"""Generate questions by grammar from plans of a graph, to fit a ranker without real questions."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kgqa_neo4j.plans.plan import Move, Path
from kgqa_neo4j.plans.ranking.graph_words import GraphWords
from kgqa_neo4j.question.lexicon import KINDS
from kgqa_neo4j.question.masking import MASK
from kgqa_neo4j.question.wording import agents, is_participle

_KINDS = list(KINDS)
_LEAST_PERSON = 0.5


class Grammar:
    """Phrases plans in English, with a random wording each time."""

    def __init__(self, graph: GraphWords, chance: random.Random) -> None:
        self._graph = graph
        self._chance = chance

    def question(self, path: Path) -> str:
        """Return a masked question that asks for the ends of `path`."""
        *before, last = path
        if len(path) > 1 and last == path[-2].back and self._chance.random() < 0.85:
            inner = self._phrase(path[:-2])
            return self._ask(self._sharing(path[-2], last, inner), last)
        return self._final(last, self._phrase(tuple(before)))

    def _phrase(self, path: Path) -> str:
        """Return a noun phrase for the entities that a path reaches."""
        text = MASK
        place = 0
        while place < len(path):
            move = path[place]
            if place + 1 < len(path) and path[place + 1] == move.back and self._chance.random() < 0.5:
                text = self._sharing(move, path[place + 1], text)
                place += 2
                continue
            text = self._step(move, text)
            place += 1
        return text

    def _sharing(self, move: Move, back: Move, inner: str) -> str:
        thing, role, verb = self._thing(back), self._role(move), self._verb(move)
        some = [
            f"the {thing} that share {role} with {inner}",
            f"the {thing} with the same {role} as {inner}",
            f"other {thing} by the {role} of {inner}",
            f"the {thing} that have the same {role} as {inner}",
            f"the {thing} sharing a {role} with {inner}",
            f"the {thing} of the {role} of {inner}",
        ]
        if verb:
            some += [
                f"the {thing} {verb} by the {role} of {inner}",
                f"the {thing} the {role} of {inner} also {verb}",
                f"other {thing} {verb} by the one who {verb} {inner}",
            ]
        return self._chance.choice(some)

    def _step(self, move: Move, inner: str) -> str:
        return self._chance.choice(self._phrases(move, inner))

    def _phrases(self, move: Move, inner: str) -> list[str]:
        role, verb, thing = self._role(move), self._verb(move), self._thing(move)
        if self._names_arrival(move):
            some = [
                f"the {role} of {inner}",
                f"the {role} of {inner}",
                f"the {role} in {inner}",
                f"{inner} 's {role}",
            ]
            if verb:
                some += [f"the {thing} who {verb} {inner}", f"the {thing} that {verb} {inner}"]
            return some
        some = [
            f"the {thing} with {role} {inner}",
            f"the {thing} whose {role} is {inner}",
            f"the {thing} that have {inner} as {role}",
            f"the {thing} of the {role} {inner}",
        ]
        if verb:
            some += [f"the {thing} {verb} by {inner}"] * 3 + [
                f"the {thing} {inner} {verb}",
                f"{inner} {verb} {thing}",
            ]
        return some

    def _final(self, move: Move, inner: str) -> str:
        role, verb, thing = self._role(move), self._verb(move), self._thing(move)
        some: list[str] = []
        if self._names_arrival(move):
            kind = self._kind(move)
            if verb:
                some += [f"who {verb} {inner}", f"which {thing} {verb} {inner}", f"{inner} was {verb} by whom"]
            if kind == "time":
                some += [f"when was {inner}", f"when was {inner} {role}", f"in what {role} was {inner}"]
            if kind == "person":
                some += [f"who is the {role} of {inner}", f"who are the {role} in {inner}"]
            some += [f"what {role} does {inner} have", f"what {role} is {inner} in"]
        else:
            some += [f"which {thing} has the {role} {inner}", f"what {thing} is {inner} the {role} of"]
            if verb:
                some += [f"what {thing} did {inner} {verb}", f"which {thing} were {verb} by {inner}"]
        some.append(self._ask(self._step(move, inner), move))
        return self._chance.choice(some)

    def _ask(self, phrase: str, move: Move) -> str:
        start = "who are" if self._kind(move) == "person" else "what are"
        return self._chance.choice([phrase, f"{start} {phrase}", f"what is {phrase}", f"name {phrase}"])

    def _names_arrival(self, move: Move) -> bool:
        return bool(self._graph.wordings[self._graph.number[move.relation]].names_object == move.outward)

    def _kind(self, move: Move) -> str:
        return _KINDS[int(self._graph.kinds[self._graph.end(move)].argmax())]

    def _thing(self, move: Move) -> str:
        return self._chance.choice(self._graph.nouns[self._graph.end(move)][:2])

    def _role(self, move: Move) -> str:
        wording = self._graph.wordings[self._graph.number[move.relation]]
        verbs = [word for word in wording.content if is_participle(word)]
        if verbs and len(wording.content) == 1:
            return self._chance.choice(agents(verbs[0]))
        nouns = [word for word in wording.content if word not in verbs] or list(wording.content)
        return self._chance.choice([wording.phrase, nouns[-1], " ".join(nouns)])

    def _verb(self, move: Move) -> str:
        wording = self._graph.wordings[self._graph.number[move.relation]]
        verbs = [word for word in wording.content if is_participle(word)]
        return verbs[0] if verbs else ""


def synthesise(
    graph: GraphWords, paths: Sequence[Path], count: int, seed: int = 0, shares: Sequence[float] = (1, 1, 1)
) -> list[tuple[str, Path]]:
    """Return `count` masked questions with their paths; `shares` are the weights of one, two and three steps."""
    chance = random.Random(seed)
    grammar = Grammar(graph, chance)
    lengths = sorted({len(path) for path in paths})
    by_length = {length: [path for path in paths if len(path) == length] for length in lengths}
    weights = [shares[min(length, len(shares)) - 1] for length in lengths]
    made = []
    for _ in range(count):
        path = chance.choice(by_length[chance.choices(lengths, weights)[0]])
        made.append((grammar.question(path), path))
    return made
