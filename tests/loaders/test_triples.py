from pathlib import Path

import pytest

from kgqa_neo4j.errors import InputError
from kgqa_neo4j.graph import Entity
from kgqa_neo4j.loaders import LOADERS
from kgqa_neo4j.loaders.base import BadLine, Fact
from kgqa_neo4j.loaders.files import MAX_LINE
from kgqa_neo4j.loaders.triples import TripleFile


def opened(path: Path, content: str | bytes, **options: str | bool) -> TripleFile:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    source = LOADERS.get("triples").open(str(path), options)
    assert isinstance(source, TripleFile)
    return source


def names(source: TripleFile) -> list[tuple[str, str, str]]:
    facts = [item.triple for item in source.items() if isinstance(item, Fact)]
    return [(fact.subject.name, fact.relation.id, fact.object.name) for fact in facts]


def bad(source: TripleFile) -> list[tuple[int, str]]:
    return [(item.line, item.reason) for item in source.items() if isinstance(item, BadLine)]


@pytest.mark.parametrize("delimiter", ["\t", "|", ","])
def test_the_delimiter_is_found_from_the_content(tmp_path: Path, delimiter: str) -> None:
    lines = [("a", "r", "b"), ("b", "s", "c")]
    source = opened(tmp_path / "kb.txt", "\n".join(delimiter.join(line) for line in lines))
    assert source.delimiter == delimiter
    assert names(source) == lines


def test_commas_and_pipes_inside_of_names_do_not_mislead(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", "Me, Myself|directed_by|X, Y\nB|r|C\nD, E, F|r|G\n")
    assert names(source) == [("Me, Myself", "directed_by", "X, Y"), ("B", "r", "C"), ("D, E, F", "r", "G")]


def test_a_given_delimiter_wins(tmp_path: Path) -> None:
    assert names(opened(tmp_path / "kb", "a|b\tr\tc|d", delimiter="tab")) == [("a|b", "r", "c|d")]
    assert names(opened(tmp_path / "kb", "a;;r;;c", delimiter=";;")) == [("a", "r", "c")]


def test_no_delimiter_is_an_error_that_says_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="kb:1: cannot tell") as caught:
        opened(tmp_path / "kb", "a b c\nd e f\n")
    assert "--delimiter" in caught.value.hint


def test_quotes_are_literal_except_in_csv(tmp_path: Path) -> None:
    assert names(opened(tmp_path / "a", '"Heroes"|r|"x\n')) == [('"Heroes"', "r", '"x')]
    assert names(opened(tmp_path / "b", '"Me, Myself",r,"say ""x"""\n')) == [("Me, Myself", "r", 'say "x"')]


def test_an_open_quote_in_csv_spoils_only_its_own_line(tmp_path: Path) -> None:
    source = opened(tmp_path / "b", 'a,r,b\n"c,r,d\ne,r,f\n')
    assert names(source) == [("a", "r", "b"), ("e", "r", "f")]
    assert bad(source)[0][0] == 2


def test_the_first_line_is_data_unless_it_is_called_a_header(tmp_path: Path) -> None:
    text = "subject\trelation\tobject\na\tr\tb\n"
    assert len(names(opened(tmp_path / "kb", text))) == 2
    assert names(opened(tmp_path / "kb", text, header=True)) == [("a", "r", "b")]


def test_ids_are_prefix_and_name_and_underscores_give_an_alias(tmp_path: Path) -> None:
    (fact,) = opened(tmp_path / "my_kb.txt.gz", "New_York|in|USA").items()
    assert isinstance(fact, Fact)
    assert fact.triple.subject == Entity("my_kb:New_York", "New_York", ("New York",))
    assert fact.triple.object == Entity("my_kb:USA", "USA")
    (fact,) = opened(tmp_path / "kb", "a|r|b", prefix="p").items()
    assert isinstance(fact, Fact)
    assert fact.triple.subject.id == "p:a"


def test_names_are_kept_as_written(tmp_path: Path) -> None:
    line = (" Comedy ", "has genre", "co\u00admedy\u3000ÀÉ")
    assert names(opened(tmp_path / "kb", "|".join(line))) == [line]


def test_a_byte_order_mark_and_blank_lines_are_not_data(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", b"\xef\xbb\xbfa|r|b\r\n\r\n   \nc|r|d")
    assert names(source) == [("a", "r", "b"), ("c", "r", "d")]
    assert bad(source) == []


def test_each_bad_line_has_its_number_and_its_reason(tmp_path: Path) -> None:
    lines = [
        b"good|r|one",
        b"only|two",
        b"a|b|c|d",
        b"|r|x",
        b"x||y",
        b"x|r|  ",
        b"caf\xe9|r|x",
        b"nul\0|r|x",
        b"z" * (MAX_LINE + 1),
        b"good|r|two",
    ]
    source = opened(tmp_path / "kb", b"\n".join(lines), delimiter="|")
    assert bad(source) == [
        (2, "2 columns instead of 3"),
        (3, "4 columns instead of 3"),
        (4, "empty subject"),
        (5, "empty relation"),
        (6, "empty object"),
        (7, "not UTF-8 at byte 4"),
        (8, "contains a NUL character"),
        (9, f"longer than {MAX_LINE} bytes"),
    ]
    assert len(names(source)) == 2


def test_reading_goes_on_after_a_line(tmp_path: Path) -> None:
    source = opened(tmp_path / "kb", "a|r|b\nc|r|d\n\ne|r|f\n")
    assert [item.line for item in source.items(after=1)] == [2, 4]
    assert source.line == 4


def test_an_empty_file_has_no_triples(tmp_path: Path) -> None:
    assert list(opened(tmp_path / "kb", "").items()) == []
