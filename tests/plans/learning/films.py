"""A small graph of films, and questions about it with their answers."""

from __future__ import annotations

from kgqa_neo4j.question_sets.questions import Question

FILMS = {
    "Ebb": ("Ann", "Bo", ("Cy", "Di"), "1990"),
    "Flow": ("Ann", "Eve", ("Di", "Flo"), "1991"),
    "Gale": ("Gus", "Bo", ("Cy", "Hal"), "1992"),
    "Haze": ("Gus", "Ivy", ("Flo", "Joe"), "1990"),
}
TRIPLES = [
    triple
    for film, (director, writer, actors, year) in FILMS.items()
    for triple in (
        (film, "directed_by", director),
        (film, "written_by", writer),
        *((film, "starred_actors", actor) for actor in actors),
        (film, "release_year", year),
    )
]


def asked(text: str, topic: str, *answers: str) -> Question:
    return Question(text.format(topic), (topic,), answers, 1)


def directors(form: str = "who directed {}") -> list[Question]:
    return [asked(form, film, director) for film, (director, *_) in FILMS.items()]


def actors(form: str = "who starred in {}") -> list[Question]:
    return [asked(form, film, *found) for film, (_, _, found, _) in FILMS.items()]


def writers_of_directed(form: str = "who wrote the films directed by {}") -> list[Question]:
    return [asked(form, "Ann", "Bo", "Eve"), asked(form, "Gus", "Bo", "Ivy")]
