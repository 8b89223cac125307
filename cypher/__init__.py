"""Every Cypher statement that the program runs, one file each."""
