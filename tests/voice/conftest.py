"""Makes what these tests share, and the scripts of `tools/`, importable by name."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "tools")]
