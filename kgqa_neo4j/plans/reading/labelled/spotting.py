"""Finds the spots of a question: words of the schema, stored values, numbers and dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import combinations, pairwise

from kgqa_neo4j.attached.model import FoundValue
from kgqa_neo4j.plans.reading.labelled.asking import asking_spots, dated
from kgqa_neo4j.plans.reading.labelled.companies import firm_spots
from kgqa_neo4j.plans.reading.labelled.literals import literal_spots, with_number
from kgqa_neo4j.plans.reading.labelled.persons import person_spots
from kgqa_neo4j.plans.reading.labelled.span_extension import with_tails
from kgqa_neo4j.plans.reading.labelled.spots import Spot, Token, places_of, runs_of
from kgqa_neo4j.plans.reading.labelled.stored import StoredWords
from kgqa_neo4j.plans.reading.labelled.topics import topic_spots
from kgqa_neo4j.plans.reading.labelled.verbs import (
    ends_helped,
    is_done_as,
    is_done_there,
    is_perfect,
    is_verb,
    joins_on,
)
from kgqa_neo4j.plans.reading.labelled.vocabulary import VALUES, Kind, Named, Vocabulary
from kgqa_neo4j.question.directions import PREPOSITIONS
from kgqa_neo4j.question.kinship import shared_by
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, GENERIC_NOUNS, IMPERATIVES, KINDS, LIGHT_VERBS
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.opposites import opposites
from kgqa_neo4j.question.tables import table
from kgqa_neo4j.question.thesaurus import phrase_at
from kgqa_neo4j.question.wording import is_participle
from kgqa_neo4j.question.wording import words as split_words

_LONGEST_NAME = 4
# Minimum scores of words for an element: by their own words, and by other words.
_NAMES, _MEANS = 0.4, 0.52
# Penalty for other meanings of words that are part of a name.
_MEANT_BESIDE = 0.1
# Minimum score of a word that is part of a property's name, and not just a form of one.
_PARTLY = 0.65
# Minimum score of words that are an element's whole name.
_CALLED = 0.99
# Maximum distance of a span's candidates from the best one.
_AS_GOOD = 0.3
# Minimum score of a word that may be the verb in a type's name.
_RELATES = 0.6
_BEING = frozenset({"is", "are", "was", "were", "being", "be"})
_MEANWHILE = frozenset({"currently", "still", "now", "already", "presently", "just", "always"})
_BEHIND_NOUN = frozenset({"and", "or", ",", "&", "of"})
_COORDINATING = frozenset({"and", "or"})
# Minimum score of words that clearly name an element.
_WELL = 0.8
# Minimum score of another noun for a requested label.
_LABELLED = 0.7
_OFTEN = frozenset({"many", "of"})
# Number of words in "years of experience".
_OF_TWO = 3
# Adverbs that may end the name of a property: `bornHere`.
_ADVERBS = frozenset({"here", "now", "out", "off"})
# Nouns after the quoted name of an element, and the kinds of elements that they announce.
_SCHEMA_NOUNS = {
    "node": (Kind.LABEL,), "label": (Kind.LABEL,), "relationship": (Kind.TYPE,), "property": VALUES,
    "field": VALUES, "attribute": VALUES, "value": VALUES,
}  # fmt: skip
# Endings of nouns for places: "birthplace", "hometown".
_PLACES = ("place", "town")
_AUXILIARIES = frozenset({"was", "were", "is", "are", "has", "have", "had", "been", "be", "did", "get", "got"})
# Maximum tokens of a property's name that is interrupted by auxiliaries.
_PARTED = 5


# Score of a property that two phrases name together.
_BOTH_CALL = 0.95


def spots_of(
    tokens: Sequence[Token], vocabulary: Vocabulary, stored: StoredWords, taken: Sequence[bool]
) -> list[Spot]:
    """Return the spots of a question, from left to right and without overlap.

    Args:
        tokens: of the question.
        vocabulary: the words of the schema.
        stored: which of the tokens are stored values.
        taken: for each token, whether it expresses an operation, and so names nothing.
    """
    values = (with_number(spot) for spot in stored.spots(vocabulary, taken))
    spots = [
        *_schema_spots(tokens, vocabulary, taken),
        *values,
        *literal_spots(tokens, vocabulary.has_durations),
    ]
    chosen = _chosen(spots, tokens)
    chosen = sorted([*chosen, *topic_spots(tokens, chosen, taken)], key=lambda one: one.first)
    _take_appositions(chosen, vocabulary)
    _take_parted(chosen)
    for spot in chosen:
        if spot.best(Kind.TYPE) >= _RELATES and (is_verb(tokens, spot) or joins_on(tokens, spot)):
            spot.named = tuple(one for one in spot.named if one.element.kind is not Kind.LABEL)
    return with_tails(chosen, tokens)


def _take_appositions(spots: Sequence[Spot], vocabulary: Vocabulary) -> None:
    """Read a noun right before a name as the label of what has that name: "rack R7", "case 4711"."""
    for noun, name in pairwise(spots):
        labels = [one for one in noun.of(Kind.LABEL) if one.score >= _WELL]
        own = {one.element.name for one in labels}
        named = [one for one in name.values if one.label in own and vocabulary.is_name(one.label, one.property)]
        if name.first == noun.last and named and not noun.quoted:
            noun.named = tuple(labels)
            name.values = tuple(named)


def _take_parted(spots: Sequence[Spot]) -> None:
    """Read two phrases as the property that they name together: "units of salt in stock" for `unitsInStock`."""
    for one, other in combinations([spot for spot in spots if not spot.constant], 2):
        shared = {named.element for named in one.of(Kind.PROPERTY)} & {
            named.element for named in other.of(Kind.PROPERTY)
        }
        said = [set(split_words(spot.text.lower())) for spot in (one, other)]
        called = [
            element
            for element in shared
            if set.union(*said) >= (all_of := set(split_words(element.name)))
            and one.last < other.first
            # "The one used by the user with the user ID 45": a single phrase has the whole name.
            and not any(some >= all_of for some in said)
        ]
        for element in called if len(called) == 1 else ():
            for spot in (one, other):
                others = tuple(named for named in spot.named if named.element != element)
                spot.named = (Named(element, _BOTH_CALL), *others)


def _schema_spots(tokens: Sequence[Token], vocabulary: Vocabulary, taken: Sequence[bool]) -> list[Spot]:
    spots: list[Spot] = []
    named: set[int] = set()
    for first, last in runs_of(tokens, _LONGEST_NAME, ("word", "quoted")):
        run = tokens[first:last]
        quoted = any(one.kind == "quoted" for one in run)
        if quoted and last - first > 1:
            continue
        if quoted:
            found = vocabulary.identified(run[0].text)
            kinds = _SCHEMA_NOUNS.get(singular_of(tokens[last].lower)) if last < len(tokens) else None
            if kinds and any(one.element.kind in kinds for one in found):
                found = [one for one in found if one.element.kind in kinds]
                last += 1
        else:
            if any(taken[first:last]) or any(one.possessive for one in run[:-1]):
                continue
            said = [word for one in run for word in split_words(one.lower.replace("&", " and "))]
            joins = said and "&" not in run[0].text and (_joins(said[0]) or _joins(said[-1]))
            if not said or (first == 0 and _bids(tokens)):
                continue
            found = vocabulary.named(said)
            if len(said) == _OF_TWO and said[1] == "of" and not joins:
                found = _named_of(said, vocabulary) or found
            if last - first == 1 and shared_by(said[0]):
                # Co-stars are no stars: words for sharing are read elsewhere, unless they are a whole name.
                found = [one for one in found if one.score >= _CALLED]
            if joins:
                # A whole name may contain function words: "list price".
                found = [
                    one
                    for one in found
                    if one.score >= _CALLED
                    and (not _joins(said[-1]) or said[-1] in _ADVERBS)
                    and one.element.kind in VALUES
                ]
                if not found:
                    continue
            if last - first == 1 and _asks_for(tokens, first) and found and found[0].element.kind is Kind.TYPE:
                # "Which shows opened" requests nodes, whatever type has this verb in its name.
                labels = [one for one in vocabulary.meant(said)[0] if one.element.kind is Kind.LABEL]
                found = [
                    *(replace(one, score=found[0].score) for one in labels if one.score >= _LABELLED),
                    *found,
                ]
            if last - first == 1 and is_done_there(tokens, first):
                # "Based at" does not mean a `basePrice`.
                found = [
                    one
                    for one in found
                    if one.score >= _WELL or one.element.kind not in VALUES or one.element in vocabulary.times
                ]
            if run[-1].lower in LIGHT_VERBS:
                # "Used in" does not mean `lastUsed`, and an "address used" is not a user.
                least = _WELL if last - first == 1 else _CALLED
                kinds = VALUES if last - first == 1 else (*VALUES, Kind.LABEL, Kind.TYPE)
                found = [one for one in found if one.score >= least or one.element.kind not in kinds]
            if last - first == 1:
                # An identifier means the element that is written so.
                exact = vocabulary.identified(run[0].text)
                found = exact if exact and (not run[0].text.islower() or len(said) > 1) else found
        best = found[0].score if found else 0.0
        if best >= _NAMES:
            named.update(range(first, last) if best >= 0.8 else ())
            kept = tuple(one for one in found if one.score >= best - _AS_GOOD)
            if last - first == 1 and ends_helped(tokens, first):
                # "When did she score" means the verb: `SCORED_GOAL`, and no `score`.
                verbs = [one for one in found if is_done_as(one, run[0].lower)]
                done = [one for one in kept if one.element.kind not in VALUES]
                kept = tuple(verbs) or tuple(done) or kept
            spots.append(Spot(first, last, " ".join(one.text for one in run), kept, quoted=quoted))
            if beside := _sharing(tokens, first, last, vocabulary):
                spots.append(beside)
    for asking in asking_spots(tokens, vocabulary):
        spots = [one for one in spots if (one.first, one.last) != (asking.first, asking.last)]
        named.update(range(asking.first, asking.last))
        spots.append(asking)
    for first, last, found in _opposed(tokens, vocabulary, taken, named):
        named.update(range(first, last))
        spots = [one for one in spots if one.first >= last or one.last <= first]
        text = " ".join(one.text for one in tokens[first:last])
        spots.append(Spot(first, last, text, tuple(found), denied=True))
    for first, last, found in _parted(tokens, vocabulary, taken):
        named.update(range(first, last))
        spots.append(Spot(first, last, " ".join(one.text for one in tokens[first:last]), tuple(found)))
    for first, dates in dated(tokens, vocabulary, taken, named):
        named.update((first, first + 1))
        spots.append(Spot(first, first + 2, f"{tokens[first].text} {tokens[first + 1].text}", tuple(dates)))
    others = [
        place
        for place, one in enumerate(tokens)
        if one.kind == "word"
        and place not in named
        and not taken[place]
        and one.lower not in FUNCTION_WORDS
        and one.lower not in GENERIC_NOUNS
        and one.lower not in LIGHT_VERBS
        and not shared_by(one.lower)
        # "How many times" asks how often, not for a time.
        and not (one.lower == "times" and place and tokens[place - 1].lower in _OFTEN)
        and singular_of(one.lower) not in _SCHEMA_NOUNS
        and one.text.isalpha()
        and (one.text.islower() or place == 0)
    ]
    phrases = _phrases(tokens, named, taken)
    spans = [
        *phrases,
        *((one, one + 1) for one in others if not any(low <= one < high for low, high in phrases)),
    ]
    texts = [" ".join(one.lower for one in tokens[low:high]) for low, high in spans]
    for (low, high), text, found in zip(spans, texts, vocabulary.meant(texts), strict=True):
        if high - low > 1 and any(one.score >= _WELL for one in vocabulary.named(text.split())):
            # "Working on" is the name of `WORKS_ON`.
            continue
        near = _meant_there(tokens, low, high, found, vocabulary)
        if near:
            both = _with_own(near, (low, high), spots)
            spots = [one for one in spots if (one.first, one.last) != (low, high) or both == tuple(near)]
            spots.append(Spot(low, high, text, both))
    known = [at in named or taken[at] for at in range(len(tokens))]
    firms = firm_spots(tokens, vocabulary, known, spots)
    doers = [spot for spot in spots if spot.of(Kind.LABEL, Kind.TYPE)]
    meant = places_of(doers)
    persons = person_spots(tokens, vocabulary, [one or at in meant for at, one in enumerate(known)])
    return [*spots, *firms, *persons]


def _meant_there(
    tokens: Sequence[Token], low: int, high: int, found: Sequence[Named], vocabulary: Vocabulary
) -> list[Named]:
    """Return the candidates that fit the words around, best first."""
    noun = tokens[high - 1].lower
    if noun.endswith(_PLACES) or noun in KINDS["place"]:
        # A birthplace is not a date.
        found = [one for one in found if one.element not in vocabulary.times]
    near = [one for one in found if one.score >= max(_MEANS, found[0].score - 0.1)]
    if high - low == 1 and is_perfect(tokens, low):
        # "Has posted" is a verb, and means no property.
        near = [one for one in near if one.element.kind not in VALUES]
    if high - low == 1 and low and tokens[low - 1].lower == "who" and _is_past(noun):
        # "Who led" need not mean a label for leaders.
        near = [one for one in near if one.element.kind is not Kind.LABEL]
    return near


def _is_past(word: str) -> bool:
    """Return whether a word looks like a verb in the past tense."""
    return is_participle(word) or word in table("irregular_verbs.txt")


def _asks_for(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a plural noun directly follows "which" or "how many"."""
    before = tokens[place - 1].lower if place else ""
    return before in ("which", "what", "many") and is_plural(tokens[place].lower)


