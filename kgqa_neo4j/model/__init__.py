"""The vocabulary: answers, entities, triples, literals, errors. Depends on nothing else of the project."""

from kgqa_neo4j.model import errors as errors
