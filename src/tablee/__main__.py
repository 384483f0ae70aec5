"""`python -m tablee`: the command line, where the command itself is not on the path."""

import sys

from tablee.cli import main

if __name__ == "__main__":
    sys.exit(main())
