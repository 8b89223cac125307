"""Sources of triples, one file each; they yield rows and never write."""
