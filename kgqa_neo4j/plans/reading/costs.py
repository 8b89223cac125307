"""Thresholds, costs and bonuses of the question reader."""

# Minimum chance that a word stands for a relation: to take it for the word's meaning, for a possible meaning, for the
# name of a path's end, and for the certain meaning.
MEANS, MAY_MEAN, NAMES, SURE = 0.5, 0.3, 0.4, 0.65
# Cap on the chance of a class noun for a relation whose name does not contain it: just below `MEANS`.
HINT = 0.49
# Cost of a silent step (one that no word expresses) and of each step after the first; bonus for paths to many entities.
SILENT, STEP, MANY = 0.3, 0.12, 0.04
# Mean number of entities up to which a step leads to one of them as a rule, and beyond which to several.
ABOUT_ONE = 1.05
# Maximum mean number of entities that a step leads to, for it to lead to a single one.
ALONE = 1.001
# Weight of a verb that says little, and of a noun that only says what kind of thing the answers are. Words that carry
# meaning weigh at least `HEAD`.
LIGHT_VERB, HEAD = 0.1, 0.5
# Bonus if "who" is answered by persons, and "where" by places.
WHO, WHERE = 0.4, 0.3
