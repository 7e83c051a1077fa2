"""Managed app configuration and feedback: what an app reads from its user defaults, and reports in them (ManagedConfiguration.md)."""
