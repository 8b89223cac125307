"""The package version; this is its only definition."""

__version__ = "0.2.0"
