from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.embedding import Embedder, create
from kgqa_neo4j.errors import ConfigError, ModelNotFound, ModelUnreadable
from kgqa_neo4j.settings import EmbeddingSettings


@pytest.fixture(scope="module")
def reference() -> Embedder:
    return create(EmbeddingSettings(backend="torch"))


def test_packaged_model_is_named_by_its_weights_not_by_a_path(reference: Embedder) -> None:
    assert (reference.model, reference.dimension, reference.normalised) == ("all-MiniLM-L6-v2", 384, True)


def test_no_texts_give_an_empty_matrix_of_the_right_width(reference: Embedder) -> None:
    assert reference.encode([]).shape == (0, 384)


def test_related_texts_are_nearer_than_unrelated_ones(reference: Embedder) -> None:
    question, near, far = reference.encode(["who directed it", "(it, directed by, her)", "blue cheese"])
    assert question @ near > question @ far + 0.2


def test_vectors_come_in_the_order_of_the_texts(reference: Embedder) -> None:
    texts = ["a rather long text about nothing at all", "b", "some words"]
    together = reference.encode(texts)
    for text, vector in zip(texts, together, strict=True):
        np.testing.assert_allclose(reference.encode([text])[0], vector, atol=1e-5)


def test_unknown_back_end_names_the_known_ones() -> None:
    with pytest.raises(ConfigError) as caught:
        create(EmbeddingSettings(backend="abacus"))
    assert "torch" in caught.value.hint


def test_missing_path_is_model_not_found() -> None:
    with pytest.raises(ModelNotFound, match="there is no encoder at"):
        create(EmbeddingSettings(model="/no/such/folder"))


def test_file_or_empty_folder_is_model_unreadable(tmp_path: Path) -> None:
    (tmp_path / "weights.gguf").write_bytes(b"GGUF")
    for place in (tmp_path / "weights.gguf", tmp_path):
        with pytest.raises(ModelUnreadable) as caught:
            create(EmbeddingSettings(model=str(place)))
        assert caught.value.hint
