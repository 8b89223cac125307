// Purpose: the sets of exemplars with their sizes: forms, pairs, plans, and how well these explain the answers.
// Parameters: none
MATCH (exemplar:Exemplar)
RETURN exemplar.set AS set, count(*) AS forms, sum(exemplar.support) AS pairs, count(DISTINCT exemplar.plan) AS plans,
       avg(exemplar.score) AS score, max(exemplar.learned_at) AS learned_at
ORDER BY set
