// Purpose: the learned question templates nearest to a question, nearest first, each with a topic that it was asked
//   about.
// Parameters: vector (of the question with its topics masked), sets (list of names; empty for all), least (mean F1 of
//   the best path), near (templates that the index returns)
CYPHER 25
MATCH (exemplar:Exemplar)
  SEARCH exemplar IN (VECTOR INDEX exemplar_embedding FOR $vector LIMIT $near) SCORE AS similarity
WITH exemplar, similarity
WHERE exemplar.score >= $least AND (size($sets) = 0 OR exemplar.set IN $sets)
MATCH (topic:Entity {id: exemplar.topics[0]})
RETURN exemplar.form AS form, exemplar.paths AS paths, topic.name AS topic
ORDER BY similarity DESC, exemplar.id
