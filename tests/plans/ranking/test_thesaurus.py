"""Everyday words that stand for one another."""

import numpy as np
import pytest

from kgqa_neo4j.embedding import Embedder
from kgqa_neo4j.plans.ranking import Ranker
from kgqa_neo4j.plans.ranking.matching import match
from kgqa_neo4j.plans.ranking.vectors import Words
from kgqa_neo4j.plans.scoring import MaskedQuestion
from kgqa_neo4j.question.parsing import read_form
from kgqa_neo4j.question.thesaurus import label_senses, phrase_at, senses
from training.memory_graph import MemoryGraph


@pytest.mark.parametrize(
    ("one", "other"),
    [("heir", "children"), ("job", "profession"), ("other half", "spouse"), ("tongue", "language")],
)
def test_synonyms_have_a_sense_in_common(one: str, other: str) -> None:
    assert senses(one).keys() & senses(other).keys()


def test_forms_of_a_word_have_its_senses_and_strange_words_none() -> None:
    assert senses("daughters") == senses("daughter")
    assert not senses("xylofrob") and not senses("")


def test_the_longest_phrase_is_taken() -> None:
    words = ["her", "place", "of", "birth"]
    assert phrase_at(words, 1) == 3 and phrase_at(words, 0) == 1


def test_the_words_of_a_label_share_in_its_senses() -> None:
    whole = label_senses("mother tongue", ("mother", "tongue"))
    assert any(whole.get(sense) == 1.0 for sense in senses("language"))
    half = label_senses("bronze medal", ("bronze", "medal"))
    assert max(half.values()) == pytest.approx(0.5)


def test_a_synonym_stands_for_the_relation_that_means_it(encoder: Embedder) -> None:
    ranker = Ranker(MemoryGraph([("Ann", "spouse", "Bob"), ("Ann", "offspring", "Cid")]), encoder)
    form = read_form("who is the better half of X")
    asked = MaskedQuestion(
        "", "who is the better half of X", (), encoder.encode(["who is the better half of X"])[0]
    )
    found = match(form, asked.vector, ranker.graph, Words(encoder)).relation
    unit = next(place for place, one in enumerate(form.units) if one.text == "better half")
    assert ranker.graph.relations[int(np.argmax(found[unit]))] == "spouse"
    assert found[unit].max() > 10 * found[unit].min()
