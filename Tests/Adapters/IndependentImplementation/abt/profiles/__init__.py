"""The manager's side: a profile manager that configures apps through URLs (Protocol.md, section 5)."""

from .manager import ProfileManager, Status
from .requests import InstalledApp, RequestCompiler

__all__ = ["InstalledApp", "ProfileManager", "RequestCompiler", "Status"]
