"""The backend `llama-cpp`: llama.cpp in this process, with GGUF weights on CPU or GPU.

A prompt is evaluated in chunks of fixed size, and only whole chunks of earlier prompts are reused. A constant few-shot
prefix is therefore free from the second call on, and results do not depend on earlier calls: the same request yields
the same text.
"""

from __future__ import annotations

import codecs
import ctypes
import json
import logging
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

# OpenMP reads it when llama.cpp's library is loaded. Threads that spin while waiting for each other make generation
# ten times slower when another process, such as the graph's server, uses the cores.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import llama_cpp
import numpy as np
import numpy.typing as npt
import psutil
from llama_cpp.llama_grammar import json_schema_to_gbnf

from kgqa_neo4j.llm.base import DEFAULT_SAMPLING, OVERFLOW_HINT, Completion, Message, OnText, Request
from kgqa_neo4j.llm.chat import ChatPrompt
from kgqa_neo4j.llm.cleaning import ReplyCleaner
from kgqa_neo4j.llm.constrained import GrammarDecoder, Sampler
from kgqa_neo4j.llm.snapshots import Snapshots, shared
from kgqa_neo4j.llm.weights import Weights, all_parts, find_weights
from kgqa_neo4j.model import cancellation
from kgqa_neo4j.model.cancellation import check_cancelled
from kgqa_neo4j.model.errors import ContextOverflow, ModelError, ModelTimeout, ModelUnavailable, ModelUnreadable
from kgqa_neo4j.settings import LlmSettings

Logits = npt.NDArray[np.float32]

# Tokens per chunk. Measured with benchmarks/llm_speed.py on 2 cores: larger chunks are hardly faster to evaluate, and
# on average half a chunk is evaluated again.
CHUNK = 64
# Weights smaller than this, in bytes, generate faster with one thread than with several that wait for each other:
# 60 tokens/s instead of 24 for the packaged model on 2 cores. Prompts are evaluated by all threads.
SMALL = 300 * 2**20


# Called from C, so they must live as long as the process. Anything important in llama.cpp's log is also returned as an
# error.
_SILENT = llama_cpp.llama_log_callback(lambda _level, _text, _data: None)
_NEVER = llama_cpp.ggml_abort_callback(lambda _data: False)


def can_offload() -> bool:
    """Return whether this build of llama.cpp can put layers on a GPU."""
    return bool(llama_cpp.llama_supports_gpu_offload())


def layers_on_gpu(gpu_layers: str) -> int:
    """Return llama.cpp's layer count for the setting: -1 for all; 0 if the build cannot use a GPU."""
    if not can_offload():
        return 0
    return -1 if gpu_layers == "auto" else int(gpu_layers)


def offload_problem(gpu_layers: str) -> str:
    """Return a warning if GPU layers were requested but are not possible, else ""."""
    if gpu_layers in ("auto", "0") or can_offload():
        return ""
    return (
        f"llm.gpu_layers = {gpu_layers}, but this llama.cpp has no GPU it can use: the model runs on the CPU; "
        "docs/llm.md says how to build it for one"
    )


@cache
def _warn(problem: str) -> None:
    """Log a warning, once per process."""
    logging.getLogger(__name__).warning(problem)


def cores(threads: int) -> int:
    """Return `threads`, or the number of physical cores for 0."""
    return threads or psutil.cpu_count(logical=False) or psutil.cpu_count() or 1


