"""An MCP server: tools for language models to query graphs. docs/mcp.md shows how clients use it."""
