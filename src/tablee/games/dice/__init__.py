"""What games with dice share: throws and their number of ways, and how dice look."""