def _named_of(said: Sequence[str], vocabulary: Vocabulary) -> list[Named]:
    """Return the properties whose whole name is two nouns joined by "of": "years of experience"."""
    first, _, second = said
    if vocabulary.labels(first) or vocabulary.labels(second):
        # "References of incidents" are a property of incidents.
        return []
    found = [*vocabulary.named([first, second]), *vocabulary.named([second, first])]
    return [one for one in found if one.score >= _WELL and one.element.kind in VALUES]


def _with_own(meant: Sequence[Named], place: tuple[int, int], spots: Sequence[Spot]) -> tuple[Named, ...]:
    """Return the meanings of words and the names that they are part of, which are likelier: "time" for `startTime`."""
    own = [one for spot in spots if (spot.first, spot.last) == place for one in spot.named]
    if not any(one.score >= _PARTLY and one.element.kind in VALUES for one in own):
        own = []
    best = {one.element: one for one in meant}
    if own:
        best = {one.element: replace(one, score=one.score - _MEANT_BESIDE) for one in meant}
    for one in own:
        if one.element not in best or best[one.element].score < one.score:
            best[one.element] = one
    return tuple(sorted(best.values(), key=lambda one: -one.score))


def _bids(tokens: Sequence[Token]) -> bool:
    """Return whether a question starts with an imperative; "name and age of" does not."""
    behind = tokens[1].lower if len(tokens) > 1 else ""
    return tokens[0].lower in IMPERATIVES and not (tokens[0].lower == "name" and behind in _BEHIND_NOUN)


