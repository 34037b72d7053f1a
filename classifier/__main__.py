"""
`python -m classifier` is the command `nexus-classifier`.
"""

from __future__ import annotations

import sys

from classifier.cli import main

if __name__ == "__main__":
    sys.exit(main())
