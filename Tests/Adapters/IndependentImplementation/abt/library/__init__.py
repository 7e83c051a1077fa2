"""The behaviour of an app's library: the configuration manager, and the app's dual-mode logic."""

from .configuration_set import Answer, ConfigurationSet, Reply
from .manager import ConfigurationManager, Settings

__all__ = ["Answer", "ConfigurationManager", "ConfigurationSet", "Reply", "Settings"]
