// Purpose: the distinct addresses of the cluster members that serve a database.
// Parameters: database (string)
CALL dbms.routing.getRoutingTable({}, $database) YIELD servers
UNWIND servers AS server
UNWIND server.addresses AS address
RETURN DISTINCT address
