"""The AppConnect library (AppConnect.md): app-specific configuration, the Open From policy, and its life in a dual-mode app."""
