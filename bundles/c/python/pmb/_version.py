"""The release; CMake holds it against its own."""

__version__ = "0.1.0"
