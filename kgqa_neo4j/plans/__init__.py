"""Query plans: small typed queries that are enumerated, ranked, executed and proved."""
