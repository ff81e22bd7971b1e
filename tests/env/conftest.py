"""Makes the helpers beside the tests (`worlds`), and the situations of the rules' tests, importable by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parent.parent / "friedrich"))