class LlamaCpp:
    """A GGUF model, loaded on first use. Calls from several threads are serialized.

    Waiting for other calls does not count towards a call's time limit.
    """

    def __init__(self, weights: Weights, settings: LlmSettings) -> None:
        self.model = weights.name
        self._path = weights.path
        self._settings = settings
        self._layers = layers_on_gpu(settings.gpu_layers)
        self._turn = threading.Lock()
        self._loading = threading.Lock()
        self._read: list[int] = []
        self._snapshots = Snapshots()

    @property
    def device(self) -> str:
        """``cpu``, ``gpu (all layers)`` or ``gpu (N layers)``."""
        if self._layers == 0:
            return "cpu"
        return "gpu (all layers)" if self._layers < 0 else f"gpu ({self._layers} layers)"

    @cached_property
    def identity(self) -> str:
        """The weights' files, sizes and modification times, and everything else that determines replies."""
        files = [(str(path.resolve()), path.stat()) for path in all_parts(self._path)]
        weights = " ".join(f"{path}:{state.st_size}:{state.st_mtime_ns}" for path, state in files)
        options = f"context={self._settings.context} seed={self._settings.seed}"
        return f"llama.cpp {llama_cpp.__version__} {weights} on {self.device} {options}"

    @property
    def context(self) -> int:
        """Context size in tokens."""
        return self._llama.n_ctx()

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens of `text`."""
        return len(self._chat.tokens(text))

    def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Return the model's reply; see `kgqa_neo4j.llm.base.LLM`."""
        grammar = self._grammar(request)
        prompt = self._chat.render(request.messages)
        room = self.context - len(prompt)
        if room < 1:
            raise self._overflow(len(prompt))
        with self._call() as deadline:
            self._read_prompt(prompt, deadline)
            return self._generate(prompt, request, grammar, min(room, request.max_tokens), deadline, on_text)

    def choose(
        self, messages: Sequence[Message], options: Sequence[str], *, per_token: bool = True
    ) -> list[float]:
        """Return each option's log-probability; see `kgqa_neo4j.llm.base.OptionScorer`."""
        prompt = self._chat.render(messages)
        pieces = [self._chat.tokens(option) for option in options]
        longest = max(map(len, pieces), default=0)
        if len(prompt) + longest > self.context:
            raise self._overflow(len(prompt) + longest)
        with self._call() as deadline:
            self._read_prompt(prompt, deadline)
            first = _log_softmax(self._logits(-1))
            scores = []
            for tokens in pieces:
                deadline.check()
                values = [float(first[tokens[0]])] if tokens else [0.0]
                values += self._continuation(tokens, len(prompt))
                scores.append(sum(values) / (len(values) if per_token else 1))
            return scores

    @cached_property
    def _llama(self) -> llama_cpp.Llama:
        with self._loading:
            # Another thread may have loaded the model while this one waited.
            if "_llama" in self.__dict__:
                return self.__dict__["_llama"]  # type: ignore[no-any-return]
            llama = _load(self._path, self._settings, self._layers)
            self.__dict__["_llama"] = llama
            return llama

    @cached_property
    def _chat(self) -> ChatPrompt:
        return ChatPrompt(self._llama)

    @contextmanager
    def _call(self) -> Iterator[_Deadline]:
        """Hold the model exclusively; its state is cleared after any failure, so that it stays usable."""
        with self._turn:
            llama = self._llama
            try:
                with _Deadline(llama, self._settings.timeout) as deadline:
                    yield deadline
            except BaseException as error:
                self._forget()
                if isinstance(error, RuntimeError):
                    raise ModelUnavailable(f"{self.model} failed: {error}") from error
                raise

    def _forget(self) -> None:
        self._read = []
        self._llama.n_tokens = 0
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self._llama.ctx), True)

    def _read_prompt(self, prompt: list[int], deadline: _Deadline) -> None:
        """Evaluate `prompt`, from the first chunk that differs from the previous prompt or a snapshot."""
        llama = self._llama
        same = shared(self._read, prompt)
        restored = self._snapshots.restore(llama, prompt, better_than=same + CHUNK)
        if restored is not None:
            same = shared(restored, prompt)
        # The last chunk is always evaluated, because the reply starts from its logits.
        start = min(same, len(prompt) - 1) // CHUNK * CHUNK
        memory = llama_cpp.llama_get_memory(llama.ctx)
        if start == 0 or not llama_cpp.llama_memory_seq_rm(memory, -1, start, -1):
            # Some architectures cannot remove part of the state.
            start = 0
            llama_cpp.llama_memory_clear(memory, True)
        self._read = []
        llama.n_tokens = start
        # llama-cpp-python compares these ids with a prompt to skip what is already evaluated.
        llama.input_ids[:start] = prompt[:start]
        for begin in range(start, len(prompt), CHUNK):
            deadline.evaluate(prompt[begin : begin + CHUNK])
        self._read = prompt
        self._snapshots.keep(llama, prompt)

    def _generate(
        self,
        prompt: list[int],
        request: Request,
        grammar: str | None,
        max_tokens: int,
        deadline: _Deadline,
        on_text: OnText | None,
    ) -> Completion:
        llama, vocabulary = self._llama, llama_cpp.llama_model_get_vocab(self._llama.model)
        decoder, cleaner, made = codecs.getincrementaldecoder("utf-8")("replace"), ReplyCleaner(request.stop), 0
        for token in self._tokens(prompt, request, grammar):
            deadline.check()
            if llama_cpp.llama_vocab_is_eog(vocabulary, token):
                break
            made += 1
            _emit(cleaner.feed(decoder.decode(llama.detokenize([token]))), on_text)
            if cleaner.done or made >= max_tokens:
                break
        _emit(cleaner.feed(decoder.decode(b"", final=True)) + cleaner.finish(), on_text)
        return Completion(cleaner.text, len(prompt), made)

    def _tokens(self, prompt: list[int], request: Request, grammar: str | None) -> Iterator[int]:
        """Yield tokens endlessly."""
        llama = self._llama
        if grammar is None:
            sampling: dict[str, Any] = {
                name: request.extra.get(name, default) for name, default in DEFAULT_SAMPLING.items()
            }
            # Reseeded, so that a reply depends only on its request and not on earlier calls.
            llama.set_seed(self._settings.seed)
            yield from llama.generate(prompt, temp=request.temperature, **sampling)
            return
        sampler = Sampler.of(request.temperature, request.extra, self._settings.seed)
        vocabulary = llama_cpp.llama_model_get_vocab(llama.model)
        with closing(GrammarDecoder(vocabulary, grammar, sampler)) as decoder:
            while True:
                token = decoder.pick(self._logits(-1))
                yield token
                llama.eval([token])

    def _continuation(self, tokens: list[int], start: int) -> list[float]:
        """Return the log-probabilities of all `tokens` but the first, placed after `start` prompt tokens."""
        if len(tokens) < 2:
            return []
        llama = self._llama
        llama_cpp.llama_memory_seq_rm(llama_cpp.llama_get_memory(llama.ctx), -1, start, -1)
        count = len(tokens) - 1
        batch = llama_cpp.llama_batch_init(count, 0, 1)
        try:
            batch.n_tokens = count
            for place in range(count):
                batch.token[place], batch.pos[place] = tokens[place], start + place
                batch.n_seq_id[place], batch.seq_id[place][0], batch.logits[place] = 1, 0, 1
            if code := llama_cpp.llama_decode(llama.ctx, batch):
                raise RuntimeError(f"llama_decode returned {code}")
            return [float(_log_softmax(self._logits(place))[tokens[place + 1]]) for place in range(count)]
        finally:
            llama_cpp.llama_batch_free(batch)

    def _logits(self, place: int) -> Logits:
        pointer = llama_cpp.llama_get_logits_ith(self._llama.ctx, place)
        return np.ctypeslib.as_array(pointer, shape=(self._llama.n_vocab(),))

    def _grammar(self, request: Request) -> str | None:
        if request.grammar is None and request.json_schema is None:
            return None
        try:
            text = request.grammar or json_schema_to_gbnf(json.dumps(request.json_schema))
        except (ValueError, KeyError, TypeError) as error:
            raise ModelError(f"the JSON schema cannot be turned into a grammar: {error}") from error
        # Checked here, because a grammar that does not parse would crash the process later.
        vocabulary = llama_cpp.llama_model_get_vocab(self._llama.model)
        sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, text.encode("utf-8"), b"root")
        if not sampler:
            raise ModelError("the grammar cannot be parsed")
        llama_cpp.llama_sampler_free(sampler)
        return text

    def _overflow(self, needed: int) -> ContextOverflow:
        return ContextOverflow(
            f"the prompt takes {needed} tokens, the context of {self.model} has {self.context}",
            hint=OVERFLOW_HINT,
        )


