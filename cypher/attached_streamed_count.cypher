// Purpose: how many nodes of an attached graph bear one of some labels.
// Parameters: labels (list of strings)
MATCH (n)
WHERE any(label IN labels(n) WHERE label IN $labels)
RETURN count(*) AS nodes
