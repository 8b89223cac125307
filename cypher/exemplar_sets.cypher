// Purpose: the learned sets with their sizes: templates, pairs, plans and how well they explain the answers, words.
// Parameters: none
MATCH (learned:Exemplar|Lesson)
WITH learned, CASE WHEN learned.kind = 'word' THEN 1 ELSE 0 END AS word
RETURN learned.set AS set, sum(1 - word) AS forms, sum(learned.support) AS pairs, count(DISTINCT learned.plan) AS plans,
       avg(learned.score) AS score, sum(word) AS words, max(learned.learned_at) AS learned_at
ORDER BY set
