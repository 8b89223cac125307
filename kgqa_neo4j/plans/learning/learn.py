"""Learning chains of steps from pairs: which relation paths explain the answers of each question form."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgqa_neo4j.embedding.base import Embedder
from kgqa_neo4j.plans.learning import store
from kgqa_neo4j.plans.learning.exemplars import ENOUGH, Exemplar, Found, Pair
from kgqa_neo4j.plans.learning.search import STEPS, explain
from kgqa_neo4j.plans.learning.training import LEAST_SCORE
from kgqa_neo4j.plans.plan import Path
from kgqa_neo4j.plans.text import path_text
from kgqa_neo4j.store.driver import Database

# Forms that are searched, and then written in one transaction.
WRITTEN_TOGETHER = 20
# Maximum number of forms per call that are searched for paths of all lengths: more than a model is fitted to.
MOST_DEEP = 2000

# Returns the objection to learning a path, with its mean F1, for the question form of a pair; "" for none.
Objects = Callable[[Pair, Path, float], str]

# Receives the stage, how many are done, and of how many.
OnStage = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result for the `pairs` of one form: the plan or query that explains them with its mean F1, or why none does.

    `places` are their files and lines, if they are from files.
    """

    form: str
    pairs: int
    plan: str = ""
    score: float = 0.0
    reason: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LearnedWord:
    """A word or phrase, the name of the relation that it was learned to mean, and the number of pairs as evidence."""

    word: str
    relation: str
    pairs: int


@dataclass(frozen=True, slots=True)
class Learned:
    """The result of learning, in numbers of pairs and of question forms.

    `new` pairs were not known before. `unusable` ones have a topic, or only answers, that the graph lacks;
    `conditional` ones ask for more than a relation path. `forms` were changed; `explained` of them are explained by a
    path of mean F1 `LEAST_SCORE` or more, or by a query. `outcomes` has the details of each form. `words` are those
    whose meaning changed, `preferred` the forms of answers that now replace the usual ones.
    """

    pairs: int = 0
    new: int = 0
    unusable: int = 0
    forms: int = 0
    explained: int = 0
    conditional: int = 0
    outcomes: tuple[Outcome, ...] = field(default=(), compare=False)
    words: tuple[LearnedWord, ...] = field(default=(), compare=False)
    preferred: tuple[str, ...] = field(default=(), compare=False)


def learn(
    database: Database,
    embedder: Embedder,
    pairs: Sequence[Pair],
    set_name: str,
    on_stage: OnStage = lambda stage, done, of: None,
    objects: Objects = lambda pair, path, score: "",
) -> Learned:
    """Add pairs to a set of exemplars. Pairs that it already has change nothing, nor do forms that `objects` refuses.

    Forms are written in batches, each form completely or not at all, so after an interruption the same call resumes
    where it stopped.

    Raises:
        DatabaseError: or a subclass.
    """
    store.prepare(database, embedder.dimension)
    known = {one.form: one for one in store.read(database, [set_name])}
    usable = [pair for pair in pairs if not pair.unusable]
    new = _new(usable, known)
    forms = sorted(new)
    deep = _searched_deep(new, set_name)
    explained = 0
    refused: dict[str, str] = {}
    total = sum(map(len, new.values()))
    done = 0
    for start in range(0, len(forms), WRITTEN_TOGETHER):
        some = {form: new[form] for form in forms[start : start + WRITTEN_TOGETHER]}
        found = _found(database, some, known, deep)
        refused |= _refused(found, known, set_name, objects)
        found = {form: pairs for form, pairs in found.items() if form not in refused}
        learned = store.add(database, set_name, found, embedder.encode(list(found)))
        known.update((one.form, one) for one in learned)
        explained += sum(one.best[1] >= LEAST_SCORE for one in learned)
        done += sum(map(len, some.values()))
        on_stage("pairs", done, total)
    conditional = sum(bool(pair.topics and pair.condition) for pair in pairs)
    return Learned(
        len(pairs),
        total - sum(len(new[form]) for form in refused),
        len(pairs) - len(usable) - conditional,
        len(forms) - len(refused),
        explained,
        conditional,
        tuple(_outcomes(pairs, known, refused)),
    )


def _refused(
    found: Mapping[str, Sequence[Found]], known: Mapping[str, Exemplar], set_name: str, objects: Objects
) -> dict[str, str]:
    """Return the forms from which nothing is learned, each with the objection to it."""
    refused = {}
    for form, pairs in found.items():
        path, score = (known.get(form) or Exemplar(set_name, form)).with_new(pairs).best
        if reason := objects(pairs[0][0], path, score):
            refused[form] = reason
    return refused


def _outcomes(
    pairs: Sequence[Pair], known: Mapping[str, Exemplar], refused: Mapping[str, str]
) -> Iterator[Outcome]:
    """Yield the result for each form, and for each reason not to learn from it, in the order of the pairs."""
    counts = Counter((pair.form, pair.unusable) for pair in pairs)
    for (form, unusable), count in counts.items():
        if reason := unusable or refused.get(form, ""):
            yield Outcome(form, count, reason=reason)
            continue
        path, score = known[form].best
        if score >= LEAST_SCORE:
            yield Outcome(form, count, path_text(path), score)
        elif path:
            best = f"the best of up to {STEPS} steps, {path_text(path)}, agrees with {score:.0%} of them (F1)"
            yield Outcome(form, count, reason=f"no plan leads to the answers: {best}")
        else:
            yield Outcome(form, count, reason=f"no plan of up to {STEPS} steps leads to any of the answers")


def _new(pairs: Sequence[Pair], known: dict[str, Exemplar]) -> dict[str, list[Pair]]:
    """Return the pairs that the exemplars do not have yet, by form."""
    found: dict[str, dict[str, Pair]] = {}
    for pair in pairs:
        if pair.form not in known or pair.key not in known[pair.form].pairs:
            found.setdefault(pair.form, {}).setdefault(pair.key, pair)
    return {form: list(of_form.values()) for form, of_form in found.items()}


def _searched_deep(new: dict[str, list[Pair]], set_name: str) -> frozenset[str]:
    """Return the forms whose pairs are searched for paths of all lengths.

    A short path may explain a single pair by chance; other forms can only decide if longer explanations are known too.
    But long paths take time, so only the best supported forms are searched for them: those that a model is fitted to.
    """
    return frozenset(
        heapq.nsmallest(MOST_DEEP, new, key=lambda form: (-len(new[form]), Exemplar(set_name, form).id))
    )


def _found(
    database: Database, new: dict[str, list[Pair]], known: dict[str, Exemplar], deep: frozenset[str]
) -> dict[str, list[Found]]:
    """Return the new pairs of some forms with the paths that explain them; only the first of each form are searched."""
    wanted = {
        form: pairs[: max(0, ENOUGH - (known[form].searched if form in known else 0))]
        for form, pairs in new.items()
    }
    searched = [pair for pairs in wanted.values() for pair in pairs]
    shallow = [pair.form not in deep for pair in searched]
    paths = explain(database, searched, shallow)
    found = {pair.key: one for pair, one in zip(searched, paths, strict=True)}
    return {form: [(pair, found.get(pair.key)) for pair in pairs] for form, pairs in new.items()}
