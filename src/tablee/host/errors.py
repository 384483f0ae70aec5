"""What a host is told in one line, instead of being shown where in the program it happened."""


class HostError(Exception):
    """Something that a host asked for cannot be; the message says why."""


class BadOption(HostError):
    """Something was chosen that cannot be; the message names it."""


class CannotServe(HostError):
    """The house cannot be opened; the message says why."""
