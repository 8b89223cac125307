"""The look-ahead network of the method `iquest`, which scores neighbours.

See docs/methods/iquest.md, step 3. Answering needs `network` only; `samples`, `training` and `train` make
a network from questions with answers.
"""
