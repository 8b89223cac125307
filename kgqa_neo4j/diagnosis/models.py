"""The three models that answering uses: their location, availability and speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args

from kgqa_neo4j.llm.weights import PACKAGED, cached_models, find_weights
from kgqa_neo4j.model.errors import ConfigError, ModelError
from kgqa_neo4j.settings import Configuration, Settings, load_configuration, write_setting

Kind = Literal["llm", "embedding", "spacy"]
KINDS: tuple[Kind, ...] = get_args(Kind)

SETTINGS: dict[Kind, str] = {"llm": "llm.model", "embedding": "embedding.model", "spacy": "linking.spacy_model"}
_TEXT = "Who directed the film that was shown at the opening of the festival?"
_ENCODED = 64
_PROMPT_WORDS = 150
_REPLY_TOKENS = 32


@dataclass(frozen=True, slots=True)
class ModelState:
    """A configured model.

    `place` is a path or an endpoint; `present` is whether the files exist, `None` for an endpoint, which only a call
    can check. `bytes` is their size.
    """

    kind: Kind
    configured: str
    name: str
    place: str
    bytes: int
    present: bool | None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The result of a trial run of a model: seconds to load it, and its speeds by unit."""

    kind: Kind
    name: str
    device: str
    load_seconds: float
    speeds: dict[str, float]

    def __str__(self) -> str:
        speeds = ", ".join(f"{value:.0f} {name}" for name, value in self.speeds.items())
        return f"{self.kind}: {self.name} on {self.device}, loaded in {self.load_seconds:.1f} s, {speeds}"


def configured_models(settings: Settings) -> list[ModelState]:
    """Return the state of the three models, without loading or downloading anything."""
    return [_llm_state(settings), _embedding_state(settings), _spacy_state(settings)]


def found_weights() -> list[tuple[Path, int]]:
    """Return the GGUF files in the models directory with their sizes in bytes."""
    return [(path, path.stat().st_size) for path in cached_models()]


def check(settings: Settings, kind: Kind) -> ModelCheck:
    """Load a model and run it.

    Raises:
        ModelError: the model cannot be loaded or used.
    """
    return _CHECKS[kind](settings)


def use(configuration: Configuration, kind: Kind, value: str) -> tuple[ModelCheck, Path]:
    """Run the model `value`, and if it works, make it the workspace's model.

    Returns the result of the run, and the settings file that was changed.

    Raises:
        ModelError: the model does not work; nothing is changed.
    """
    # A relative path would name a different file when run from another directory.
    if (path := Path(value).expanduser()).exists():
        value = str(path.resolve())
    tried = load_configuration(configuration.workspace, {SETTINGS[kind]: value})
    shown = check(tried.settings, kind)
    return shown, write_setting(configuration.workspace, SETTINGS[kind], value)


def _llm_state(settings: Settings) -> ModelState:
    llm = settings.llm
    if llm.backend != "llama-cpp":
        place = llm.base_url if llm.backend == "http" else llm.script
        return ModelState("llm", llm.model, f"{llm.model} ({llm.backend})", place, 0, None)
    try:
        weights = find_weights(llm.model, download=False)
    except ModelError as error:
        return ModelState("llm", llm.model, llm.model, "", 0, False, error.message)
    return ModelState("llm", llm.model, weights.name, str(weights.path), weights.path.stat().st_size, True)


def _embedding_state(settings: Settings) -> ModelState:
    from kgqa_neo4j.embedding.model_folders import locate

    model = settings.embedding.model
    try:
        if model != PACKAGED and not Path(model).expanduser().exists():
            return _hub_state(model)
        folder = locate(model)
    except ModelError as error:
        return ModelState("embedding", model, model, "", 0, False, error.message)
    return ModelState("embedding", model, folder.name, str(folder.path), _folder_bytes(folder.path), True)


def _hub_state(model: str) -> ModelState:
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    repository = model if "/" in model else f"sentence-transformers/{model}"
    # The same name as in `kgqa_neo4j.embedding.model_folders.locate` and in the graph's metadata.
    name = repository.removeprefix("sentence-transformers/")
    try:
        cached = try_to_load_from_cache(repository, "config.json")
    except HFValidationError:
        cached = None
    if not isinstance(cached, str):
        hint = "neither a folder nor in the hub's local cache; downloaded on first use"
        return ModelState("embedding", model, name, "", 0, False, hint)
    folder = Path(cached).parent
    return ModelState("embedding", model, name, str(folder), _folder_bytes(folder), True)


def _spacy_state(settings: Settings) -> ModelState:
    name = settings.linking.spacy_model
    folder = Path(name).expanduser()
    if not folder.is_dir():
        # A package name is an identifier; anything else is a path that does not exist.
        spec = find_spec(name) if name.isidentifier() else None
        if spec is None or spec.origin is None:
            hint = "neither an installed package nor a folder"
            return ModelState("spacy", name, name, "", 0, False, hint)
        folder = Path(spec.origin).parent
    return ModelState("spacy", name, folder.name, str(folder), _folder_bytes(folder), True)


def _folder_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _check_llm(settings: Settings) -> ModelCheck:
    from kgqa_neo4j.llm import create
    from kgqa_neo4j.llm.base import Message, Request

    started = time.perf_counter()
    llm = create(settings.llm)
    # Reading the context size loads the weights.
    if llm.context < 1:
        raise ConfigError("the model has no context")
    loaded = time.perf_counter()
    llm.complete(Request([Message(role="user", content=f"{_TEXT} " * (_PROMPT_WORDS // 12))], max_tokens=1))
    read = time.perf_counter()
    first: list[float] = []
    reply = llm.complete(
        Request([Message(role="user", content="Count from one to fifty.")], max_tokens=_REPLY_TOKENS),
        lambda _text: first.append(time.perf_counter()),
    )
    speeds = {"prompt tokens/s": llm.count_tokens(f"{_TEXT} " * (_PROMPT_WORDS // 12)) / (read - loaded)}
    if len(first) > 1:
        speeds["reply tokens/s"] = (reply.completion_tokens - 1) / max(time.perf_counter() - first[0], 1e-6)
    return ModelCheck("llm", llm.model, llm.device, loaded - started, speeds)


def _check_embedding(settings: Settings) -> ModelCheck:
    from kgqa_neo4j.embedding import create

    started = time.perf_counter()
    embedder = create(settings.embedding)
    loaded = time.perf_counter()
    vectors = embedder.encode([f"{_TEXT} {number}" for number in range(_ENCODED)])
    seconds = time.perf_counter() - loaded
    if vectors.shape != (_ENCODED, embedder.dimension):
        raise ModelError(f"{embedder.model} gave vectors of the shape {vectors.shape}")
    speeds = {"texts/s": _ENCODED / seconds, "dimensions": float(embedder.dimension)}
    return ModelCheck("embedding", embedder.model, embedder.backend, loaded - started, speeds)


def _check_spacy(settings: Settings) -> ModelCheck:
    from kgqa_neo4j.linking.parse import pipeline

    started = time.perf_counter()
    nlp = pipeline(settings.linking.spacy_model)
    loaded = time.perf_counter()
    for number in range(_ENCODED):
        nlp(f"{_TEXT} {number}")
    seconds = time.perf_counter() - loaded
    return ModelCheck("spacy", str(nlp.meta["name"]), "cpu", loaded - started, {"texts/s": _ENCODED / seconds})


_CHECKS: dict[Kind, Callable[[Settings], ModelCheck]] = {
    "llm": _check_llm,
    "embedding": _check_embedding,
    "spacy": _check_spacy,
}
