import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from kgqa_neo4j.methods.asking import ask, open_resources
from kgqa_neo4j.model.answer import Status
from kgqa_neo4j.sample import demo_questions, sample_path
from kgqa_neo4j.settings import load_configuration

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "cut_sample.py"


@pytest.fixture(scope="module")
def cutter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cut_sample", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their own module up
    spec.loader.exec_module(module)
    return module


def lines(name: str) -> list[str]:
    return (sample_path() / name).read_text("utf-8").splitlines()


def test_sample_is_some_thousand_distinct_well_formed_triples() -> None:
    triples = lines("kb.txt")
    assert 3_000 <= len(triples) <= 5_000
    assert len(set(triples)) == len(triples)
    assert all(line.count("|") == 2 and all(line.split("|")) for line in triples)


def test_sample_is_small_and_says_where_it_is_from() -> None:
    assert sum(file.stat().st_size for file in sample_path().glob("*.*")) < 400_000
    text = (sample_path() / "ATTRIBUTION.md").read_text("utf-8")
    assert "MetaQA" in text and "creativecommons.org/licenses/by/3.0" in text
    assert f"{len(lines('kb.txt')):,} triples" in text


@pytest.mark.parametrize("hop", [1, 2, 3])
def test_published_answers_are_the_answers_in_the_sample(cutter: ModuleType, hop: int) -> None:
    graph = cutter.Graph(tuple(line.split("|")) for line in lines("kb.txt"))
    pairs = zip(lines(f"qa_{hop}hop.txt"), lines(f"qa_{hop}hop_qtype.txt"), strict=True)
    questions = [cutter.Question(*pair) for pair in pairs]
    assert len(questions) == 40
    for question in questions:
        assert question.kind.count("_to_") == hop
        assert cutter.walk(graph, question)[0] == question.gold, question.line


def test_demo_has_one_published_question_of_each_depth() -> None:
    for question, hop in zip(demo_questions(), (1, 2, 3), strict=True):
        texts = [line.split("\t")[0] for line in lines(f"qa_{hop}hop.txt")]
        assert question in [text.replace("[", "").replace("]", "") for text in texts]


def test_cutting_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    source = tmp_path / "metaqa"
    source.mkdir()
    (source / "kb.txt").write_bytes((sample_path() / "kb.txt").read_bytes())
    for hop in (1, 2, 3):
        folder = source / f"{hop}-hop"
        folder.mkdir()
        for name, target in (
            (f"qa_{hop}hop.txt", "qa_dev.txt"),
            (f"qa_{hop}hop_qtype.txt", "qa_dev_qtype.txt"),
        ):
            (folder / target).write_bytes((sample_path() / name).read_bytes())
    made = []
    for out in (tmp_path / "first", tmp_path / "second"):
        command = [
            sys.executable,
            "-m",
            "benchmarks.cut_sample",
            str(source),
            "--out",
            str(out),
            "--questions",
            "12",
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=SCRIPT.parents[1])
        made.append({file.name: file.read_bytes() for file in out.iterdir()})
    assert made[0] == made[1]
    assert len(made[0]) == 7


def test_a_plan_that_leaves_words_to_a_longer_one_gives_way_to_it(sample_workspace: Path) -> None:
    configuration = load_configuration(sample_workspace, {"ask.method": "plans", "ask.trace": False})
    resources = open_resources(configuration)
    with resources.graph:
        question = "who acted in the movies directed by the director of Hell Night"
        longer = ask(question, resources, configuration, ["Hell Night"])
        director = ask("who directed Hell Night", resources, configuration, ["Hell Night"])
    # The actors of the director's other film in the sample.
    assert director.status is Status.ANSWERED and director.text == "Tom DeSimone"
    assert longer.status is Status.ANSWERED
    assert sorted(one.name for one in longer.entities) == ["Pat Ast", "Sybil Danning", "Wendy O. Williams"]
