"""Integrations with other tools: thin layers over `KnowledgeGraph`, each with its own package extra.

`mcp` is a server for language models; `langchain`, `neo4j_graphrag` and `llama_index` contain retrievers; `notebook`
contains the magic ``%%ask``. Importing `kgqa_neo4j` imports none of them.
"""
