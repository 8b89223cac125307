"""Validation of settings that name a method, a backend or a file."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from kgqa_neo4j import embedding, llm
from kgqa_neo4j.methods import method_names
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import Configuration, nearest
from kgqa_neo4j.settings.paths import FILES, FILES_OR_NAMES, FOLDERS


def checked(configuration: Configuration, name: str, value: str) -> str:
    """Return the value to write for the setting `name`, with a relative path made absolute.

    Raises:
        ConfigError: the value names a method, backend, file or folder that does not exist.
    """
    if name == "ask.method":
        return _known(name, value, method_names())
    if name == "llm.backend":
        return _known(name, value, llm.BACKENDS.names())
    if name == "embedding.backend":
        return _known(name, value, embedding.BACKENDS.names())
    if not value or name not in (*FILES, *FOLDERS, *FILES_OR_NAMES):
        return value
    path = Path(value).expanduser()
    wanted = "folder" if name in FOLDERS else "file"
    if name in FILES_OR_NAMES:
        if not path.exists() and _is_name(configuration, name, value):
            return value
        wanted = "file or folder"
    there = {"file": path.is_file, "folder": path.is_dir}.get(wanted, path.exists)
    if not there():
        raise ConfigError(f"{name}: there is no {wanted} {value!r}", hint="check the path")
    # A relative path would name a different file when run from another directory.
    return str(path.resolve())


def _known(name: str, value: str, known: Iterable[str]) -> str:
    known = list(known)
    if value not in known:
        raise ConfigError(
            f"{name}: there is no {value!r}", hint=f"{nearest(value, known)}known: {', '.join(known)}"
        )
    return value


def _is_name(configuration: Configuration, name: str, value: str) -> bool:
    """Whether the value is a model's name rather than a path; a spaCy pipeline must be installed to count."""
    if name == "linking.spacy_model":
        return value.isidentifier() and find_spec(value) is not None
    if name == "llm.model" and configuration.settings.llm.backend != "llama-cpp":
        return True
    # Hub names are ``organisation/repository``, optionally with a quantization after a colon.
    return not value.startswith((".", "~", "/")) and not value.endswith(".gguf") and value.count("/") < 2