def _opposed(
    tokens: Sequence[Token], vocabulary: Vocabulary, taken: Sequence[bool], named: Set[int]
) -> Iterator[tuple[int, int, list[Named]]]:
    """Yield words for the opposite of a boolean property: "unverified".

    "Out of service" denies `inService`.
    """

    def truths(words: list[str]) -> list[Named]:
        found = vocabulary.named(words)
        return [one for one in found if one.score >= _WELL and vocabulary.is_truth(one.element)]

    for place, one in enumerate(tokens):
        if one.kind != "word" or taken[place] or not one.text.islower():
            continue
        after = [token.lower for token in tokens[place + 1 : place + 3]]
        if one.lower == "out" and after[:1] == ["of"] and (found := truths(["in", *after[1:]])):
            yield place, place + 3, found
        elif place not in named:
            found = next((found for word in opposites(one.lower) if (found := truths([word]))), [])
            if found:
                yield place, place + 1, found


def _parted(
    tokens: Sequence[Token], vocabulary: Vocabulary, taken: Sequence[bool]
) -> Iterator[tuple[int, int, list[Named]]]:
    """Yield words that name a property with a verb between them: "tickets were sold" for `tickets_sold`."""
    for first in range(len(tokens) - 2):
        last = first + 2
        while last < len(tokens) and last - first <= _PARTED and tokens[last - 1].lower in _AUXILIARIES:
            last += 1
        between = [one.lower for one in tokens[first + 1 : last - 1]]
        if not between or not set(between) <= _AUXILIARIES or any(taken[first:last]):
            continue
        ends = [tokens[first], tokens[last - 1]]
        if any(one.kind != "word" or one.lower in FUNCTION_WORDS for one in ends):
            continue
        found = vocabulary.named([one.lower for one in ends])
        kept = [one for one in found if one.score >= _WELL and one.element.kind in VALUES]
        if kept:
            yield first, last, kept


