"""Parser of questions: finds their entities and operations, and what their words may stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from kgqa_neo4j.embedding.base import Vectors
from kgqa_neo4j.linking.base import Linking
from kgqa_neo4j.linking.parse import Parse, parse
from kgqa_neo4j.plans.reading.asked import AskedQuestion, Word
from kgqa_neo4j.plans.reading.classes import ClassNames
from kgqa_neo4j.plans.reading.costs import HEAD, LIGHT_VERB, MEANS
from kgqa_neo4j.plans.reading.mentions import NamedSpan, find_mentions, named
from kgqa_neo4j.plans.reading.named import is_apposition, named_ordinals
from kgqa_neo4j.plans.reading.names import Names
from kgqa_neo4j.plans.reading.view import GraphView
from kgqa_neo4j.question.answer_kinds import asks_whether
from kgqa_neo4j.question.kinship import relatives, shared_by
from kgqa_neo4j.question.lexicon import FUNCTION_WORDS, GENERIC_NOUNS, KINDS, LIGHT_VERBS, TAKING
from kgqa_neo4j.question.nouns import is_plural, singular_of
from kgqa_neo4j.question.operations import read_operations
from kgqa_neo4j.question.tenses import is_over, over_asked
from kgqa_neo4j.question.thesaurus import phrase_at
from kgqa_neo4j.question.wording import is_participle
from kgqa_neo4j.question.wording import words as words_of

_WORD = re.compile(r"§\d+|[^\W_][\w+]*(?:['-][^\W_]+)*")
_PART = re.compile(r"[^\W_]+")
# "Which acts have ...": a noun, whatever its part-of-speech tag.
_ASKED_NOUN = re.compile(
    r"\b(?:which|what|how many|whose) (?P<noun>[a-z]{3,}s)"
    r"(?= +(?:do|don|does|did|are|were|have|had|never|can|with|that|from)\b| *$"
    # "Which trains on X have ...": the noun is the subject of a later verb.
    r"| +(?:on|in|at|of|for|by|near) .*\b(?:do|does|did|are|were|have|had)\b)"
)
_WHO_DOES = re.compile(r"\bwho +$", re.IGNORECASE)
_ASKING = re.compile(r"\b(?:which|what) +$", re.IGNORECASE)
_DOING = re.compile(r" +(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b", re.IGNORECASE)
# "Which packages does somebody maintain": the subject, whatever its part-of-speech tag.
_DOER = re.compile(
    r"\b(?:does|did) (?!(?:the|a|an|each|every|it|he|she|they|we|you|i)\b)(?P<noun>[a-z]{3,}) (?=[a-z]+\W*$)"
)
# "What does X cost": the word after the name is the verb.
_DOES = re.compile(r"\b(?:do|does|did|can|could)(?: the)? +$")
# "Which incidents are *open*".
_IS = re.compile(r"(?:\b(?:is|are|was|were|be|been|still|currently|now|not)|n't) +$", re.IGNORECASE)
_HERE = re.compile(r" +(?:for us|with us|here)\b")
_NONE_OF = re.compile(r"\b(?:no|any|without(?: an?)?) +$")
# Weight of a verb or an adjective, compared with 1 for a noun: the relation is often obvious without it.
_VERB = 0.6
# The same for a noun that says what kind of thing something is.
_KIND = 0.5
# Nouns for anything that somebody made or keeps.
_VAGUE = frozenset({"work", "piece", "item", "object", "title", "record", "unit", "creation"})
# Minimum chance for a noun to stand for a relation, where the graph has no classes that it could name.
_SAID = 0.75
# Factor on the chance that a word stands for a relation, if it is also the name of an entity.
_NAMED = 0.6
# The same for a relation about the past, if the question does not ask about the past.
_OVER = 0.5
# Maximum number of entities looked up per name.
_CALLED = 3


class Parser:
    """Takes questions about one graph apart."""

    def __init__(self, names: Names, view: GraphView, model: str) -> None:
        self._names = names
        self._view = view
        self._classes = ClassNames(names, view)
        self._model = model

    @cached_property
    def _whole(self) -> frozenset[str]:
        """The words in the names of the loaded sources: "the library" is all of `library.tsv`."""
        return frozenset(
            {word for one in self._names.sources() for word in words_of(one)} - self._view.labelled.keys()
        )

    @cached_property
    def _present(self) -> Vectors:
        """Factors on the chances of relations in questions about the present, (relations,)."""
        over = [is_over(wording.label) for wording in self._view.words.wordings]
        return np.where(over, np.float32(_OVER), np.float32(1))

    def knows(self, word: str) -> bool:
        """Return whether a word is in the name of a relation, or is the name of an entity."""
        return self._view.says_relation(word) or bool(named(self._names, word))

    def asked(self, linking: Linking) -> AskedQuestion:
        """Return a linked question taken apart into words, with what each may stand for."""
        question = linking.question
        parsed = parse(question, self._model)
        spans = find_mentions(question, linking, parsed, self._names, self._classes)
        spans = [
            replace(span, certain=True)
            if span.linked and not span.certain and not self.is_class(span)
            else span
            for span in spans
        ]
        # "Concert halls" is not a name here, although names with several words mostly are; nor is "the Director of X" a
        # tag of that name.
        spans = [
            replace(span, certain=False)
            if span.certain
            and (
                (span.text.islower() and " " in span.text and self.is_class(span))
                or self._is_written_large(span)
            )
            else span
            for span in spans
        ]
        spans = [span for span in spans if not self._is_word(span)]
        spans = [
            span
            for span in spans
            if span.certain
            or self.is_class(span)
            or (
                self._is_category(span)
                and (
                    " " in span.text
                    or not self._names_relation(span)
                    or self._says_which(span, question, parsed)
                )
            )
        ]
        # "Which country is X from": a noun after "which" names the answers, even if it is also a name.
        spans = [span for span in spans if span.certain or self.is_class(span) or not _is_asked(question, span)]
        # "Who races with X": the word right after "who" is a verb, even if it also names a class.
        spans = [span for span in spans if span.certain or not _WHO_DOES.search(question[: span.start])]
        masked, places = _masked(question, spans)
        ops = read_operations(masked, named_ordinals(masked.lower(), spans, self._view))
        operates = not ops.aggregate and bool(
            ops.dates or ops.numbers or ops.superlative or ops.group or ops.negations
        )
        names = {
            places(word.span.start)
            for word in parsed.words
            if word.pos == "PROPN" and word.text[:1].isupper() and word.span.start > 0
        }
        nouns = {places(word.span.start) for word in parsed.words if word.pos in ("NOUN", "PROPN", "X")}
        adjectives = {places(word.span.start) for word in parsed.words if word.pos == "ADJ"}
        singular = {places(word.span.start): word.singular for word in parsed.words}
        for match in (*_ASKED_NOUN.finditer(ops.text), *_DOER.finditer(ops.text)):
            if match.start("noun") not in nouns:
                nouns.add(match.start("noun"))
                singular[match.start("noun")] = singular_of(match["noun"])
        certain = [span for span in spans if span.certain]
        common = {places(span.start): span for span in spans if not span.certain}
        within = {at for span in common.values() for at in range(places(span.start) + 1, places(span.end))}
        words: list[Word] = []
        for match in _WORD.finditer(ops.text):
            text = match[0]
            if text.startswith("§"):
                span = certain[int(text[1:])]
                words.append(Word(span.text.lower(), match.start(), match.end(), 1.0, span, True))
                continue
            text = text.removesuffix("'s")
            related = "-" in text and relatives(text) is not None
            for part in _PART.finditer(text) if "-" in text and not related else [None]:
                start = match.start() + (part.start() if part else 0)
                word = part[0] if part else text
                named = common.get(start)
                if (word in FUNCTION_WORDS and named is None) or not word or start in within:
                    continue
                noun = related or (start in nouns and not (part and self._qualifies(ops.text, match, nouns)))
                weight = 1.0 if noun or named else _VERB
                generic = word in GENERIC_NOUNS and not _asks_for_group(word, ops.text[:start])
                if (generic or word in LIGHT_VERBS) and not (named and self.is_class(named)):
                    weight = 0.1 if generic else LIGHT_VERB
                elif named is None and self._says_little(
                    word, words, ops.text[start + len(word) :], masked.lower()
                ):
                    weight = LIGHT_VERB
                elif operates and named is None and not any(one.weight >= HEAD for one in words):
                    # The first noun matters less if an operation says what is meant.
                    weight = min(weight, HEAD)
                several = named is not None and " " in named.text
                words.append(
                    Word(
                        _text(word, named if several else None, related, singular.get(start, word)),
                        start,
                        start + len(named.text if named and several else word),
                        weight,
                        named,
                        False,
                        noun,
                        start in names,
                        start in adjectives,
                    )
                )
        chances = self._chances(words, ops.text)
        words = [
            replace(word, weight=min(word.weight, self._kind_weight(words, place, chances, ops.text)))
            for place, word in enumerate(words)
        ]
        beside = {
            place
            for place, word in enumerate(words)
            if word.entity and self.is_class(word.entity) and is_apposition(words, place, ops.text, self._view)
        }
        words = [
            replace(word, weight=LIGHT_VERB) if place in beside else word for place, word in enumerate(words)
        ]
        weights = np.array([word.weight for word in words], np.float32)
        wh = next(iter(re.findall(r"\b(who|whom|whose|where|when|which|what|how)\b", ops.text)), "")
        asked = AskedQuestion(ops, words, chances, weights, wh, masked.lower())
        asked.groups = _groups(asked, masked.lower())
        return asked

    @staticmethod
    def _qualifies(text: str, compound: re.Match[str], nouns: Set[int]) -> bool:
        """Return whether hyphenated words modify the noun after them: "step-free stations"."""
        return compound.end() + 1 in nouns and text[compound.end() : compound.end() + 1] == " "

    def _says_little(self, word: str, before: Sequence[Word], after: str, whole: str) -> bool:
        """Return whether a word restricts nothing: "the hospital" for the whole graph, "works here", "takes place"."""
        happens = word == "place" and bool(before) and before[-1].text in TAKING
        last = before[-1] if before else None
        if last and last.noun and is_participle(word) and not after.strip(" ?.!"):
            # "Which articles have no photographer credited" just means "no photographer".
            return _NONE_OF.search(whole[: last.place]) is not None
        return happens or word in self._whole or _HERE.match(after) is not None

    def _kind_weight(self, words: Sequence[Word], place: int, chances: Vectors, text: str) -> float:
        """Return the cost of leaving a noun unexplained that may only say what kind of thing something is.

        That is a noun after a name ("the Terminus tour"), and in a graph without classes any noun that stands for
        nothing.
        """
        word = words[place]
        least = MEANS if self._view.class_relations else _SAID
        if (
            word.noun
            and word.text in _VAGUE
            and not word.entity
            and float(chances[place].max(initial=0.0)) < MEANS
        ):
            return LIGHT_VERB
        if not word.noun or word.name or word.entity or float(chances[place].max(initial=0.0)) >= least:
            return 1.0
        before = words[place - 1] if place else None
        if (
            before
            and before.certain
            and not text[before.end : word.place].strip()
            and not _DOES.search(text[: before.place])
        ):
            return _KIND
        return 1.0 if self._view.class_relations else _KIND

    def again(self, asked: AskedQuestion) -> AskedQuestion:
        """Return a question with the chances of its words recomputed, after the words for relations have changed."""
        return replace(asked, chances=self._chances(asked.words, asked.ops.text))

    def _chances(self, words: Sequence[Word], text: str) -> Vectors:
        """Return the chances that words, alone or with a neighbor, stand for relations, (words, relations)."""
        singles = ["" if word.certain else word.text for word in words]
        table = self._view.chances([one or "x" for one in singles])
        plain = [
            one[:-1] if one.endswith("s") and not word.noun else ""
            for one, word in zip(singles, words, strict=True)
        ]
        if any(plain):
            # "Lives" as a verb form.
            table = np.maximum(
                table,
                self._view.chances([one or "x" for one in plain]) * np.array([[bool(one)] for one in plain]),
            )
        for place, one in enumerate(singles):
            if not one:
                table[place] = 0.0
        for place, word in enumerate(words):
            if (word.text in self._whole and not word.certain) or _HERE.match(text[word.end :]):
                # "Who works here", "beds in the hospital": these words restrict nothing.
                table[place] = 0.0
            known = relatives(word.text)
            if shared_by(word.text):
                # Words for those who share something ("teammates") are not relations themselves.
                table[place] = 0.0
            elif known and len(known[0]) > 1:
                # "Grandmother" is not `mother`, unless a relation has it in its name.
                table[place] = self._called_so(word, table[place])
            elif word.entity and not word.certain and not self.is_class(word.entity):
                table[place] *= _NAMED
        listed = [(place, phrase) for place, word in enumerate(words) if (phrase := _listed(word, text))]
        if listed:
            rows = self._view.chances([phrase for _, phrase in listed])
            for (first, phrase), row in zip(listed, rows, strict=True):
                until = words[first].place + len(phrase)
                for place in (at for at, word in enumerate(words) if first <= at and word.place < until):
                    # "In charge" is not a charge.
                    own = 0.0 if phrase.split()[0] in FUNCTION_WORDS else table[place]
                    table[place] = np.maximum(own, row)
        pairs = [
            (place, text[one.place : other.end])
            for place, (one, other) in enumerate(pairwise(words))
            if not one.certain and not other.certain and len(text[one.end : other.place].split()) <= 1
        ]
        if pairs:
            joined = self._view.chances([" ".join(one.split()) for _, one in pairs], [True] * len(pairs))
            for (place, _), row in zip(pairs, joined, strict=True):
                # A pair counts only if it matches clearly, and a little less than a single word.
                table[place] = np.maximum(table[place], np.where(row > 0.6, row * 0.9, 0))
                table[place + 1] = np.maximum(table[place + 1], np.where(row > 0.6, row * 0.9, 0))
        if over_asked(text) < 0:
            table *= self._present
        for place, word in enumerate(words):
            if word.name:
                # A name that the graph lacks stands for no relation, unless it is in that relation's own name.
                table[place] = self._called_so(word, table[place])
            elif word.entity and not word.certain and self.is_class(word.entity):
                others = [one.text for one in words if one is not word]
                meant = word.entity.options[0]
                table[place] = self._classes.told(meant.id, meant.name, word.text, others, table[place])
        return table

    def _called_so(self, word: Word, chances: Vectors) -> Vectors:
        """Return the chances that a word stands for relations, (relations,), 0 for those without it in their names."""
        own = [self._view.said_by(word.text, number) for number in range(len(chances))]
        return np.where(own, chances, np.float32(0))

    def is_class(self, named: NamedSpan) -> bool:
        """Return whether a span names a class."""
        return self._classes.has(named.options[0].id)

    def says_class(self, noun: str) -> bool:
        """Return whether a singular noun is the name of a class."""
        return self._classes.has_name(noun)

    def names_category(self, noun: str) -> bool:
        """Return whether a noun names one of the few values of a relation that are not classes: "defender".

        Raises:
            DatabaseError: or a subclass: the graph cannot be read.
        """
        found = self._names.look_up([noun], _CALLED)
        return any(not self._classes.has(one.id) and self._is_of_few(one.id) for one in found)

    def _is_category(self, named: NamedSpan) -> bool:
        """Return whether a common word is one of the few values of a relation: "cancelled", "architect".

        Relations with many values do not count, because nearly every word resembles one of them.
        """
        return self._is_of_few(named.options[0].id)

    def _is_of_few(self, ident: str) -> bool:
        """Return whether an entity is one of the few values of a relation."""
        around = self._view.around(ident)
        return any(not move.outward and self._view.is_categorical(move.relation) for move in around)

    def _names_relation(self, span: NamedSpan) -> bool:
        """Return whether a word is in the name of a relation: "which *religion* does X have"."""
        words = {span.text.lower(), singular_of(span.text.lower())}
        return any(map(self._view.says_relation, words))

    def _says_which(self, span: NamedSpan, question: str, parsed: Parse) -> bool:
        """Return whether a participle or an adjective is a value and not a verb.

        "Completed trials", despite `completionDate`; "are open", despite `openedOn`.
        """
        text = span.text.lower()
        adjective = any(word.span.start == span.start and word.pos == "ADJ" for word in parsed.words)
        if text in self._view.labelled or not (adjective or is_participle(text)):
            return False
        behind = next((word for word in parsed.words if word.span.start == span.end + 1), None)
        if behind is not None:
            return behind.pos in ("NOUN", "PROPN", "ADJ")
        return _IS.search(question[: span.start]) is not None or asks_whether(question)

    def _is_written_large(self, span: NamedSpan) -> bool:
        """Return whether a capitalized word is in a relation's name, and only lowercase names of entities match it."""
        return (
            " " not in span.text
            and span.text[:1].isupper()
            and all(one.name.islower() for one in span.options)
            and self._names_relation(span)
        )

    def _is_word(self, span: NamedSpan) -> bool:
        """Return whether a mention that only resembles a name is rather a word for a relation."""
        sure = span.options[0].quality >= 1.0 or not span.text.islower() or " " in span.text
        if sure:
            return False
        word = span.text.lower()
        said = [
            self._view.words.wordings[number]
            for number in np.flatnonzero(self._view.chances([word])[0] >= MEANS)
        ]
        if self.is_class(span):
            # "Trials" are `ClinicalTrial`, despite the relation `trialStatus`.
            said = [
                one
                for one in said
                if one.content[-1] == singular_of(word) or not self._view.forms(word, one.content[0])
            ]
        return bool(said)


