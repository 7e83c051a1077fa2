"""The AppConnect library (appconnect.md): app-specific configuration, the Open From policy, and its life in a dual-mode app."""
