"""An independent implementation of the configuration-URL protocol, for use as a second opinion.

``abt.codec`` holds the wire formats, ``abt.library`` the behaviour of an app's library built on them.
Requirement ids in docstrings (``ABT-…``, ``ACC-DM-…``) are those of the specification.
"""

__version__ = "1.0.0"
