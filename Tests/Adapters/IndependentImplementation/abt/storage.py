"""What survives an app's death: named JSON documents in a folder, or in memory where there is no folder."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional

_SUFFIX = ".json"
_NEW = ".new"


class Storage:
    """A few documents, each written as a whole and at once.

    After a death at any point a document is the one before or the one after a write, never a part of one. A document that
    cannot be read counts as none. Names are chosen by the program, never by its input.
    """

    def __init__(self, folder: Optional[str] = None) -> None:
        self._folder = folder
        self._memory: Dict[str, str] = {}

    def path(self, name: str) -> str:
        """The file of a document. Only for storage that has a folder."""
        assert self._folder is not None
        return os.path.join(self._folder, name + _SUFFIX)

    def read(self, name: str) -> Any:
        """The document ``name``, or None."""
        try:
            if self._folder is None:
                return json.loads(self._memory[name])
            with open(self.path(name), "r", encoding="utf-8") as file:
                return json.load(file)
        except (OSError, KeyError, ValueError, RecursionError):
            return None

    def write(self, name: str, document: Any) -> None:
        """Replace the document ``name``; raises :class:`OSError` where the folder cannot be written."""
        text = json.dumps(document, separators=(",", ":"))
        if self._folder is None:
            self._memory[name] = text
            return
        path = self.path(name)
        with open(path + _NEW, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(path + _NEW, path)

    def remove(self, name: str) -> None:
        """Remove the document ``name``, where there is one."""
        self._memory.pop(name, None)
        if self._folder is not None:
            for path in (self.path(name), self.path(name) + _NEW):
                if os.path.exists(path):
                    os.remove(path)