class _Deadline:
    """The time limit of one call; also enforced while llama.cpp computes, by a callback that it polls."""

    def __init__(self, llama: llama_cpp.Llama, seconds: float) -> None:
        self._llama = llama
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._interrupted = False
        self._switch = cancellation.current()
        self._callback = llama_cpp.ggml_abort_callback(self._over)

    def __enter__(self) -> _Deadline:
        return self

    def __exit__(self, *_: object) -> None:
        llama_cpp.llama_set_abort_callback(self._llama.ctx, _NEVER, ctypes.c_void_p(0))

    def check(self) -> None:
        """Raise `ModelTimeout` after the deadline, `Cancelled` if the question was cancelled."""
        check_cancelled()
        if time.monotonic() > self._end:
            raise ModelTimeout(
                f"the language model took longer than {self._seconds:g} s",
                hint="raise llm.timeout, or use a smaller or faster model",
            )

    def evaluate(self, tokens: list[int]) -> None:
        """Evaluate `tokens`; aborted at the deadline, on cancellation or on Ctrl-C."""
        self.check()
        # Not set while single tokens are generated, where polling would cost more than it saves.
        llama_cpp.llama_set_abort_callback(self._llama.ctx, self._callback, ctypes.c_void_p(0))
        try:
            self._llama.eval(tokens)
        except RuntimeError:
            if self._interrupted:
                raise KeyboardInterrupt from None
            self.check()
            raise
        finally:
            llama_cpp.llama_set_abort_callback(self._llama.ctx, _NEVER, ctypes.c_void_p(0))

    def _cancelled(self) -> bool:
        return self._switch is not None and self._switch.cancelled

    def _over(self, _data: int | None) -> bool:
        try:
            return time.monotonic() > self._end or self._cancelled()
        except KeyboardInterrupt:
            # An exception cannot pass through C, so it is recorded and raised afterwards.
            self._interrupted = True
            return True


