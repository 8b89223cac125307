"""Command-line options that are declared by the settings: type, default and help stand there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin

import click
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from kgqa_neo4j.settings import Settings, setting_names

F = TypeVar("F", bound=Callable[..., Any])

ASKING = {
    "method": "ask.method",
    "fallback": "ask.fallback",
    "min-confidence": "ask.min_confidence",
    "trace": "ask.trace",
    "learned": "learning.sets",
    "top-k": "linking.top_k",
    "linking-threshold": "linking.threshold",
    "max-mentions": "linking.max_mentions",
    "beam": "adaptive.beam",
    "relation-threshold": "adaptive.relation_threshold",
    "entity-threshold": "adaptive.entity_threshold",
    "max-hops": "adaptive.max_hops",
    "hops": "adaptive.hops",
    "hub-cap": "adaptive.hub_cap",
    "encode-cap": "adaptive.encode_cap",
    "evidence-tokens": "adaptive.evidence_tokens",
    "constrain": "adaptive.constrain",
    "expand": "adaptive.expand",
    "complete": "adaptive.complete",
    "roles": "adaptive.roles",
    "hop-penalty": "adaptive.hop_penalty",
    "depth-weight": "adaptive.depth_weight",
    "llm": "llm.backend",
    "model": "llm.model",
    "base-url": "llm.base_url",
    "gpu-layers": "llm.gpu_layers",
    "context": "llm.context",
    "threads": "llm.threads",
    "seed": "llm.seed",
    "temperature": "llm.temperature",
    "max-tokens": "llm.max_tokens",
    "timeout": "llm.timeout",
    "cache": "llm.cache",
    "embedding-model": "embedding.model",
}
"""What a question can be asked with: the option's name to the setting's."""

# Options of these sections bear its name: --kg-rag-top-k for kg_rag.top_k.
_BY_SECTION = ("retrieval", "kg_rag", "kaping", "iquest", "pdrr", "plans", "query", "auto")
ASKING.update(
    {
        name.replace(".", "-").replace("_", "-"): name
        for name in setting_names()
        if name.split(".")[0] in _BY_SECTION
    }
)

# Options that --no-... sets to the value which means nothing.
_OFF = {"learned": "none", "fallback": "off"}


def setting_options(options: Mapping[str, str]) -> Callable[[F], F]:
    """Return a decorator that adds an option for each setting.

    The command gets them as keywords ``section__key``, None where not given, which is what
    `CliContext.configuration` takes. A switch gets its opposite too: ``--trace / --no-trace``.
    """

    def decorate(command: F) -> F:
        for flag, setting in reversed(list(options.items())):
            command = _option(flag, setting)(command)
        return command

    return decorate


def _option(flag: str, setting: str) -> Callable[[F], F]:
    field = _field(setting)
    text = _sentence(field.description or "")
    parameter = setting.replace(".", "__")
    if field.annotation is bool:
        default = f"--{'' if field.default else 'no-'}{flag}"
        return click.option(
            f"--{flag}/--no-{flag}", parameter, default=None, help=f"{text}.  [default: {default}]"
        )
    shown = f"  [default: {field.default}]" if field.default not in ("", None) else ""
    option: Callable[[F], F] = click.option(
        f"--{flag}", parameter, type=_type(field.annotation), default=None, help=f"{text}.{shown}"
    )
    if flag not in _OFF:
        return option
    off = click.option(f"--no-{flag}", parameter, flag_value=_OFF[flag], help=f"Same as --{flag} {_OFF[flag]}.")
    return lambda command: option(off(command))


def _type(annotation: Any) -> Any:
    if get_origin(annotation) is Literal:
        return click.Choice([str(value) for value in get_args(annotation)])
    return annotation if annotation in (int, float) else str


def _sentence(text: str) -> str:
    """Return `text` with its first letter in upper case and the others, as in "CPU", as they are."""
    return text[:1].upper() + text[1:]


def _field(setting: str) -> FieldInfo:
    section, key = setting.split(".")
    kind = Settings.model_fields[section].annotation
    assert isinstance(kind, type) and issubclass(kind, BaseModel)
    return kind.model_fields[key]
