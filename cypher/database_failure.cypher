// Purpose: what the server says of a database that it could not start; no row if it did, or is still starting it.
// Parameters: database (string)
SHOW DATABASES YIELD name, requestedStatus, currentStatus, statusMessage
WHERE name = $database AND requestedStatus = 'online' AND currentStatus = 'offline' AND statusMessage <> ''
RETURN statusMessage AS message
