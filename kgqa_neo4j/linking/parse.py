"""Parse questions with spaCy: names, noun chunks, and the part of speech of each word."""

from __future__ import annotations

import importlib.util
import threading
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_neo4j.embedding.imports import without
from kgqa_neo4j.linking.text import MAX_CHARACTERS, Span
from kgqa_neo4j.model.errors import ModelNotFound, ModelUnreadable

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.lookups import Lookups
    from spacy.tokens import Doc, Token

# Amounts and dates are names only if the graph has them.
_AMOUNTS = {"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"}
_ASKING = {"WDT", "WP", "WP$", "WRB"}
_CLOSED = {"DET", "PRON", "ADP", "AUX", "CCONJ", "SCONJ", "PART", "PUNCT", "SPACE"}
_NOUNS = {"NOUN", "PROPN"}


@dataclass(frozen=True, slots=True)
class Word:
    """A token of the parse. `asked`: it names the kind of the answer ("which *films*").

    `pos` is "X" if the tagger takes a word for a verb that the pipeline's list of verbs lacks. `singular` is the word
    in lower case, for a noun its singular by the pipeline's lemma rules.
    """

    span: Span
    text: str
    pos: str
    stop: bool
    asked: bool
    singular: str


@dataclass(frozen=True, slots=True)
class Parse:
    """The parse of a question; `amounts` are its dates, numbers and quantities."""

    words: list[Word]
    names: list[Span]
    chunks: list[Span]
    amounts: list[Span]


_loading = threading.Lock()
# Number of cached parses: of concurrent questions and their variants.
_KEPT = 256


def pipeline(name: str) -> Language:
    """Return the spaCy pipeline `name`, an installed package or a folder. It is loaded once.

    Raises:
        ModelNotFound: there is no pipeline of that name.
        ModelUnreadable: the pipeline exists but cannot be loaded.
    """
    # Several threads may request it at once, one of them only to preload it.
    with _loading:
        return _load(name)


def load_ahead(name: str) -> None:
    """Start loading a pipeline in the background; the first user waits for it, and gets any error."""

    def load() -> None:
        with suppress(ModelNotFound, ModelUnreadable):
            pipeline(name)

    threading.Thread(target=load, name=f"load {name}", daemon=True).start()


@cache
def _load(name: str) -> Language:
    # spaCy imports PyTorch if it is installed, which takes seconds; few pipelines need it.
    with nullcontext() if _runs_on_torch(name) else without("torch"):
        import spacy

    try:
        return spacy.load(name, disable=["lemmatizer"])
    except OSError as error:
        if "[E050]" in str(error):
            raise ModelNotFound(
                f"there is no spaCy pipeline {name!r}",
                hint="install its package, or set linking.spacy_model to a package's name or a folder",
            ) from error
        raise ModelUnreadable(f"the spaCy pipeline {name!r} cannot be read: {error}", hint=_REPAIR) from error
    except (ValueError, KeyError, ImportError) as error:
        raise ModelUnreadable(f"the spaCy pipeline {name!r} cannot be loaded: {error}", hint=_REPAIR) from error


def _runs_on_torch(name: str) -> bool:
    """Return whether the configuration of a pipeline has components that need PyTorch."""
    folder = Path(name)
    if not folder.is_dir():
        found = importlib.util.find_spec(name) if name.isidentifier() else None
        if found is None or not found.submodule_search_locations:
            return False
        folder = Path(found.submodule_search_locations[0])
    files = [*folder.glob("config.cfg"), *folder.glob("*/config.cfg")]
    try:
        text = files[0].read_text("utf-8") if files else _ON_TORCH[0]
    except (OSError, UnicodeDecodeError):
        return True
    return any(word in text.lower() for word in _ON_TORCH)


# Words in the configuration of pipelines that need PyTorch: spacy-transformers, curated transformers, custom layers.
_ON_TORCH = ("torch", "transformer")
_REPAIR = "reinstall it, or set linking.spacy_model to another one"


@lru_cache(maxsize=_KEPT)
def parse(text: str, model: str) -> Parse:
    """Parse the first `MAX_CHARACTERS` of `text` with the pipeline `model`.

    Results are cached, because several parts of the program read the same question: do not modify them.

    Raises:
        ModelNotFound, ModelUnreadable: the pipeline cannot be used.
    """
    nlp = pipeline(model)
    doc = nlp(text[:MAX_CHARACTERS])
    asked = _asked(doc)
    words = [
        Word(
            Span(token.idx, token.idx + len(token)),
            token.text,
            "X" if token.pos_ == "VERB" and not _may_be_verb(token, nlp) else token.pos_,
            token.is_stop,
            token.i in asked,
            _singular(token, nlp),
        )
        for token in doc
        if not token.is_space
    ]
    names = [Span(name.start_char, name.end_char) for name in doc.ents if name.label_ not in _AMOUNTS]
    amounts = [Span(name.start_char, name.end_char) for name in doc.ents if name.label_ in _AMOUNTS]
    return Parse(words, names, _chunks(doc), amounts)


def _may_be_verb(token: Token, nlp: Language) -> bool:
    """Return whether the pipeline's list of verbs has the word in any form; True without a list.

    Taggers often take an unknown lower-case name for the verb ("what does metformin treat").
    """
    verbs = _verbs(nlp)
    if not verbs or token.lower_ in verbs:
        return True
    lemmas: list[str] = nlp.get_pipe("lemmatizer").rule_lemmatize(token)  # type: ignore[attr-defined]
    return any(lemma.lower() in verbs for lemma in lemmas)


def _singular(token: Token, nlp: Language) -> str:
    if token.pos_ not in _NOUNS or "lemmatizer" not in nlp.component_names:
        return token.lower_
    if token.pos_ == "PROPN":
        # The tagger takes many nouns at the end of questions for names, for which the rules know no plural.
        token.pos_ = "NOUN"
    lemmas: list[str] = nlp.get_pipe("lemmatizer").rule_lemmatize(token)  # type: ignore[attr-defined]
    return lemmas[0].lower() if lemmas else token.lower_


@cache
def _verbs(nlp: Language) -> frozenset[str]:
    """Return the base forms of verbs in the pipeline's lemma rules; empty without such rules."""
    lemmatizer = nlp.get_pipe("lemmatizer") if "lemmatizer" in nlp.component_names else None
    lookups: Lookups | None = getattr(lemmatizer, "lookups", None)
    if lookups is None or not lookups.has_table("lemma_index"):
        return frozenset()
    return frozenset(lookups.get_table("lemma_index").get("verb", ()))


def _chunks(doc: Doc) -> list[Span]:
    """Return the noun chunks without leading articles and other stop words."""
    if not doc.has_annotation("DEP"):
        return []
    spans = []
    for chunk in doc.noun_chunks:
        words = [token for token in chunk if not token.is_space]
        while words and (words[0].is_stop or words[0].pos_ in _CLOSED):
            words.pop(0)
        if words:
            spans.append(Span(words[0].idx, words[-1].idx + len(words[-1])))
    return spans


def _asked(doc: Doc) -> set[int]:
    """Return the indices of the nouns that name the kind of the answer: "which films", "who is the director"."""
    found: set[int] = set()
    for token in doc:
        if token.tag_ not in _ASKING:
            continue
        if token.dep_ == "det":
            found.add(token.head.i)
        elif token.head.pos_ in ("AUX", "VERB") and token.dep_ in ("attr", "nsubj"):
            found.update(
                child.i
                for child in token.head.children
                if child.dep_ in ("attr", "nsubj") and child.pos_ in _NOUNS
            )
    return found