def _phrases(tokens: Sequence[Token], named: Set[int], taken: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the spans of words that have a joint meaning: "called off", "gives lessons"."""
    words = [one.lower if one.kind == "word" else "" for one in tokens]
    found = []
    for place in range(len(words)):
        # "How long" asks for a length or a duration, depending on what follows.
        last = place + (1 if words[place] == "how" else phrase_at(words, place))
        ends = last == len(tokens) or tokens[last].kind == "mark"
        # "What is it made of" asks for no maker.
        free = named.isdisjoint(range(place, last)) or (ends and words[last - 1] in PREPOSITIONS)
        if last - place > 1 and free and not any(taken[place:last]):
            found.append((place, last))
    return found


def _sharing(tokens: Sequence[Token], first: int, last: int, vocabulary: Vocabulary) -> Spot | None:
    """Return the word that shares the last noun of a name after it: "start" in "the start and end times"."""
    at = first - 2
    if at < 0 or last - first < 2 or tokens[at].kind != "word" or tokens[first - 1].lower not in _COORDINATING:
        return None
    found = vocabulary.named([tokens[at].lower, *(one.lower for one in tokens[first + 1 : last])])
    if not found or found[0].score < _WELL:
        return None
    return Spot(at, at + 1, tokens[at].text, tuple(one for one in found if one.score >= _WELL))


def _joins(word: str) -> bool:
    """Return whether a word is a function word, which names nothing by itself; "name" does."""
    return word in FUNCTION_WORDS and word != "name"


def _weight(spot: Spot, tokens: Sequence[Token]) -> float:
    """Return the weight of a spot against overlapping ones."""
    size: float = (spot.last - spot.first) ** 1.3
    if spot.quoted:
        return 10.0 * size if spot.named or spot.values else 8.0 * size
    if spot.named:
        return max(one.score for one in spot.named) * size
    if spot.values:
        best = spot.values[0].similarity
        proper = any(not one.text.islower() for one in tokens[spot.first : spot.last] if one.kind != "mark")
        # A common word is more likely a word of the schema; a name, or several words, a value.
        return best * size * (1.1 if proper and (spot.first > 0 or size > 1) else 0.85)
    return 0.5 * size


def _chosen(spots: Sequence[Spot], tokens: Sequence[Token]) -> list[Spot]:
    """Return the spots without overlap whose total weight is greatest."""
    ranked = sorted(spots, key=lambda one: one.last)
    best: list[tuple[float, tuple[Spot, ...]]] = [(0.0, ())] * (len(tokens) + 1)
    at = 0
    for end in range(1, len(tokens) + 1):
        best[end] = best[end - 1]
        while at < len(ranked) and ranked[at].last == end:
            spot = ranked[at]
            total = best[spot.first][0] + _weight(spot, tokens)
            if total > best[end][0]:
                best[end] = (total, (*best[spot.first][1], spot))
            at += 1
    return [_joined(spot, spots, tokens) for spot in best[-1][1]]


def _is_state(spot: Spot, values: Sequence[FoundValue], tokens: Sequence[Token]) -> bool:
    """Return whether a stored word is a state, and not an action: "that are running"."""
    at = spot.first - 1
    while at > 0 and tokens[at].lower in _MEANWHILE:
        at -= 1
    after = tokens[spot.last] if spot.last < len(tokens) else None
    ends = after is None or after.kind == "mark" or after.lower in _COORDINATING
    return ends and at > 0 and tokens[at].lower in _BEING and any(one.similarity >= 1.0 for one in values)


def _is_beside_label(spot: Spot, values: Sequence[FoundValue], spots: Sequence[Spot]) -> bool:
    """Return whether a word that is stored exactly as written stands before a label: "*accounting* integrations"."""
    stored = any(one.similarity >= 1.0 and one.value == spot.text for one in values)
    return stored and any(one.first == spot.last and one.of(Kind.LABEL) for one in spots)


def _joined(spot: Spot, spots: Sequence[Spot], tokens: Sequence[Token]) -> Spot:
    """Return a spot merged with the other meanings of the same tokens."""
    same = [one for one in spots if (one.first, one.last) == (spot.first, spot.last) and one is not spot]
    named = spot.named or next((one.named for one in same if one.named), ())
    values = spot.values or next((one.values for one in same if one.values), ())
    number = (
        spot.number if spot.number is not None else next((o.number for o in same if o.number is not None), None)
    )
    time = spot.time or next((one.time for one in same if one.time), None)
    if named and values and not spot.quoted:
        # What clearly names an element is not a value, unless it is a state. Stored words before a label are values
        # unless they are an element's whole name.
        beside = _is_beside_label(spot, values, spots)
        called = max(one.score for one in named) >= (_CALLED if beside else _WELL)
        values = () if called and not _is_state(spot, values, tokens) else values
        named = named if not values else ()
    if named and values and spot.quoted:
        named = () if any(one.value == spot.text for one in values) else named
        values = values if not named else ()
    unit = spot.unit or next((one.unit for one in same if one.unit), "")
    return replace(spot, named=named, values=values, number=number, unit=unit, time=time)
