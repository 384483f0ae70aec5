"""`tablee serve` with two processes on SQLite, which hosts do not get: enough to see how several are kept."""

import sys

from tablee.server.hosting import configuration
from tablee.server.hosting.supervisor import main

if __name__ == "__main__":
    configuration.process_count = lambda *_, **__: 2
    sys.argv.remove("serve")
    sys.exit(main())
