"""Everything that reads English, once: times, orders, value constraints, lexicon, thesaurus."""
