"""A bundled excerpt of MetaQA for the demo and the tests; ATTRIBUTION.md gives its origin."""

from __future__ import annotations

from pathlib import Path

__all__ = ["demo_questions", "sample_path"]


def sample_path() -> Path:
    """Return the folder with kb.txt, qa_1hop.txt, qa_2hop.txt, qa_3hop.txt and demo_questions.txt."""
    return Path(__file__).resolve().parent


def demo_questions() -> list[str]:
    """Return three questions, of one, two and three hops, as a user would type them."""
    return (sample_path() / "demo_questions.txt").read_text("utf-8").splitlines()
