"""Turning texts into arrays of token ids; texts of similar length are batched together to save padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from kgqa_neo4j.embedding.model_folders import ModelFolder
from kgqa_neo4j.model.errors import ModelUnreadable

Ids = npt.NDArray[np.int32]


class Tokeniser:
    """The tokeniser in a model's folder, which cuts texts after `max_tokens`.

    Raises:
        ModelUnreadable: its file is broken.
    """

    def __init__(self, folder: ModelFolder, max_tokens: int) -> None:
        from tokenizers import Tokenizer

        try:
            self._tokenizer = Tokenizer.from_file(str(folder.path / "tokenizer.json"))
        except Exception as error:  # the library raises bare Exception for a broken file
            raise ModelUnreadable(
                f"{folder.path}/tokenizer.json: {error}", hint="download the model's folder again"
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)

    def __call__(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each text."""
        return [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]


def batches(tokens: Sequence[Sequence[int]], most_texts: int, most_tokens: int) -> Iterator[list[int]]:
    """Yield the indices of texts of similar length, shortest first, each batch within both bounds once padded."""
    batch: list[int] = []
    for index in sorted(range(len(tokens)), key=lambda index: len(tokens[index])):
        if batch and (len(batch) == most_texts or len(tokens[index]) * (len(batch) + 1) > most_tokens):
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def padded(tokens: Sequence[Sequence[int]]) -> tuple[Ids, Ids]:
    """Return ids padded with zeros, shape (texts, longest), and the lengths, shape (texts,)."""
    lengths = np.array([len(ids) for ids in tokens], np.int32)
    ids = np.zeros((len(tokens), int(lengths.max())), np.int32)
    for row, values in zip(ids, tokens, strict=True):
        row[: len(values)] = values
    return ids, lengths
