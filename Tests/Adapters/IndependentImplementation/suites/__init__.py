"""The suites of the adapter: each plays harness and delegate around one part of the implementation."""
