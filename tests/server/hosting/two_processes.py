"""`tablee serve` with two processes on SQLite, which hosts do not get: enough to see how several are kept."""

import sys

from tablee.cli import main
from tablee.server.hosting import configuration

if __name__ == "__main__":
    configuration.process_count = lambda *_, **__: 2
    sys.exit(main(sys.argv[1:]))
