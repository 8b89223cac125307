"""The vocabulary: answers, entities, triples, literals, errors. Depends on nothing else of the project."""
