"""The engine of a workspace: a resident process that keeps the models in memory and answers the command's questions.

The command imports only `client`, `place`, `program`, `messages` and `start`, none of which imports a model library.
The other modules run in the engine.
"""
