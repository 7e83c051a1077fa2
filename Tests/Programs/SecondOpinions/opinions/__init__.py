"""What other implementations make of our bytes, and we of theirs."""

import sys
from pathlib import Path

# The independent implementation is a folder beside this one, not an installed package.
sys.path.append(str(Path(__file__).resolve().parents[3] / "Adapters" / "IndependentImplementation"))
