"""What a host needs who has other things to do: `tablee serve`, watching it, keeping it, ordering it."""
