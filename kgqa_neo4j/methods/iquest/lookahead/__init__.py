"""The look-ahead network of the method `iquest`, which scores neighbours.

See docs/methods/iquest.md, step 3. Answering only needs `network` and `features`; `samples`, `training` and `train`
create a network from questions with answers.
"""
