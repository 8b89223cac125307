"""What the encoder is trained on, and that training turns questions towards the steps that they ask for."""

from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.embedding import Embedder, create
from kgqa_neo4j.settings import EmbeddingSettings
from training.encoder import Encoder, ranked, train
from training.pairs import Asked, Schema, of_queries
from training.wordnet import WordNet

# Of one library about another.
pytestmark = pytest.mark.filterwarnings("ignore:.is_gradient_checkpointing. is deprecated:FutureWarning")

# Made-up words, so that nothing is known of them before.
STEPS = ("blorp", "zindle", "quaff", "snerg")
MEANT = dict(zip(("vinto", "karbel", "oshu", "trell"), STEPS, strict=True))


@pytest.fixture
def schema() -> Schema:
    sentences: list[tuple[str, ...]] = [(f"{word} of X", f"what is the {word} of X") for word in STEPS]
    asked = [
        Asked(text.format(word), (STEPS.index(meant),), "train")
        for word, meant in MEANT.items()
        for text in (
            "which {} has X",
            "what {} does X have",
            "name the {} of X",
            "X 's {}",
            "tell me X 's {}",
            "{} X",
        )
    ]
    return Schema("toy", "toy", list(sentences), two_ended=False, asked=asked)


def test_training_ranks_the_steps_asked_for_higher_and_the_saved_encoder_keeps_it(
    schema: Schema, encoder: Embedder, tmp_path: Path
) -> None:
    learner = Encoder(rank=8)
    before = np.mean(ranked(schema, schema.asked, learner.encode))
    train(learner, [schema], encoder, steps=25)
    after = learner.encode([one.masked for one in schema.asked])
    assert np.mean(ranked(schema, schema.asked, learner.encode)) < before
    learner.save(tmp_path / "trained")
    saved = create(EmbeddingSettings(model=str(tmp_path / "trained"), backend="ctranslate2"))
    np.testing.assert_allclose(saved.encode([one.masked for one in schema.asked]), after, atol=1e-4)


def test_adapters_change_nothing_before_they_are_trained(encoder: Embedder) -> None:
    texts = ["who directed X", "director of X"]
    np.testing.assert_allclose(Encoder(rank=4).encode(texts), encoder.encode(texts), atol=1e-4)


def test_schema_of_queries_has_the_types_and_properties_that_are_met_and_masks_their_values() -> None:
    query = "MATCH (p:Person)-[:WORKS_AT]->(c:Company {{name: 'Acme {0}', city: 'Bonn'}}) RETURN p.salary"
    rows = [(f"What do people at 'acme {number}' in Bonn earn?", query.format(number)) for number in range(3)]
    found = of_queries("firms", "firms", [*rows, ("Who is odd?", "MATCH (p) WHERE p.odd RETURN p")])
    assert [step[0] for step in found.sentences] == ["works at of X", "city of X", "salary of X"]
    assert found.asked == [Asked("What do people at X in X earn?", (0, 1, 2), "firms")]


def test_words_of_wordnet_are_near_by_synset_and_by_what_that_points_to(tmp_path: Path) -> None:
    lines = {
        "noun": (
            "00000001 07 n 02 height 0 tallness 0 001 = 00000003 a 0000 | how high",
            "height n 1 1 = 1 1 00000001",
            "tallness n 1 1 = 1 1 00000001",
        ),
        "adj": ("00000003 00 a 01 tall 0 001 = 00000001 n 0000 | great in height", "tall a 1 1 = 1 1 00000003"),
        "verb": (),
        "adv": (),
    }
    for part, some in lines.items():
        (tmp_path / f"data.{part}").write_text("".join(f"{line}\n" for line in some[:1]))
        (tmp_path / f"index.{part}").write_text("".join(f"{line}\n" for line in some[1:]))
    net = WordNet(tmp_path)
    assert net.similarity("heights", "tallness") == net.similarity("height", "heights") == 1.0
    assert net.similarity("tall", "height") == pytest.approx(0.9)
    assert net.similarity("tall", "banana") == 0.0
