"""The look-ahead network of the method `iquest`: it tells which neighbours are worth following.

See docs/methods/iquest.md, step 3. `network` scores and is all that asking needs; `samples`,
`training` and `command` make one from questions and answers.
"""