def _text(word: str, named: NamedSpan | None, related: bool, singular: str) -> str:
    """Return a word in the singular, or the whole name or hyphenated word that it begins."""
    if named:
        return singular_of(named.text)
    return singular_of(word) if related else singular


def _asks_for_group(word: str, before: str) -> bool:
    """Return whether a noun after "which" asks for an organisation: "which company"."""
    return singular_of(word) in KINDS["organisation"] and _ASKING.search(before) is not None


def _is_asked(question: str, span: NamedSpan) -> bool:
    # The plural may be a value: "which surgeons do we have" asks for those of surgery.
    asked = _ASKING.search(question[: span.start]) and _DOING.match(question[span.end :])
    return not is_plural(span.text) and bool(asked)


def _without_marks(text: str) -> str:
    """Return a part of a question without signs that would pass for a masked entity, at the same length."""
    return text.replace("§", " ")


def _masked(question: str, spans: Sequence[NamedSpan]) -> tuple[str, Callable[[int], int]]:
    """Return the question with its certain entities as ``§0`` ..., and a function that converts character offsets."""
    parts, moved, at = [], [], 0
    length = 0
    for number, span in enumerate(one for one in spans if one.certain):
        mark = f"§{number}"
        parts += [_without_marks(question[at : span.start]), mark]
        length += span.start - at
        moved.append((span.start, span.end, length))
        length += len(mark)
        at = span.end
    parts.append(_without_marks(question[at:]))
    tail = (at, length)

    def place(old: int) -> int:
        before = 0
        shift = 0
        for start, end, new in moved:
            if old < start:
                break
            if old < end:
                return new
            before, shift = end, new + 2 - end
        return old + (tail[1] - tail[0] if old >= tail[0] else shift if before else 0)

    return "".join(parts), place