def _load(path: Path, settings: LlmSettings, layers: int) -> llama_cpp.Llama:
    llama_cpp.llama_log_set(_SILENT, ctypes.c_void_p(0))
    threads = cores(settings.threads)
    arguments: dict[str, Any] = {
        "n_gpu_layers": layers,
        "n_threads": 1 if path.stat().st_size < SMALL and not settings.threads else threads,
        "n_threads_batch": threads,
        "n_batch": max(CHUNK, 64),
        "verbose": False,
    }
    try:
        llama = llama_cpp.Llama(str(path), n_ctx=settings.context, **arguments)
    except (ValueError, RuntimeError, AssertionError) as error:
        raise ModelUnreadable(
            f"llama.cpp cannot load {path}: {error}",
            hint="the file may be truncated, or of a newer format or architecture than this llama.cpp knows",
        ) from error
    architecture = llama.metadata.get("general.architecture", "")
    if llama.metadata.get(f"{architecture}.attention.causal") == "false":
        raise ModelUnreadable(
            f"{path} ({architecture}) is an encoder: it cannot generate text", hint="set llm.model"
        )
    # Set here, because the constructor interprets a seed of 0 as random.
    llama.set_seed(settings.seed)
    return llama


def create(settings: LlmSettings) -> LlamaCpp:
    """Create the backend `llama-cpp` from settings."""
    if problem := offload_problem(settings.gpu_layers):
        _warn(problem)
    return LlamaCpp(find_weights(settings.model), settings)


def _log_softmax(logits: Logits) -> Logits:
    shifted = logits - logits.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()), dtype=np.float32)


def _emit(text: str, on_text: OnText | None) -> None:
    if text and on_text is not None:
        on_text(text)
