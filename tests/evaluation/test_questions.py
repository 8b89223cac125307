import gzip
import json
from pathlib import Path

import pytest

from kgqa_neo4j.model.errors import InputError
from kgqa_neo4j.question_sets.questions import Question, read_questions


def write(path: Path, *lines: str) -> Path:
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path


def test_metaqa_brackets_become_the_topic_and_leave_the_question(tmp_path: Path) -> None:
    file = write(tmp_path / "qa.txt", "who wrote [The Paper]\tA. Writer|B. Writer|A. Writer")
    assert read_questions(file, "metaqa") == [
        Question("who wrote The Paper", ("The Paper",), ("A. Writer", "B. Writer"), 1)
    ]


def test_gzip_is_told_by_content_and_lines_are_counted_across_blank_ones(tmp_path: Path) -> None:
    file = tmp_path / "qa.dat"
    file.write_bytes(gzip.compress(b"\n\n[a] is what\tb\r\n"))
    assert read_questions(file, "metaqa") == [Question("a is what", ("a",), ("b",), 3)]


def test_pathquestion_takes_all_answers_and_only_the_topic_of_the_path(tmp_path: Path) -> None:
    file = write(
        tmp_path / "pq.txt", "what is x_y 's son 's sex ?\tmale(male/female/)\tx_y#child#z#sex#male#<end>#male"
    )
    (question,) = read_questions(file, "pathquestion")
    assert (question.topics, question.answers) == (("x_y",), ("male", "female"))


def test_pathquestion_answers_may_hold_brackets_themselves(tmp_path: Path) -> None:
    file = write(tmp_path / "pq.txt", "q ?\ta_(b)(c/a_(b)/)\tt#r#a_(b)#<end>#a_(b)")
    assert read_questions(file, "pathquestion")[0].answers == ("c", "a_(b)")


@pytest.mark.parametrize(
    ("topic", "topics"), [({"topic": "x:1"}, ("x:1",)), ({"topic": ["a", "b"]}, ("a", "b")), ({}, ())]
)
def test_jsonl_topic_is_a_string_a_list_or_absent(
    tmp_path: Path, topic: dict[str, object], topics: tuple[str, ...]
) -> None:
    file = write(tmp_path / "q.jsonl", json.dumps({"question": "who?", "answers": ["x:2", "Ada"], **topic}))
    assert read_questions(file, "jsonl") == [Question("who?", topics, ("x:2", "Ada"), 1)]


def test_answers_of_jsonl_are_numbers_and_booleans_too(tmp_path: Path) -> None:
    row = {"question": "how many?", "topics": ["Ada"], "answers": [7, 2.5, True, "2024-01-02"], "kind": "count"}
    (question,) = read_questions(write(tmp_path / "q.jsonl", json.dumps(row)), "jsonl")
    assert question.answers == ("7", "2.5", "yes", "2024-01-02")
    assert (question.topics, question.kind, question.rows) == (("Ada",), "count", ())


def test_answers_of_a_table_are_rows(tmp_path: Path) -> None:
    row = {"question": "who with what?", "answers": [["Ada", 3], ["Bo", False], ["Ada", 3]], "table": True}
    (question,) = read_questions(write(tmp_path / "q.jsonl", json.dumps(row)), "jsonl")
    assert question.rows == (("Ada", "3"), ("Bo", "no"), ("Ada", "3")) and question.answers == ()
    assert set(question.answer_names) == {"Ada", "3", "Bo", "no"}


def test_an_answer_of_jsonl_may_have_several_names(tmp_path: Path) -> None:
    row = {"question": "who?", "answers": [["Ada", "A. King", "Ada"], "Bo", [], ["", "Cy"], "Bo"]}
    (question,) = read_questions(write(tmp_path / "q.jsonl", json.dumps(row)), "jsonl")
    assert question.answers == ("Ada", "Bo", "Cy")
    assert question.golds == (("Ada", "A. King"), ("Bo",), ("Cy",))
    assert question.answer_names == ("Ada", "A. King", "Bo", "Cy")


@pytest.mark.parametrize(
    ("format", "line"),
    [
        ("metaqa", "no brackets here\tanswer"),
        ("metaqa", "who wrote [it]\t | "),
        ("pathquestion", "two\tcolumns"),
        ("pathquestion", "q\tanswer without list\tt#r#a"),
        ("jsonl", "{not json"),
        ("jsonl", '{"question": "who?"}'),
        ("jsonl", '{"question": "who?", "answers": [null]}'),
        ("jsonl", '{"question": "who?", "answers": ["x"], "kind": 1}'),
        ("jsonl", '{"question": "who?", "answers": ["x"], "table": true}'),
        ("jsonl", '{"question": "who?", "answers": [["x", "y"], ["x"]], "table": true}'),
        ("jsonl", '{"question": "who?", "answers": [["x", 1]]}'),
        ("jsonl", '{"question": "who is [Ada]?", "answers": ["x"]}'),
        ("jsonl", '{"question": " ", "answers": ["x"]}'),
        ("jsonl", '["a list"]'),
    ],
)
def test_a_bad_line_is_named_with_file_and_line(tmp_path: Path, format: str, line: str) -> None:
    good = {"metaqa": "[a]\tb", "pathquestion": "q\tb(b/)\ta#r#b", "jsonl": '{"question": "q", "answers": []}'}
    file = write(tmp_path / "questions", good[format], line)
    with pytest.raises(InputError, match=r"questions:2: "):
        read_questions(file, format)  # type: ignore[arg-type]


def test_missing_empty_damaged_and_binary_files_are_refused(tmp_path: Path) -> None:
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(b"[a]\tb\n" * 1000)[:40])
    binary = tmp_path / "binary"
    binary.write_bytes(b"[a]\tb\n[\xff]\tb\n")
    for file, says in (
        (tmp_path / "missing", "cannot read"),
        (write(tmp_path / "empty"), "no questions"),
        (cut, "damaged"),
        (binary, "binary:2: not UTF-8"),
    ):
        with pytest.raises(InputError, match=says):
            read_questions(file, "metaqa")
