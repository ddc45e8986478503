"""The version of the library."""

VERSION = "1.0.0"
