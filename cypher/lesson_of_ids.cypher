// Purpose: some lessons.
// Parameters: ids (list of strings)
MATCH (lesson:Lesson)
WHERE lesson.id IN $ids
RETURN lesson.set AS set, lesson.kind AS kind, lesson.text AS text, lesson.said AS said, lesson.content AS content
