// Purpose: terminate the transactions of an abandoned question.
// Parameters: question (string, as in their metadata)
SHOW TRANSACTIONS YIELD transactionId AS id, metaData AS about
WHERE about.question = $question
TERMINATE TRANSACTIONS id YIELD message
RETURN message
