"""The resident engine of a workspace: a process that keeps the models and answers the command's questions.

`client`, `place`, `program`, `messages` and `start` are what the command imports: no library of models among
it. The rest runs in the engine.
"""
