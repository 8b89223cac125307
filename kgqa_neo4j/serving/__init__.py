"""`kgqa serve`: one process for people and programs, over HTTP.

Thin layers over `KnowledgeGraph`: an API, a page, and an endpoint that OpenAI's clients understand. Needs the extra
``serve``; nothing else of the program imports this package.
"""
