import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.embedding import Embedder, Vectors, automatic, create, openvino
from kgqa_neo4j.embedding.models import locate
from kgqa_neo4j.errors import ConfigError, ModelUnreadable
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import EmbeddingSettings

pytest.importorskip("openvino", reason="OpenVINO has no wheel for this machine")

NEAREST = 30


def sample_texts() -> list[str]:
    rows = [line.split("|") for line in (sample_path() / "kb.txt").read_text("utf-8").splitlines()]
    return [f"({s}, {r.replace('_', ' ')}, {o})" for s, r, o in rows]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return create(EmbeddingSettings(backend="openvino"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    target = tmp_path / "mine"
    shutil.copytree(locate("packaged").path, target)
    return target


def test_vectors_stay_near_the_originals_whatever_the_text(embedder: Embedder) -> None:
    texts = [*sample_texts()[:60], "", "a", "word " * 600, "who acted in Driving Miss Daisy"]
    original = create(EmbeddingSettings(backend="torch")).encode(texts)
    vectors = embedder.encode(texts)
    assert (vectors * original).sum(axis=1).min() > 0.999
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_the_nearest_triples_of_a_question_are_the_originals(embedder: Embedder) -> None:
    triples = sample_texts()
    lines = (sample_path() / "qa_2hop.txt").read_text("utf-8").splitlines()
    questions = [line.split("\t")[0].replace("[", "").replace("]", "") for line in lines][:100]
    found = []
    for each in (create(EmbeddingSettings(backend="ctranslate2")), embedder):
        scores = each.encode(questions) @ each.encode(triples).T
        found.append(np.argsort(-scores, axis=1)[:, :NEAREST])
    assert np.mean([len(set(a) & set(b)) / NEAREST for a, b in zip(*found, strict=True)]) > 0.95


def test_model_without_normalisation_gives_vectors_of_its_own_length(copy: Path) -> None:
    modules = copy / "modules.json"
    modules.write_text(json.dumps(json.loads(modules.read_text())[:2]))
    both = [create(EmbeddingSettings(model=str(copy), backend=name)) for name in ("openvino", "ctranslate2")]
    assert [each.normalised for each in both] == [False, False]
    ours, theirs = (each.encode(["who directed it", "blue"]) for each in both)
    np.testing.assert_allclose(ours, theirs, atol=0.05)
    assert abs(float(np.linalg.norm(ours[0])) - 1) > 0.1


def test_no_texts_give_an_empty_matrix(embedder: Embedder) -> None:
    assert embedder.encode([]).shape == (0, 384)


def test_many_threads_get_the_vectors_of_one(embedder: Embedder) -> None:
    texts = sample_texts()[:40]
    alone = embedder.encode(texts)
    with ThreadPoolExecutor(8) as pool:
        for vectors in pool.map(embedder.encode, [texts] * 8):
            np.testing.assert_allclose(vectors, alone, atol=1e-3)


def test_its_use_is_reported_to_nobody() -> None:
    code = (
        "import socket, sys\n"
        "def refuse(*_): sys.exit(4)\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from kgqa_neo4j.embedding import create\n"
        "from kgqa_neo4j.settings import EmbeddingSettings\n"
        "create(EmbeddingSettings(backend='openvino')).encode(['a'])\n"
        "sys.exit(3 if any(n.startswith('openvino_telemetry') and m for n, m in sys.modules.items()) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_model_of_another_kind_is_refused_with_the_reason(copy: Path) -> None:
    config = copy / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"model_type": "mpnet"}))
    with pytest.raises(ModelUnreadable, match="not a BERT encoder") as caught:
        create(EmbeddingSettings(model=str(copy), backend="openvino"))
    assert "torch" in caught.value.hint


def test_where_it_is_not_installed_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openvino, "find_spec", lambda _name: None)
    with pytest.raises(ConfigError, match="not installed") as caught:
        create(EmbeddingSettings(backend="openvino"))
    assert "pip install openvino" in caught.value.hint
    assert not openvino.multiplies_bfloat16()


@pytest.mark.parametrize("capable", [True, False])
def test_automatic_takes_it_for_many_texts_where_the_processor_suits_it(
    capable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Counted(openvino.OpenVinoEmbedder):
        def encode(self, texts: Sequence[str]) -> Vectors:
            asked.append(len(texts))
            return super().encode(texts)

    monkeypatch.setattr(openvino, "OpenVinoEmbedder", Counted)
    monkeypatch.setattr(openvino, "multiplies_bfloat16", lambda: capable)
    chosen = automatic.automatic(locate("packaged"), EmbeddingSettings())
    texts = sample_texts()[:600]
    few, many = chosen.encode(texts[:20]), chosen.encode(texts)
    assert asked == ([600] if capable else [])
    assert (few * many[:20]).sum(axis=1).min() > 0.999


def test_automatic_goes_on_where_it_does_not_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> bool:
        raise RuntimeError("no plugin for CPU")

    monkeypatch.setattr(openvino, "multiplies_bfloat16", fail)
    chosen = automatic.automatic(locate("packaged"), EmbeddingSettings())
    assert chosen.encode(sample_texts()[:600]).shape == (600, 384)
    assert "no plugin for CPU" in caplog.text
