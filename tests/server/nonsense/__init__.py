"""Every form and every live message, driven with typed nonsense: `python -m tests.server.nonsense --help`."""
