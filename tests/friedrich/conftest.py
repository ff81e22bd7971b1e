"""Makes the helpers beside the tests (`situations`, `reference`, `generated`) importable by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
