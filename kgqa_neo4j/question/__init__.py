"""Everything that reads English: times, orders, value constraints, lexicon, thesaurus."""
