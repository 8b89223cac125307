import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.embedding import Vectors, automatic, create, openvino
from kgqa_neo4j.embedding.model_folders import locate
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.sample import sample_path
from kgqa_neo4j.settings import EmbeddingSettings

pytest.importorskip("openvino", reason="OpenVINO has no wheel for this machine")

NEAREST = 30


def test_the_nearest_triples_of_a_question_are_the_originals(triple_texts: list[str]) -> None:
    lines = (sample_path() / "qa_2hop.txt").read_text("utf-8").splitlines()
    questions = [line.split("\t")[0].replace("[", "").replace("]", "") for line in lines][:100]
    found = []
    for each in (create(EmbeddingSettings(backend=name)) for name in ("ctranslate2", "openvino")):
        scores = each.encode(questions) @ each.encode(triple_texts).T
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


def test_where_it_is_not_installed_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openvino, "find_spec", lambda _name: None)
    with pytest.raises(ConfigError, match="not installed") as caught:
        create(EmbeddingSettings(backend="openvino"))
    assert "pip install openvino" in caught.value.hint
    assert not openvino.multiplies_bfloat16()


@pytest.mark.parametrize("capable", [True, False])
def test_automatic_takes_it_for_many_texts_where_the_processor_suits_it(
    capable: bool, triple_texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Counted(openvino.OpenVinoEmbedder):
        def encode(self, texts: Sequence[str]) -> Vectors:
            asked.append(len(texts))
            return super().encode(texts)

    monkeypatch.setattr(openvino, "OpenVinoEmbedder", Counted)
    monkeypatch.setattr(openvino, "multiplies_bfloat16", lambda: capable)
    chosen = automatic.automatic(locate("packaged"), EmbeddingSettings())
    texts = triple_texts[:600]
    few, many = chosen.encode(texts[:20]), chosen.encode(texts)
    assert asked == ([600] if capable else [])
    assert (few * many[:20]).sum(axis=1).min() > 0.999


def test_automatic_goes_on_where_it_does_not_start(
    triple_texts: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> bool:
        raise RuntimeError("no plugin for CPU")

    monkeypatch.setattr(openvino, "multiplies_bfloat16", fail)
    chosen = automatic.automatic(locate("packaged"), EmbeddingSettings())
    assert chosen.encode(triple_texts[:600]).shape == (600, 384)
    assert "no plugin for CPU" in caplog.text
