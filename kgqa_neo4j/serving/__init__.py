"""`kgqa serve`: answering people and programs over HTTP, in one process.

Thin layers over `KnowledgeGraph`: an API, a web page, and an endpoint compatible with OpenAI clients. Needs the extra
``serve``; apart from the command itself, no other package imports this one.
"""
