"""An MCP server: tools with which a language model asks graphs. docs/mcp.md shows how clients use it."""
