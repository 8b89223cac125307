"""Options that are settings: what their help says, and what they become."""

import click
import pytest
from click.testing import CliRunner

from kgqa_neo4j.cli.options import _OPTIONS, as_text, overrides, setting_options
from kgqa_neo4j.settings import setting_names


@pytest.mark.parametrize("words", ["GGUF file", "Neo4j Browser", "Minimum confidence", "Language model"])
def test_help_begins_with_a_capital_and_keeps_the_other_letters(words: str) -> None:
    @click.command()
    @setting_options(*_OPTIONS)
    def command(**_: object) -> None:
        pass

    help = command.get_help(click.Context(command, max_content_width=1000, terminal_width=1000))
    assert words in help
    for option in command.params:
        assert isinstance(option, click.Option) and option.help and option.help[0].isupper()


def test_every_option_is_a_setting() -> None:
    @click.command()
    @setting_options(*_OPTIONS)
    def command(**_: object) -> None:
        pass

    names = {str(option.name).replace("__", ".") for option in command.params} - {"changes"}
    assert names <= set(setting_names())


def test_an_option_wins_over_the_same_setting_and_switches_become_words() -> None:
    @click.command()
    @setting_options("method", "fallback", "trace")
    def command(changes: dict[str, str], **flags: object) -> None:
        click.echo(sorted(as_text(overrides(changes, flags)).items()))

    words = [
        "--set",
        "ask.method=llm",
        "--method",
        "plans",
        "--no-fallback",
        "--trace",
        "--set",
        "plans.max_hops = 2",
    ]
    shown = CliRunner().invoke(command, words, catch_exceptions=False).stdout
    assert (
        "('ask.fallback', 'off'), ('ask.method', 'plans'), ('ask.trace', 'on'), ('plans.max_hops', '2')"
        in shown
    )
