"""What holds for every backend, and for each that runs the network without PyTorch."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.embedding import Embedder, create
from kgqa_neo4j.model.errors import ModelUnreadable
from kgqa_neo4j.settings import EmbeddingSettings


def require(backend: str) -> str:
    if backend == "openvino":
        pytest.importorskip("openvino", reason="OpenVINO has no wheel for this machine")
    return backend


@pytest.fixture(scope="module", params=["torch", "ctranslate2", "openvino"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return create(EmbeddingSettings(backend=require(request.param)))


@pytest.fixture(params=["ctranslate2", "openvino"])
def without_torch(request: pytest.FixtureRequest) -> str:
    return require(request.param)


def test_packaged_model_is_named_by_its_weights_not_by_a_path(embedder: Embedder) -> None:
    assert (embedder.model, embedder.dimension, embedder.normalised) == ("all-MiniLM-L6-v2", 384, True)


def test_no_texts_give_an_empty_matrix_of_the_right_width(embedder: Embedder) -> None:
    assert embedder.encode([]).shape == (0, 384)


def test_related_texts_are_nearer_than_unrelated_ones(embedder: Embedder) -> None:
    question, near, far = embedder.encode(["who directed it", "(it, directed by, her)", "blue cheese"])
    assert question @ near > question @ far + 0.2


def test_vectors_come_in_the_order_of_the_texts(embedder: Embedder) -> None:
    texts = ["a rather long text about nothing at all", "b", "some words"]
    for text, vector in zip(texts, embedder.encode(texts), strict=True):
        assert embedder.encode([text])[0] @ vector > 0.999


def test_many_threads_get_the_vectors_of_one(embedder: Embedder, triple_texts: list[str]) -> None:
    texts = triple_texts[:40]
    alone = embedder.encode(texts)
    with ThreadPoolExecutor(8) as pool:
        for vectors in pool.map(embedder.encode, [texts] * 8):
            np.testing.assert_allclose(vectors, alone, atol=1e-3)


# What is near enough differs: one computes in float32 as the original does, one in bfloat16.
@pytest.mark.parametrize(("backend", "least"), [("ctranslate2", 0.99999), ("openvino", 0.999)])
def test_vectors_are_the_originals_whatever_the_text(
    backend: str, least: float, triple_texts: list[str]
) -> None:
    texts = [*triple_texts[:60], "", "a", "word " * 600, "who acted in Driving Miss Daisy"]
    original = create(EmbeddingSettings(backend="torch")).encode(texts)
    vectors = create(EmbeddingSettings(backend=require(backend))).encode(texts)
    assert (vectors * original).sum(axis=1).min() > least
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_model_of_another_kind_is_refused_with_the_reason(copy: Path, without_torch: str) -> None:
    config = copy / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"model_type": "mpnet"}))
    with pytest.raises(ModelUnreadable, match="not a BERT encoder") as caught:
        create(EmbeddingSettings(model=str(copy), backend=without_torch))
    assert "torch" in caught.value.hint


@pytest.mark.parametrize("backend", ["auto", "torch", "ctranslate2", "openvino"])
def test_truncated_weights_are_model_unreadable(copy: Path, backend: str) -> None:
    weights = copy / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:100_000])
    with pytest.raises(ModelUnreadable):
        create(EmbeddingSettings(model=str(copy), backend=require(backend)))
