"""The AppConnect library's side: app-specific configuration, the Open From policy, and its life in a dual-mode app (appconnect.md)."""
