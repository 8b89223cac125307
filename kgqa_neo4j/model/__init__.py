"""The vocabulary: answers, entities, triples, literals, errors. Imports nothing else from the project."""

from kgqa_neo4j.model import errors as errors
