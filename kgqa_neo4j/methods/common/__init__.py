"""Code shared by several methods. Imports no method."""
