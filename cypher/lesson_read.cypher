// Purpose: the lessons of some sets: what they teach about words and question templates.
// Parameters: sets (list of names; empty for all)
MATCH (lesson:Lesson)
WHERE size($sets) = 0 OR lesson.set IN $sets
RETURN lesson.set AS set, lesson.kind AS kind, lesson.text AS text, lesson.said AS said, lesson.content AS content
ORDER BY lesson.id
