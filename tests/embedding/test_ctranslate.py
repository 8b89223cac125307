import json
import logging
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kgqa_neo4j.embedding import Embedder, create
from kgqa_neo4j.embedding.model_folders import locate
from kgqa_neo4j.model.errors import ModelUnreadable
from kgqa_neo4j.settings import EmbeddingSettings
from kgqa_neo4j.store.provision import cache_directory


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_CACHE_DIR", str(cache))


@pytest.fixture
def quick() -> Embedder:
    return create(EmbeddingSettings(backend="ctranslate2"))


def test_eight_bit_vectors_stay_near_the_originals(quick: Embedder, triple_texts: list[str]) -> None:
    texts = triple_texts[:: len(triple_texts) // 60]
    eight = create(EmbeddingSettings(backend="ctranslate2-int8"))
    assert (eight.model, eight.dimension, eight.normalised) == (quick.model, 384, True)
    assert (quick.encode(texts) * eight.encode(texts)).sum(axis=1).mean() > 0.98


@pytest.mark.parametrize("converted", [True, False])
def test_first_vector_needs_no_torch_and_prints_nothing(
    converted: bool, quick: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not converted:
        monkeypatch.setenv("KGQA_CACHE_DIR", str(tmp_path))
    code = (
        "import sys; from kgqa_neo4j.embedding import create;"
        "from kgqa_neo4j.settings import EmbeddingSettings;"
        "e = create(EmbeddingSettings()); e.encode(['a']);"
        "sys.exit(3 if 'torch' in sys.modules or e.backend != 'ctranslate2' else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_conversion_is_done_once_and_mended_if_damaged(quick: Embedder) -> None:
    files = list((cache_directory() / "encoders").glob("*-float32-*/model.bin"))
    assert len(files) == 1
    before = files[0].stat().st_mtime_ns
    create(EmbeddingSettings(backend="ctranslate2"))
    assert files[0].stat().st_mtime_ns == before
    files[0].write_bytes(files[0].read_bytes()[:1000])
    again = create(EmbeddingSettings(backend="ctranslate2"))
    np.testing.assert_allclose(again.encode(["a"]), quick.encode(["a"]), atol=1e-5)
    assert not list((cache_directory() / "encoders").glob("making-*"))


def test_model_that_cannot_be_converted_runs_on_torch_and_says_so(
    copy: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = copy / "1_Pooling" / "config.json"
    pooling = json.loads(file.read_text())
    file.write_text(json.dumps(pooling | {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}))
    with caplog.at_level(logging.WARNING):
        assert create(EmbeddingSettings(model=str(copy))).backend == "torch"
    assert "mean pooling" in caplog.text
    with pytest.raises(ModelUnreadable, match="mean pooling") as caught:
        create(EmbeddingSettings(model=str(copy), backend="ctranslate2"))
    assert "torch" in caught.value.hint


def test_name_of_a_local_model_follows_its_content_not_its_place(copy: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere" / "mine"
    shutil.copytree(copy, elsewhere)
    assert locate(str(copy)).name == locate(str(elsewhere)).name
    (elsewhere / "config.json").write_text("{}")
    assert locate(str(copy)).name != locate(str(elsewhere)).name
    assert str(tmp_path) not in locate(str(copy)).name
