from pathlib import Path

import pytest

from kgqa_neo4j.evaluation.comparison.presets import preset, presets
from kgqa_neo4j.evaluation.comparison.protocol import (
    Arm,
    Budget,
    Protocol,
    Source,
    parse_budget,
    parse_seeds,
    parse_source,
    parse_vary,
)
from kgqa_neo4j.methods import method_names
from kgqa_neo4j.model.errors import ConfigError
from kgqa_neo4j.settings import load_configuration


def test_seeds_are_a_range_or_a_list_or_both() -> None:
    assert parse_seeds("0-3") == (0, 1, 2, 3)
    assert parse_seeds("0, 3,5-6,3") == (0, 3, 5, 6)


@pytest.mark.parametrize("text", ["", "a", "-1", "3-1", "1-", "0-7000", "1,,2", "1.5"])
def test_other_seeds_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"form|ends before|more than"):
        parse_seeds(text)


def test_a_budget_is_questions_or_time() -> None:
    assert parse_budget("200") == Budget(questions=200, text="200 questions")
    assert parse_budget("30m").seconds == 1800
    assert parse_budget("1.5h").seconds == 5400
    for text in ("0", "0s", "m", "10x", "-3", ""):
        with pytest.raises(ValueError, match="neither"):
            parse_budget(text)


def test_a_file_may_bring_its_label_and_its_format(tmp_path: Path) -> None:
    file = tmp_path / "qa_test.txt.gz"
    odd = tmp_path / "a=metaqa:b.txt"
    file.touch()
    odd.touch()
    assert parse_source(str(file), "metaqa") == Source("qa_test", file, "metaqa")
    assert parse_source(f"1-hop=jsonl:{file}", "metaqa") == Source("1-hop", file, "jsonl")
    assert parse_source(f"pathquestion:{file}", None) == Source("qa_test", file, "pathquestion")
    assert parse_source(str(odd), "metaqa").file == odd
    with pytest.raises(ValueError, match="unknown format"):
        parse_source(str(file), None)
    with pytest.raises(ValueError, match="there is no file"):
        parse_source("x=nowhere.txt", "metaqa")


def test_swept_settings_make_an_arm_of_every_combination_and_method() -> None:
    vary = parse_vary(["adaptive.beam=1,2", "llm.seed = 0, 1"])
    arms = Protocol((), ("a", "b"), vary=vary).arms()
    assert len(arms) == 8
    assert arms[:2] == [Arm(name, (("adaptive.beam", "1"), ("llm.seed", "0"))) for name in ("a", "b")]
    for text in ("beam=1", "adaptive.beam", "adaptive.beam=", "adaptive.beam=,"):
        with pytest.raises(ValueError, match="not of the form"):
            parse_vary([text])
    with pytest.raises(ValueError, match="varied twice"):
        parse_vary(["a.b=1", "a.b=2"])


def test_parts_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    one, same = Source("x", tmp_path / "1", "metaqa"), Source("x", tmp_path / "2", "metaqa")
    for protocol, words in (
        (Protocol((), ("llm",), baseline="llm"), "nothing to compare"),
        (Protocol((one, same), ("llm",), baseline="llm"), "label 'x' is given twice"),
        (Protocol((one,), ("llm", "llm"), baseline="llm"), "method 'llm' is given twice"),
        (Protocol((one,), ("llm",), seeds=(0, 1), baseline="llm"), "without --sample"),
        (Protocol((one,), ("llm",), baseline="adaptive"), "baseline 'adaptive'"),
    ):
        with pytest.raises(ConfigError, match=words):
            protocol.check()


def test_the_papers_protocols_are_there_and_can_be_read() -> None:
    paper = preset("kg-rag-paper")
    assert (paper.sample, parse_seeds(paper.seeds)) == (500, tuple(range(8)))
    parameters = preset("kg-rag-paper-parameters")
    assert (parameters.sample, len(parse_seeds(parameters.seeds))) == (100, 10)
    assert len(Protocol((), parameters.methods, vary=parameters.vary).arms()) == 9
    for one in presets().values():
        assert one.description and one.baseline in one.methods and parse_seeds(one.seeds)
    with pytest.raises(ConfigError, match="no preset 'x'"):
        preset("x")


def test_the_papers_methods_and_settings_exist(tmp_path: Path) -> None:
    configuration = load_configuration(tmp_path)
    for one in presets().values():
        assert set(one.methods) <= set(method_names()), one.name
        configuration.changed(
            {**one.settings, **{name: values[0] for name, values in one.vary.items()}}, one.name
        )
