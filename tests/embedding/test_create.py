from pathlib import Path

import pytest

from kgqa_neo4j.embedding import create
from kgqa_neo4j.model.errors import ConfigError, ModelNotFound, ModelUnreadable
from kgqa_neo4j.settings import EmbeddingSettings


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