def _listed(word: Word, text: str) -> str:
    """Return the listed phrase that joins a word with function words; "" without one.

    "Fly to", "in charge", "gave birth to"; two nouns are looked up together anyway.
    """
    if word.certain:
        return ""
    for size in (2, 1):
        before = text[: word.place].split()[-size:]
        around = [*before, word.text]
        if FUNCTION_WORDS.issuperset(before) and len(before) == size and phrase_at(around, 0) == len(around):
            return " ".join(around)
    told = [re.sub(r"\W+$", "", one.lower()) for one in text[word.place :].split()]
    phrase = told[: phrase_at(told, 0)]
    return " ".join(phrase) if phrase[1:] and not FUNCTION_WORDS.isdisjoint(phrase[1:]) else ""


def _groups(asked: AskedQuestion, masked: str) -> list[list[int]]:
    """Return the indices of the certain entities, with alternatives joined by "or" in one group."""
    groups: list[list[int]] = []
    for place, word in enumerate(asked.words):
        if word.entity is None:
            continue
        if groups:
            last = asked.words[groups[-1][-1]]
            between = masked[last.end : word.place].strip().removeprefix("s").strip()
            either = re.fullmatch(r",|,?\s*or(?: the| a| an| in| by| from)?", between)
            later = re.match(r"[^§]{0,12}\bor\b", masked[word.end :])
            if either and ("or" in between or later):
                groups[-1].append(place)
                continue
        groups.append([place])
    return [group for group in groups if len(group) > 1 or asked.words[group[0]].certain]
