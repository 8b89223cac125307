"""What the reader of questions weighs: chances from which a word means something, and what is not said costs."""

# Least chance that a word stands for a relation, to take it for the word's meaning.
MEANS, MAY_MEAN, NAMES, SURE = 0.5, 0.3, 0.4, 0.65
# Most of the chance that a noun for a class stands for a relation whose name does not say it: less than it takes.
HINT = 0.49
# What a step costs that no word says, and each step after the first; what it is worth that a way leads to many.
SILENT, STEP, MANY = 0.3, 0.12, 0.04
# How many entities a step must lead to on average to count them.
SEVERAL = 1.05
# How many it leads to on average at most, to take it for one that leads to one alone.
ALONE = 1.001
# What it costs to leave a verb unexplained that says little, and the noun that only says the kind of what is asked for.
LIGHT_VERB, HEAD = 0.1, 0.5
# What it is worth that "who" is answered by persons, and "where" by places.
WHO, WHERE = 0.4, 0.3
