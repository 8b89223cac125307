"""What several methods share. Imports no method."""
