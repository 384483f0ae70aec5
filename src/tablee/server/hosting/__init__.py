"""For hosts: `tablee serve`, its settings, logs and metrics, backups, and `tablee admin`."""
