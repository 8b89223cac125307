"""Options declared by the settings: what their help says."""

import click
import pytest

from kgqa_neo4j.cli.options import ASKING, setting_options


@pytest.mark.parametrize(
    "words", ["OpenAI-compatible endpoint", "CPU threads", "Layers on the GPU", "a GGUF path", "Neo4j Browser"]
)
def test_help_begins_with_a_capital_and_keeps_the_other_letters(words: str) -> None:
    @click.command()
    @setting_options(ASKING)
    def command(**_: object) -> None:
        pass

    assert words in command.get_help(click.Context(command, max_content_width=1000, terminal_width=1000))
