"""An independent implementation of everything that the suites judge, for use as a second opinion.

``abt.codec`` holds the wire formats of the configuration-URL protocol, ``abt.library`` the behaviour of an app's library
built on them, and ``abt.profiles`` the profile manager. ``abt.appconnect`` is the AppConnect library, ``abt.managed`` a
client for managed configuration. Requirement ids in docstrings (``ABT-…``, ``MGR-…``, ``ACC-…``, ``MC-…``) are those of the
specification.
"""

__version__ = "1.0.0"
