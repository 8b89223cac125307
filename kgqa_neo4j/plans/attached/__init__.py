"""An attached property graph as plans of triples see it: nodes, values, labels as entities; properties as relations."""
