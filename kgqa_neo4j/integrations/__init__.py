"""Thin layers over `KnowledgeGraph` for other people's programs; each needs an extra of the package.

`mcp` is a server for language models, `langchain`, `neo4j_graphrag` and `llama_index` have retrievers, `notebook` has
the magic ``%%ask``. Importing `kgqa_neo4j` imports none of them.
"""
