// Purpose: number of nodes of an attached graph that have one of some labels.
// Parameters: labels (list of strings)
MATCH (n)
WHERE any(label IN labels(n) WHERE label IN $labels)
RETURN count(*) AS nodes
